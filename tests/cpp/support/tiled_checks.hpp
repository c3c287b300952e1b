#pragma once

// What the tests of the tiled path share: inputs, their twins in double, and comparisons in units of a row's magnitude.

#include <algorithm>

#include "base/random.hpp"
#include "maskscope/attention/attention.hpp"
#include "support/checks.hpp"
#include "support/instruction_sets.hpp"

namespace maskscope::checks {

struct Sizes {
  std::size_t batch = 1, key_heads = 1, group = 1, queries = 1, keys = 1, width = 1, value_width = 1;

  std::size_t heads() const { return key_heads * group; }
  Shape scores() const { return {batch, heads(), queries, keys}; }
};

template <class T>
struct Inputs {
  Tensor<T> q, k, v;
};

/// Standard normal.
template <class T>
Tensor<T> normal_tensor(const Shape& shape, Random& random) {
  Tensor<T> result(typename Tensor<T>::shape_type(shape.begin(), shape.end()));
  for (T& element : result.storage()) element = static_cast<T>(random.normal());
  return result;
}

template <class T>
Inputs<T> normal_inputs(const Sizes& n, Random& random) {
  return {normal_tensor<T>({n.batch, n.heads(), n.queries, n.width}, random),
          normal_tensor<T>({n.batch, n.key_heads, n.keys, n.width}, random),
          normal_tensor<T>({n.batch, n.key_heads, n.keys, n.value_width}, random)};
}

template <class T>
Tensor<double> in_double(const Tensor<T>& array) {
  Tensor<double> result(typename Tensor<double>::shape_type(array.shape().begin(), array.shape().end()));
  std::copy(array.storage().begin(), array.storage().end(), result.storage().begin());
  return result;
}

template <class T>
AttentionOptions<double> in_double(const AttentionOptions<T>& options) {
  AttentionOptions<double> result;
  static_cast<PositionRule&>(result) = options;
  if (options.scale) result.scale = *options.scale;
  result.softcap = options.softcap;
  if (is_given(options.bias)) result.bias = in_double(options.bias);
  result.visible = options.visible;
  result.valid_queries = options.valid_queries;
  result.empty_row = options.empty_row;
  return result;
}

/// The scalar twin in double.
template <class T>
AttentionTrace<double> expected_trace(const Inputs<T>& x, const AttentionOptions<T>& options) {
  return trace_attention(in_double(x.q), in_double(x.k), in_double(x.v), in_double(options));
}

template <class T>
Tensor<T> tiled_attention(const Inputs<T>& x, const AttentionOptions<T>& options) {
  return attention(AttentionPath::tiled, x.q, x.k, x.v, options);
}

/// The largest |v| `[B,H,L]` that a row may read; of all its keys where that is none, as under the policy `uniform`.
template <class T>
Tensor<double> magnitudes(const Tensor<T>& v, const Mask& visible, const Sizes& n) {
  Tensor<double> result = Tensor<double>::from_shape({n.batch, n.heads(), n.queries});
  for (std::size_t row = 0; row < result.size(); ++row) {
    const bool* readable = visible.data() + row * n.keys;
    const bool nothing = std::none_of(readable, readable + n.keys, [](bool cell) { return cell; });
    const T* values = v.data() + row / n.queries / n.group * n.keys * n.value_width;
    double largest = 0;
    for (std::size_t j = 0; j < n.keys; ++j) {
      if (!readable[j] && !nothing) continue;
      for (std::size_t c = 0; c < n.value_width; ++c) {
        largest = std::max(largest, static_cast<double>(std::abs(values[j * n.value_width + c])));
      }
    }
    result.data()[row] = largest;
  }
  return result;
}

/// Every element within its row's `allowed` `[B,H,L]` of what is expected; NaN and infinities where they are expected.
template <class T, class E>
void expect_close(const Tensor<T>& actual, const Tensor<E>& expected, const Tensor<double>& allowed) {
  ASSERT_EQ(shape_of(actual), shape_of(expected));
  for (std::size_t n = 0; n < actual.size(); ++n) {
    const double ours = static_cast<double>(actual.data()[n]), theirs = static_cast<double>(expected.data()[n]);
    if (ours == theirs || (std::isnan(ours) && std::isnan(theirs))) continue;
    const double tolerance = allowed.data()[n * allowed.size() / actual.size()];
    // Negated, so that NaN fails; an infinity is only near itself.
    if (!std::isfinite(theirs) || !(std::abs(ours - theirs) <= tolerance)) {
      ADD_FAILURE() << "element " << n << " of " << to_string(actual.shape()) << ": " << ours << " instead of "
                    << theirs << ", which may differ by " << tolerance;
      return;
    }
  }
}

/// How far a result may lie from the double reference, in units of its row's magnitude, with ordinary scores. For float
/// this is what attention.hpp promises. In double the reference errs as well: it adds up S weights and S products one by
/// one, and each addition rounds by half a unit at most.
template <class T>
double tolerance(std::size_t keys) {
  if (sizeof(T) == sizeof(float)) return 4e-7;
  return std::numeric_limits<double>::epsilon() * (static_cast<double>(keys) + 16);
}

/// What each row `[B,H,L]` may be wrong by.
template <class T>
Tensor<double> allowed_errors(const AttentionTrace<double>& expected, const Tensor<T>& v, const Sizes& n) {
  // What standard normal vectors give now and then.
  constexpr double ordinary_score = 6;
  Tensor<double> allowed = magnitudes(v, expected.softmax.visible, n);
  for (std::size_t row = 0; row < allowed.size(); ++row) {
    // The largest score, and those next to it, are rounded where they stand; a weight errs by as much as its score.
    const double max = std::abs(expected.softmax.row_max.data()[row]);
    const double of_scores = max > ordinary_score ? 2 * static_cast<double>(std::numeric_limits<T>::epsilon()) * max : 0;
    allowed.data()[row] *= tolerance<T>(n.keys) + of_scores;
  }
  return allowed;
}

/// The tiled path against the scalar twin, on every instruction set.
template <class T>
void expect_agreement(const Sizes& n, const Inputs<T>& x, const AttentionOptions<T>& options) {
  const AttentionTrace<double> expected = expected_trace(x, options);
  const Tensor<double> allowed = allowed_errors(expected, x.v, n);
  on_each_instruction_set([&](const char*) { expect_close(tiled_attention(x, options), expected.output, allowed); });
}

}  // namespace maskscope::checks
