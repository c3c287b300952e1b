#pragma once

// Attention without a softmax, as a recurrence over a state S `[D,Dv]` of each key head: the semantics of the ONNX
// operator LinearAttention (opset 27). At position t, with key k, value v, decay g and update rate b:
//   linear       S = S + k v^T                          Katharopoulos et al. 2020, "Transformers are RNNs"
//   gated        S = exp(g) S + k v^T                   Yang et al. 2023, "Gated Linear Attention"
//   delta        S = S + b k (v - S^T k)^T              Schlag et al. 2021, "Linear Transformers Are Secretly Fast
//                                                       Weight Programmers"
//   gated_delta  S = exp(g) S, then as delta            Yang et al. 2024, "Gated Delta Networks"
// and the output is scale q^T S, read after the update: position t reads positions up to and including t, so the rules
// are causal by construction. The cost grows with L, not L^2: B L (G + H) D Dv multiply-adds, B L (2 G + H) D Dv for
// the delta rules, and the size of the state does not depend on L at all.
//
// Heads lie side by side in the last axis, as the operator has them. Its attribute chunk_size is a hint to hardware
// that changes no result, and has no counterpart here.

#include <optional>
#include <string_view>

#include "maskscope/attention/precision.hpp"

namespace maskscope {

enum class UpdateRule {
  linear,
  gated,        ///< needs decay
  delta,        ///< needs beta
  gated_delta,  ///< needs decay and beta; the operator's default
};

inline constexpr UpdateRule all_update_rules[] = {UpdateRule::linear, UpdateRule::gated, UpdateRule::delta,
                                                  UpdateRule::gated_delta};

std::string_view name(UpdateRule rule) noexcept;
/// Throws `unknown_name`.
UpdateRule update_rule_from_name(std::string_view name);

template <class T>
struct LinearAttentionOptions {
  std::size_t q_num_heads = 1;   ///< H
  std::size_t kv_num_heads = 1;  ///< G; each key head and its state serve H/G consecutive query heads
  UpdateRule update_rule = UpdateRule::gated_delta;
  std::optional<T> scale;  ///< multiplies the output; none and 0: 1/sqrt(D)
  Tensor<T> past_state;    ///< `[B,G,D,Dv]`; empty: zeros
  Tensor<T> decay;         ///< g, a logarithm: `[B,L,G·D]`, or `[B,L,G]` for one number a head
  Tensor<T> beta;          ///< b: `[B,L,G]`, or `[B,L,1]` for one number for all heads
  /// The format of inputs and output, the operator's type T. They are rounded to it, what lies between them is not.
  Precision precision = Precision::float64;
  std::optional<Precision> state_precision;  ///< of past and present state, the operator's type S; none: `precision`
};

template <class T>
struct LinearAttentionResult {
  Tensor<T> output;         ///< `[B,L,H·Dv]`
  Tensor<T> present_state;  ///< `[B,G,D,Dv]` after the last position
};

/// q `[B,L,H·D]`, k `[B,L,G·D]`, v `[B,L,G·Dv]`. The delta rules expect keys of length 1 and do not normalise them.
/// Throws `out_of_range` for a head count of 0; `shape_mismatch` for shapes that do not belong together, for H not a
/// multiple of G, and for a decay or beta that the rule needs and lacks or does not use; `not_finite` for the scale;
/// `too_large` for a state or an output above `max_array_bytes`.
template <class T>
LinearAttentionResult<T> linear_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                          const LinearAttentionOptions<T>& options = {});

}  // namespace maskscope
