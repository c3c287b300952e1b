#include "maskscope/attention/rounded_softmax.hpp"

#include <cmath>

#include "base/arrays.hpp"
#include "base/refuse.hpp"
#include "kernels/reference.hpp"

namespace maskscope {
namespace {

/// "fills[n].member"
std::string argument(std::size_t n, const char* member) { return "fills[" + std::to_string(n) + "]." + member; }

void round_fills(const RoundedSoftmaxOptions& options, RoundedSoftmaxTrace& trace) {
  for (std::size_t n = 0; n < options.fills.size(); ++n) {
    const double value = options.fills[n].value;
    if (std::isnan(value)) refuse(ErrorCode::not_finite, argument(n, "value"), "a number or an infinity", "NaN");
    trace.fills.push_back(round_to(options.precision, value));
  }
}

void apply_fills(const RoundedSoftmaxOptions& options, RoundedSoftmaxTrace& trace) {
  const ShapeView shape = trace.scores.shape();
  trace.fill = filled<Tensor<double>>(shape, 0);
  Mask replaced = filled<Mask>(shape, false);
  for (std::size_t n = 0; n < options.fills.size(); ++n) {
    const Mask& visible = options.fills[n].visible;
    require_broadcastable(argument(n, "visible"), visible.shape(), shape);
    std::size_t cell = 0;
    walk_broadcast(visible.shape(), shape, [&](std::size_t position) {
      if (!visible.data()[position]) {
        double& fill = trace.fill.data()[cell];
        fill = options.mode == FillMode::add ? round_to(options.precision, fill + trace.fills[n]) : trace.fills[n];
        replaced.data()[cell] = options.mode == FillMode::replace;
      }
      ++cell;
    });
  }
  trace.filled = trace.fill;
  for (std::size_t cell = 0; cell < trace.filled.size(); ++cell) {
    if (replaced.data()[cell]) continue;
    trace.filled.data()[cell] = round_to(options.precision, trace.scores.data()[cell] + trace.fill.data()[cell]);
  }
}

/// One row from `filled` on.
void normalise_row(const RoundedSoftmaxOptions& options, std::size_t row, RoundedSoftmaxTrace& trace) {
  const auto rounded = [&](double number) { return round_to(options.precision, number); };
  const std::size_t keys = trace.scores.shape().back(), first = row * keys;
  const double* filled = trace.filled.data() + first;
  double* shifted = trace.shifted.data() + first;
  double* exponentials = trace.exponentials.data() + first;
  const double max = kernels::row_max(filled, nullptr, keys);
  double sum = 0;
  for (std::size_t j = 0; j < keys; ++j) {
    shifted[j] = options.subtract_max ? rounded(filled[j] - max) : filled[j];
    exponentials[j] = rounded(std::exp(shifted[j]));
    sum = rounded(sum + exponentials[j]);
  }
  for (std::size_t j = 0; j < keys; ++j) trace.weights.data()[first + j] = rounded(exponentials[j] / sum);
  trace.row_max.data()[row] = max;
  trace.row_sum.data()[row] = sum;
}

}  // namespace

FillMode fill_mode_from_name(std::string_view name) {
  if (name == "add") return FillMode::add;
  if (name == "replace") return FillMode::replace;
  refuse_name("mode", {"add", "replace"}, name);
}

RoundedSoftmaxTrace trace_rounded_softmax(const Tensor<double>& scores, const RoundedSoftmaxOptions& options) {
  const ShapeView shape = scores.shape();
  if (shape.size() < 2) refuse(ErrorCode::shape_mismatch, "scores", "shape [...,L,S]", to_string(shape));
  require_not_empty("scores", shape);
  RoundedSoftmaxTrace trace;
  round_fills(options, trace);
  trace.scores = round_to(options.precision, scores);
  apply_fills(options, trace);
  trace.row_max = filled<Tensor<double>>(shape.first(shape.size() - 1), 0);
  trace.shifted = filled<Tensor<double>>(shape, 0);
  trace.exponentials = trace.shifted;
  trace.row_sum = trace.row_max;
  trace.weights = trace.shifted;
  for (std::size_t row = 0; row < trace.row_max.size(); ++row) normalise_row(options, row, trace);
  return trace;
}

}  // namespace maskscope
