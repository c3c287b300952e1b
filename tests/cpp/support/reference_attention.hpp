#pragma once

// Attention once more, written straight from the formula and sharing nothing with the core: long double, no row
// maximum, one output element at a time.

#include <cmath>
#include <vector>

#include "maskscope/attention/attention.hpp"

namespace maskscope::checks {

/// visible `[B,H,L,S]` includes every rule; a row with no visible key and a padding query give zeros.
template <class T>
Tensor<double> reference_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const Mask& visible,
                                   long double scale, long double softcap = 0, const Tensor<T>& bias = {}) {
  const std::size_t batch = q.shape(0), heads = q.shape(1), queries = q.shape(2), width = q.shape(3);
  const std::size_t keys = k.shape(2), group = heads / k.shape(1), outputs = v.shape(3);
  Tensor<double> result = Tensor<double>::from_shape({batch, heads, queries, outputs});
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t c = 0; c < outputs; ++c) {
          long double numerator = 0, denominator = 0;
          for (std::size_t j = 0; j < keys; ++j) {
            if (!visible(b, h, i, j)) continue;
            long double score = 0;
            for (std::size_t e = 0; e < width; ++e) {
              score += static_cast<long double>(q(b, h, i, e)) * static_cast<long double>(k(b, h / group, j, e));
            }
            score *= scale;
            if (softcap > 0) score = softcap * std::tanh(score / softcap);
            if (is_given(bias)) score += static_cast<long double>(bias(b, h, i, j));
            const long double exponential = std::exp(score);
            numerator += exponential * static_cast<long double>(v(b, h / group, j, c));
            denominator += exponential;
          }
          result(b, h, i, c) = denominator == 0 ? 0.0 : static_cast<double>(numerator / denominator);
        }
      }
    }
  }
  return result;
}

}  // namespace maskscope::checks
