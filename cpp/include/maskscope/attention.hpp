#pragma once

// Scaled dot-product attention: softmax(mask(softcap(scale * q k^T) + bias)) v, with the mask applied before
// the normalisation. Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

#include <optional>

#include "maskscope/masked_softmax.hpp"
#include "maskscope/position_rule.hpp"

namespace maskscope {

/// The rule by position (`causal` and its alignment, a window, key lengths) and `visible` are combined by "and".
template <class T>
struct AttentionOptions : PositionRule {
  std::optional<T> scale;  ///< multiplies q k^T; default 1/sqrt(D)
  T softcap = 0;           ///< c > 0: scores become c tanh(scores / c), before bias; 0: off
  Tensor<T> bias;          ///< added to scores, broadcasts to `[B,H,L,S]`; empty: none
  Mask visible;            ///< broadcasts to `[B,H,L,S]`; empty: everything
  Mask valid_queries;      ///< `[B,L]`; empty: every query is real
  EmptyRow empty_row = EmptyRow::error;
};

template <class T>
struct AttentionTrace {
  Tensor<T> scores;         ///< `[B,H,L,S]` scale * q k^T
  Tensor<T> capped;         ///< `[B,H,L,S]` after softcap
  Tensor<T> biased;         ///< `[B,H,L,S]` after softcap and bias; `softmax.masked` has -inf at blocked cells besides
  SoftmaxTrace<T> softmax;  ///< visibility as applied, row maxima, exponentials, denominators, weights
  Tensor<T> output;         ///< `[B,H,L,Dv]`
};

/// Output `[B,H,L,Dv]` of q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]`, in O(S) extra memory.
/// H must be a multiple of G; each key head serves H/G consecutive query heads. A blocked key or value never
/// reaches the output, whatever it holds.
template <class T>
Tensor<T> attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const AttentionOptions<T>& options = {});

/// The same computation with every intermediate kept. Throws `too_large` for scores above `max_array_bytes`.
template <class T>
AttentionTrace<T> trace_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                  const AttentionOptions<T>& options = {});

/// weights `[B,H,L,S]` times v `[B,G,S,Dv]`: the sum runs over cells with a non-zero weight only.
template <class T>
Tensor<T> weighted_sum(const Tensor<T>& weights, const Tensor<T>& v);

}  // namespace maskscope
