#pragma once

// Who may read what by position alone: causal, a window, the number of real keys. A query stands at one key, its own
// position, and the rule is counted from there. Where L and S differ, that position is a choice, and libraries differ:
//
//   PyTorch `scaled_dot_product_attention(is_causal=True)`   top_left, offset 0, whatever S is
//   PyTorch `causal_lower_right`, FlashAttention from 2.1    bottom_right (FlashAttention 2.0: top_left)
//   ONNX Attention, `past_key` of P keys                     top_left, offset P: the same as bottom_right, for S = P + L
//   ONNX Attention, `nonpad_kv_seqlen`                       bottom_right, each sequence by its own length
//   ONNX Attention, neither                                  top_left, offset 0, also where S > L

#include <string_view>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

enum class Alignment {
  top_left,      ///< the first query stands at the first key, or `offset` keys later
  bottom_right,  ///< the last query stands at the last real key
};

Alignment alignment_from_name(std::string_view name);

/// With p the position of query i, key j may be read when
///   j < key_lengths[b],   j <= p if `causal`,   p - window_left <= j <= p + window_right.
struct PositionRule {
  bool causal = false;  ///< no key after the query's own position
  Alignment alignment = Alignment::top_left;
  int offset = 0;        ///< keys cached before the first query: p = i + offset. 0 under bottom_right, which counts itself
  /// Keys before its own position that a query may read, -1: all. It reads its own besides, so that a window of w keys
  /// (Mistral's count) is `window_left = w - 1`; ONNX and FlashAttention count as here.
  int window_left = -1;
  int window_right = -1;  ///< keys after its own position, -1: all
  /// `[B]` real keys of each sequence, 0…S, at the front of the S; the rest is padding or the unused part of a cache.
  /// Under bottom_right p = i + key_lengths[b] - L, negative for queries that stand before the first key.
  /// Empty: S for each.
  Indices key_lengths;
};

/// The rule's visibility `[B,1,L,S]`, B the count of `key_lengths`, or 1 without them.
/// Throws `out_of_range` for a window below -1, an offset under bottom_right, a length outside 0…S.
Mask visible_by_position(const PositionRule& rule, std::size_t queries, std::size_t keys);

}  // namespace maskscope
