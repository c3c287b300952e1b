#pragma once

// Scaled dot-product attention: softmax(mask(softcap(scale * q k^T) + bias)) v, with the mask applied before
// the normalisation. Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

#include <optional>
#include <string_view>

#include "maskscope/attention/masked_softmax.hpp"
#include "maskscope/masks/position_rule.hpp"

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

/// How the output is computed. Both take all options and give the same but for rounding; a weight too small for a normal
/// number is 0 on the tiled path.
enum class AttentionPath {
  reference,  ///< row by row in plain loops, bit for bit as `trace_attention` does
  tiled       ///< tiles of queries by blocks of keys on vector instructions, each row a sum on the way (Dao 2023)
};

/// The path that `attention` takes for q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]`: `reference` for fewer than
/// `least_tiled_products` products, B·H·L·S·(D + Dv), else `tiled`.
AttentionPath attention_path(ShapeView q, ShapeView k, ShapeView v);
inline constexpr std::size_t least_tiled_products = 1 << 14;

/// The instruction set that the tiled path runs on here: "AVX3", "AVX2", "WASM", …
std::string_view instruction_set();

/// Output `[B,H,L,Dv]` of q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]`.
/// H must be a multiple of G; each key head serves H/G consecutive query heads. A blocked key or value never
/// reaches the output, whatever it holds. Memory besides the output: O(S) on the reference path; on the tiled one copies of
/// one head's keys and values, and a tile: O((D + Dv)·S + L). The same call gives the same bits whenever it runs on the same
/// instruction set. Errors of float output on the tiled path stay below 4e-7 of the largest |v| that a row may read, with
/// ordinary scores (standard normal q and k) up to S = 4096.
template <class T>
Tensor<T> attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const AttentionOptions<T>& options = {});

/// The same, written over `output`, whose memory is kept where its shape is right. It must be none of the inputs.
template <class T>
void attention_into(Tensor<T>& output, const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                    const AttentionOptions<T>& options = {});

/// The same on a given path.
template <class T>
Tensor<T> attention(AttentionPath path, const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                    const AttentionOptions<T>& options = {});

/// The same computation with every intermediate kept. Throws `too_large` for scores above `max_array_bytes`.
template <class T>
AttentionTrace<T> trace_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                  const AttentionOptions<T>& options = {});

/// weights `[B,H,L,S]` times v `[B,G,S,Dv]`: the sum runs over cells with a non-zero weight only.
template <class T>
Tensor<T> weighted_sum(const Tensor<T>& weights, const Tensor<T>& v);

}  // namespace maskscope
