#pragma once

// One visibility as other libraries spell it, and back. Inside the project true means "may read"; only here does it not.

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// PyTorch `scaled_dot_product_attention(attn_mask=…)`: bool, true = takes part. Same values and shape as ours.
Mask to_sdpa_mask(const Mask& visible);
Mask from_sdpa_mask(const Mask& attn_mask);

/// PyTorch `MultiheadAttention(attn_mask=…)`: bool, true = blocked. visible `[L,S]` gives `[L,S]`;
/// visible `[B,1|H,L,S]` gives `[B·H,L,S]`.
Mask to_mha_attn_mask(const Mask& visible, std::size_t num_heads);
/// Back to `[L,S]` or `[B,H,L,S]`.
Mask from_mha_attn_mask(const Mask& attn_mask, std::size_t num_heads);

/// PyTorch `MultiheadAttention(key_padding_mask=…)`: bool `[B,S]`, true = ignore this key.
Mask to_key_padding_mask(const Mask& valid_keys);
Mask from_key_padding_mask(const Mask& key_padding_mask);

/// Added to scores before the softmax: 0 where visible, -inf where blocked.
template <class T>
Tensor<T> to_additive_mask(const Mask& visible);
/// 0 is visible, -inf is blocked; anything else throws `out_of_range`: a finite fill does not say what it means.
template <class T>
Mask from_additive_mask(const Tensor<T>& mask);

/// 0/1 attention mask `[B,S]` of tokenisers: 1 = real token, 0 = padding.
Indices to_attention_mask(const Mask& valid_keys);
Mask from_attention_mask(const Indices& attention_mask);

}  // namespace maskscope
