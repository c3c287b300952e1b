#pragma once

// Attention whose similarity is a product of features instead of exp(q . k):
//   o_i = sum_j (f(q_i) . f(k_j)) v_j / sum_j f(q_i) . f(k_j),   f(x) = elu(x) + 1: x + 1 above 0, exp(x) below,
// over j <= i where it is causal. The terms of j do not depend on i, so they are summed once for all queries:
//   o_i = f(q_i)^T S / (f(q_i) . z),   S = sum_j f(k_j) v_j^T,   z = sum_j f(k_j).
// Katharopoulos et al. 2020, "Transformers are RNNs", equations 4 to 7 and 9 to 12. There is no factor 1/sqrt(D), and
// no mask but the causal one: a sum that is shared by all queries cannot leave out other keys for each of them.

#include <cstdint>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

template <class T>
struct KernelisedAttention {
  Tensor<T> output;                 ///< `[B,H,L,Dv]`
  std::uint64_t multiply_adds = 0;  ///< counted on the way: B (G S + H L) D (Dv + 1), S the keys that are read
};

/// Output of q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]` through the sums S and z, in O(D Dv) extra memory a key head.
/// H must be a multiple of G; each key head serves H/G consecutive query heads. Causal: query i reads keys j <= i, so
/// keys from L on are not read at all.
/// Features are positive, so a denominator is 0 only where all of them underflow; the output is then NaN.
/// Throws `shape_mismatch`, `empty_input`, and `too_large` for sums or an output above `max_array_bytes`.
template <class T>
KernelisedAttention<T> kernelised_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                            bool causal = false);

template <class T>
struct KernelisedAttentionTrace {
  Tensor<T> q_features;             ///< f(q) `[B,H,L,D]`
  Tensor<T> k_features;             ///< f(k) `[B,G,S,D]`
  Tensor<T> similarities;           ///< `[B,H,L,S]` f(q_i) . f(k_j), exactly 0 where the key is blocked
  Tensor<T> row_sum;                ///< `[B,H,L]`
  Tensor<T> weights;                ///< `[B,H,L,S]` similarities / row_sum
  Tensor<T> output;                 ///< `[B,H,L,Dv]`
  std::uint64_t multiply_adds = 0;  ///< counted on the way: D + Dv for each of the B H L S pairs that is read
};

/// The same by the quadratic form, every weight written out.
template <class T>
KernelisedAttentionTrace<T> trace_kernelised_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                                       bool causal = false);

}  // namespace maskscope
