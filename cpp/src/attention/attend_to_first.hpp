#pragma once

// Attention over arrays with room to grow.

#include "maskscope/attention/attention.hpp"

namespace maskscope {

/// `attention_into` over the first `keys` of the C that k `[B,G,C,D]` and v `[B,G,C,Dv]` have room for: S = keys.
template <class T>
void attend_to_first(std::size_t keys, Tensor<T>& output, const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                     const AttentionOptions<T>& options);

}  // namespace maskscope
