#pragma once

// ONNX's Attention once more, one cell at a time, sharing nothing with the core but the rounding: sums are long double,
// each named step is rounded to the element type.

#include <array>

#include "maskscope/attention/onnx_attention.hpp"
#include "support/checks.hpp"

namespace maskscope::checks {

/// The axis 2 of both, one after the other.
template <class T>
Tensor<T> joined(const Tensor<T>& past, const Tensor<T>& x) {
  Tensor<T> result = Tensor<T>::from_shape({x.shape(0), x.shape(1), past.shape(2) + x.shape(2), x.shape(3)});
  for (std::size_t b = 0; b < x.shape(0); ++b) {
    for (std::size_t g = 0; g < x.shape(1); ++g) {
      for (std::size_t j = 0; j < result.shape(2); ++j) {
        for (std::size_t c = 0; c < x.shape(3); ++c) {
          result(b, g, j, c) = j < past.shape(2) ? past(b, g, j, c) : x(b, g, j - past.shape(2), c);
        }
      }
    }
  }
  return result;
}

template <class T>
struct OnnxReference {
  Tensor<T> q, k, v;  // by head, the past included
  std::size_t past = 0;
  OnnxAttentionOptions<T> options;
  Precision type;

  double rounded(long double number) const { return round_to(type, static_cast<double>(number)); }

  double mask_at(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    const auto cell = [&](const auto& mask) -> double {
      const std::size_t index[] = {b, h, i, j}, rank = mask.dimension();
      if (j >= mask.shape(rank - 1)) return -inf;
      std::size_t offset = 0;
      for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::size_t extent = mask.shape(axis);
        offset = offset * extent + (extent == 1 ? 0 : index[4 - rank + axis]);
      }
      return static_cast<double>(mask.data()[offset]);
    };
    if (is_given(options.additive_mask)) return rounded(cell(options.additive_mask));
    if (is_given(options.boolean_mask)) return cell(options.boolean_mask) > 0 ? 0 : -inf;
    return 0;
  }

  bool readable(std::size_t b, std::size_t i, std::size_t j) const {
    const long left = options.left_window_size, right = options.right_window_size, key = static_cast<long>(j);
    long position = static_cast<long>(i + past);
    if (is_given(options.nonpad_kv_seqlen)) {
      position = static_cast<long>(i) + options.nonpad_kv_seqlen(b) - static_cast<long>(q.shape(2));
      if (key >= options.nonpad_kv_seqlen(b)) return false;
    }
    return !(options.is_causal && key > position) && !(left >= 0 && key < position - left) &&
           !(right >= 0 && key > position + right);
  }

  /// The four outputs of the scores' cell, weights by way of the caller.
  std::array<double, 3> scores(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    const std::size_t g = h / (q.shape(1) / k.shape(1));
    const double root = rounded(std::sqrt(options.scale.value_or(1 / std::sqrt(static_cast<double>(q.shape(3))))));
    long double sum = 0;
    for (std::size_t c = 0; c < q.shape(3); ++c) {
      sum += static_cast<long double>(rounded(root * static_cast<double>(q(b, h, i, c)))) *
             static_cast<long double>(rounded(root * static_cast<double>(k(b, g, j, c))));
    }
    const double raw = rounded(sum), cap = rounded(options.softcap);
    const double capped = cap == 0 ? raw : rounded(cap * rounded(std::tanh(rounded(raw / cap))));
    const double mask = mask_at(b, h, i, j);
    const bool visible = readable(b, i, j) && mask != -inf;
    return {raw, capped, visible ? rounded(capped + mask) : -inf};
  }

  OnnxAttentionOutputs<double> run(int mode) const {
    const std::size_t batch = q.shape(0), heads = q.shape(1), queries = q.shape(2), keys = k.shape(2);
    const Precision softmax = options.softmax_precision.value_or(type);
    OnnxAttentionOutputs<double> outputs;
    outputs.y = Tensor<double>::from_shape({batch, heads, queries, v.shape(3)});
    outputs.qk_matmul_output = Tensor<double>::from_shape({batch, heads, queries, keys});
    for (std::size_t b = 0; b < batch; ++b) {
      for (std::size_t h = 0; h < heads; ++h) {
        for (std::size_t i = 0; i < queries; ++i) {
          std::vector<double> weights(keys);
          double max = -inf, sum = 0;
          for (std::size_t j = 0; j < keys; ++j) max = std::max(max, round_to(softmax, scores(b, h, i, j)[2]));
          for (std::size_t j = 0; j < keys; ++j) {
            const double shifted = round_to(softmax, round_to(softmax, scores(b, h, i, j)[2]) - max);
            weights[j] = max == -inf ? 0 : round_to(softmax, std::exp(shifted));
            sum += weights[j];
          }
          for (double& weight : weights) {
            if (sum != 0) weight = rounded(round_to(softmax, weight / round_to(softmax, sum)));
          }
          for (std::size_t j = 0; j < keys; ++j) {
            const std::size_t step = static_cast<std::size_t>(mode);
            outputs.qk_matmul_output(b, h, i, j) = mode == 3 ? weights[j] : scores(b, h, i, j)[step];
          }
          for (std::size_t c = 0; c < v.shape(3); ++c) {
            long double y = 0;
            for (std::size_t j = 0; j < keys; ++j) {
              y += static_cast<long double>(weights[j]) *
                   static_cast<long double>(v(b, h / (heads / k.shape(1)), j, c));
            }
            outputs.y(b, h, i, c) = rounded(y);
          }
        }
      }
    }
    return outputs;
  }
};

}  // namespace maskscope::checks
