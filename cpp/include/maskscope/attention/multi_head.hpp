#pragma once

// Multi-head attention: project, split `[B,T,C] -> [B,T,H,d] -> [B,H,T,d]`, attend with one visibility broadcast
// over the heads, merge back, project. Row vectors: x W, as in the chapter.

#include "maskscope/attention/attention.hpp"

namespace maskscope {

template <class T>
struct MultiHeadParameters {
  std::size_t num_heads = 1;  ///< H; divides C
  Tensor<T> w_q;              ///< `[E,C]`
  Tensor<T> w_k;              ///< `[E,C]`
  Tensor<T> w_v;              ///< `[E,C]`
  Tensor<T> w_o;              ///< `[C,E']`
};

template <class T>
struct MultiHeadTrace {
  Tensor<T> q, k, v;                    ///< `[B,T,C]` after projection
  Tensor<T> q_heads, k_heads, v_heads;  ///< `[B,H,T,d]` after the split
  AttentionTrace<T> attention;          ///< heads' outputs are `attention.output` `[B,H,T,d]`
  Tensor<T> merged;                     ///< J `[B,T,C]`
  Tensor<T> contributions;              ///< `[B,H,T,E']`: each head's output times its own rows of w_o
  Tensor<T> output;                     ///< Y `[B,T,E']` = J w_o = the sum of the contributions over heads
};

/// x w: `[...,T,E]` times `[E,C]`.
template <class T>
Tensor<T> project(const Tensor<T>& x, const Tensor<T>& w);

/// `[B,T,C] -> [B,H,T,d]`, C = H d.
template <class T>
Tensor<T> split_heads(const Tensor<T>& x, std::size_t num_heads);

/// `[B,H,T,d] -> [B,T,C]`, the inverse of `split_heads`.
template <class T>
Tensor<T> merge_heads(const Tensor<T>& heads);

/// Y `[B,T,E']` of x `[B,T,E]`. `options.scale` defaults to 1/sqrt(d).
template <class T>
Tensor<T> multi_head_attention(const Tensor<T>& x, const MultiHeadParameters<T>& parameters,
                               const AttentionOptions<T>& options = {});

template <class T>
MultiHeadTrace<T> trace_multi_head(const Tensor<T>& x, const MultiHeadParameters<T>& parameters,
                                   const AttentionOptions<T>& options = {});

/// Heads in another order: `order[h]` is the old head that becomes head h. Moves the columns of w_q, w_k, w_v and
/// leaves w_o alone, so the function changes unless `permute_output_rows` follows.
template <class T>
MultiHeadParameters<T> permute_heads(const MultiHeadParameters<T>& parameters, const std::vector<std::size_t>& order);

/// Moves the rows of w_o, in blocks of d, in the same order.
template <class T>
MultiHeadParameters<T> permute_output_rows(const MultiHeadParameters<T>& parameters,
                                           const std::vector<std::size_t>& order);

}  // namespace maskscope
