#pragma once

// The ONNX operator Attention of opsets 23 to 25 (24 adds `nonpad_kv_seqlen`, 25 the windows), step by step as its
// specification defines it. For the core's own attention, with its own names and policies, see attention.hpp.
//
//   r = sqrt(scale)                         scale 1/sqrt(D) unless given
//   raw    = (r q) (r k)^T                  each key head serves H/G consecutive query heads
//   capped = c tanh(raw / c)                for softcap c > 0: before any mask, so that -inf stays -inf
//   biased = capped + mask                  -inf where the mask or the rule by position blocks
//   weights = softmax(biased)               in `softmax_precision`, then back in the element type
//   y      = weights v
//
// Semantics, and where others differ:
// - Position. Query i stands at key p = i + P after P past keys, at i + nonpad_kv_seqlen[b] - L with an external cache,
//   else at i: top-left, also where S > L. PyTorch's `is_causal` knows no cache and is top-left; FlashAttention is
//   bottom-right, as ONNX only becomes through a cache. See position_rule.hpp.
// - Window. `left_window_size` counts the keys before p and `right_window_size` those after it, p itself comes on top,
//   -1 is open; FlashAttention's `window_size` counts the same. A model's "window of w keys" is w - 1. PyTorch's
//   `scaled_dot_product_attention` has no window.
// - Mask. True takes part, as in PyTorch's `scaled_dot_product_attention`; in `MultiheadAttention` and its
//   `key_padding_mask` true blocks. Numbers are added to the scores. FlashAttention takes no mask, only lengths, windows
//   and slopes. A mask with fewer keys than there are is padded with "blocked", and this comes before broadcasting: a last
//   axis of 1 means one key, where PyTorch would repeat it.
// - A query that may read no key gets weights and output 0: so do FlashAttention, and PyTorch from 2.5 on (NaN before);
//   the core's own attention throws unless asked for zeros.
// - Softcap comes before the mask here, as in FlashAttention and Gemma 2. The first text of opset 23 had it after the
//   mask, and the numbers of output modes 1 and 2 the other way round; today's text, which is followed here, corrects that.
//   PyTorch's `scaled_dot_product_attention` has none.
// - What a blocked key or value holds never reaches y: NaN in an unused part of a cache is harmless. ONNX's reference, which
//   adds -inf to the score and multiplies by weight 0, gives NaN for such a row.
// - Rounding. Each name above, each step of the softmax and r are rounded once to the element type (to `softmax_precision`
//   in the softmax), as the operator's function body computes them; a sum of products is one step.

#include <optional>

#include "maskscope/attention/precision.hpp"

namespace maskscope {

template <class T>
struct OnnxAttentionOptions {
  // Optional inputs. Of the two masks at most one; each broadcasts, right-aligned, to `[B,H,L,P+S]`, rank 1 to 4.
  Mask boolean_mask;         ///< attn_mask: true takes part
  Tensor<T> additive_mask;   ///< attn_mask: added to scores
  Tensor<T> past_key;        ///< `[B,G,P,D]`, P may be 0
  Tensor<T> past_value;      ///< `[B,G,P,Dv]`
  Indices nonpad_kv_seqlen;  ///< `[B]`: real keys of each sequence, 0…S, where k and v are an external cache

  // Attributes.
  bool is_causal = false;
  std::optional<double> scale;  ///< 0 or more
  double softcap = 0;           ///< 0: off
  int left_window_size = -1;
  int right_window_size = -1;
  std::size_t q_num_heads = 0;  ///< H, for q, k and v of rank 3, else not to be given; 0: not given
  std::size_t kv_num_heads = 0; ///< G
  std::optional<int> qk_matmul_output_mode;  ///< 0 raw, 1 capped, 2 biased, 3 weights; empty: that output is not asked for
  std::optional<Precision> softmax_precision;  ///< default: the element type

  /// What q, k, v, the mask and all results are rounded to. Default: what T is; not float64 for float.
  /// (ONNX lets v have a type of its own; here it has not.)
  std::optional<Precision> element_type;
};

template <class T>
struct OnnxAttentionOutputs {
  Tensor<T> y;                 ///< `[B,H,L,Dv]`, or `[B,L,H·Dv]` for inputs of rank 3
  Tensor<T> present_key;       ///< `[B,G,P+S,D]`; none with `nonpad_kv_seqlen`
  Tensor<T> present_value;     ///< `[B,G,P+S,Dv]`; none with `nonpad_kv_seqlen`
  Tensor<T> qk_matmul_output;  ///< `[B,H,L,P+S]`; none without `qk_matmul_output_mode`
};

/// q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]`; or q `[B,L,H·D]`, k `[B,S,G·D]`, v `[B,S,G·Dv]` with both head counts.
/// H must be a multiple of G.
/// Throws `shape_mismatch`, `empty_input`, `out_of_range` (attributes, lengths), `not_finite` (scale, softcap) or
/// `too_large`, each naming the input or attribute; inputs that exclude each other are a `shape_mismatch`.
template <class T>
OnnxAttentionOutputs<T> onnx_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                       const OnnxAttentionOptions<T>& options = {});

}  // namespace maskscope
