#pragma once

// Derivatives of masked attention, backwards. With W the weights, dO the gradient of the output and dW = dO v^T:
//   dV = W^T dO,   dbiased_ij = W_ij (dW_ij - sum_j' W_ij' dW_ij'),   dscores = dbiased (1 - tanh^2(scores / softcap)),
//   dQ = scale dscores K,   dK = scale dscores^T Q.
// A cell without weight takes no part in any sum, so what a blocked key or value, or the gradient at a padding query,
// holds never reaches a gradient, whatever it is.

#include "maskscope/attention/multi_head.hpp"

namespace maskscope {

template <class T>
struct AttentionGradients {
  Tensor<T> q;       ///< `[B,H,L,D]`
  Tensor<T> k;       ///< `[B,G,S,D]`, summed over the query heads that share a key head
  Tensor<T> v;       ///< `[B,G,S,Dv]`
  Tensor<T> bias;    ///< the shape of `options.bias`, summed where it was repeated; empty without one
  Tensor<T> biased;  ///< `[B,H,L,S]`: of the scores after softcap and bias; 0 exactly at blocked cells
  Tensor<T> scores;  ///< `[B,H,L,S]`: of scale q k^T
};

/// The gradients of sum(output · grad_output) for the output of `attention(q, k, v, options)`. grad_output
/// `[B,H,L,Dv]`.
///
/// Rows with no visible key have weights that do not depend on the scores, so that no gradient reaches q, k or the bias
/// through them. Under `zeros` none reaches v either; under `uniform` v gets the mean, and under `nan` NaN: there one
/// such row spoils the values of its record. Padding queries give 0.
///
/// Throws as `attention` does, `shape_mismatch` for grad_output, and `too_large` where `[B,H,L,S]` is above
/// `max_array_bytes`: unlike `attention` it keeps whole matrices of scores.
template <class T>
AttentionGradients<T> attention_gradients(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                          const Tensor<T>& grad_output, const AttentionOptions<T>& options = {});

template <class T>
struct MultiHeadGradients {
  Tensor<T> x;                      ///< `[B,T,E]`
  Tensor<T> w_q, w_k, w_v;          ///< `[E,C]`
  Tensor<T> w_o;                    ///< `[C,E']`
  AttentionGradients<T> attention;  ///< of the heads `[B,H,T,d]`, with the bias
};

/// The gradients of sum(output · grad_output) for the output of `multi_head_attention(x, parameters, options)`.
/// grad_output `[B,T,E']`. A position that is neither read nor a real query gives 0 to every weight, whatever its x
/// holds. Throws as `attention_gradients` and `multi_head_attention` do.
template <class T>
MultiHeadGradients<T> multi_head_gradients(const Tensor<T>& x, const MultiHeadParameters<T>& parameters,
                                           const Tensor<T>& grad_output, const AttentionOptions<T>& options = {});

}  // namespace maskscope
