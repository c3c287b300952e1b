#include "maskscope/chapter/leak.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/arrays.hpp"
#include "base/refuse.hpp"
#include "maskscope/attention/loss.hpp"

namespace maskscope {
namespace {

/// The same bits. Two NaNs count as the same: a NaN's payload says nothing about the input.
template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (std::isnan(a) && std::isnan(b));
}

template <class T>
void require_same_prefix(const Tensor<T>& x, const Tensor<T>& changed, std::size_t prefix) {
  const std::size_t width = x.shape(1);
  for (std::size_t i = 0; i < prefix * width; ++i) {
    if (!same_bits(x.data()[i], changed.data()[i])) {
      refuse(ErrorCode::prefix_changed, "changed", "the first " + std::to_string(prefix) + " rows of x",
             number_text(changed.data()[i], i, x.shape()));
    }
  }
}

/// The first `prefix` rows of the function's output.
template <class T>
Tensor<T> prefix_output(const SequenceFunction<T>& function, const Tensor<T>& x, std::size_t prefix) {
  const Tensor<T> output = function(x);
  require_shape("the function's output", output.shape(), {x.shape(0), any_extent});
  Tensor<T> result = filled<Tensor<T>>({prefix, output.shape(1)}, 0);
  std::copy_n(output.data(), result.size(), result.data());
  return result;
}

}  // namespace

template <class T>
LeakCopier<T> leak_copier(T ratio, bool future_visible) {
  if (!(ratio > 0) || !std::isfinite(ratio)) {
    refuse(ErrorCode::out_of_range, "ratio", "a positive finite number", number_text(ratio));
  }
  LeakCopier<T> copier;
  copier.scores = array_of<Tensor<T>>({2}, {0, std::log(ratio)});
  copier.exponentials = array_of<Tensor<T>>({2}, {1, future_visible ? ratio : 0});
  copier.values = array_of<Tensor<T>>({2, 2, 2}, {T(0.5), T(0.5), 1, 0,    // red
                                                  T(0.5), T(0.5), 0, 1});  // blue
  const Mask visible = array_of<Mask>({2}, {true, future_visible});
  copier.weights = reshaped(masked_softmax(reshaped(copier.scores, {1, 2}), {visible, {}, EmptyRow::error}), {2});

  const T bos = copier.weights(0), answer = copier.weights(1);
  const Tensor<T> mixed = weighted_sum(array_of<Tensor<T>>({2, 1, 1, 2}, {bos, answer, bos, answer}),
                                       reshaped(copier.values, {2, 1, 2, 2}));
  copier.probabilities = reshaped(mixed, {2, 2});
  copier.correct = array_of<Tensor<T>>({2}, {copier.probabilities(0, 0), copier.probabilities(1, 1)});
  copier.loss = mean_negative_log_likelihood(reshaped(mixed, {2, 1, 2}), array_of<Indices>({2, 1}, {0, 1}),
                                             filled<Mask>({2, 1}, true));
  return copier;
}

template <class T>
ProbeReport<T> probe_future(const SequenceFunction<T>& function, const Tensor<T>& x, const Tensor<T>& changed,
                            std::size_t prefix) {
  require_axes("x", x.shape(), 2);
  require_shape("changed", changed.shape(), x.shape());
  if (prefix < 1 || prefix > x.shape(0)) {
    refuse(ErrorCode::out_of_range, "prefix", "1 to " + std::to_string(x.shape(0)), std::to_string(prefix));
  }
  require_same_prefix(x, changed, prefix);

  ProbeReport<T> report;
  report.before = prefix_output(function, x, prefix);
  report.after = prefix_output(function, changed, prefix);
  require_shape("the function's output", report.after.shape(), report.before.shape());
  const std::size_t width = report.before.shape(1);
  for (std::size_t i = 0; i < report.before.size(); ++i) {
    const T before = report.before.data()[i];
    const T after = report.after.data()[i];
    if (same_bits(before, after)) continue;
    report.changed.push_back({i / width, i % width, before, after});
    const T change = std::abs(after - before);
    report.largest_change =
        std::max(report.largest_change, std::isnan(change) ? std::numeric_limits<T>::infinity() : change);
  }
  return report;
}

template LeakCopier<float> leak_copier(float, bool);
template LeakCopier<double> leak_copier(double, bool);
template ProbeReport<float> probe_future(const SequenceFunction<float>&, const Tensor<float>&, const Tensor<float>&,
                                         std::size_t);
template ProbeReport<double> probe_future(const SequenceFunction<double>&, const Tensor<double>&, const Tensor<double>&,
                                          std::size_t);

}  // namespace maskscope
