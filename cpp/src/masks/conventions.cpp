#include "maskscope/masks/conventions.hpp"

#include <limits>

#include "base/arrays.hpp"
#include "base/refuse.hpp"
#include "maskscope/masks/visibility.hpp"

namespace maskscope {
namespace {

void require_batch_of_keys(std::string_view argument, ShapeView shape) {
  require_axes(argument, shape, 2);
}

}  // namespace

Mask to_sdpa_mask(const Mask& visible) {
  require_not_empty("visible", visible.shape());
  return visible;
}

Mask from_sdpa_mask(const Mask& attn_mask) {
  require_not_empty("attn_mask", attn_mask.shape());
  return attn_mask;
}

Mask to_mha_attn_mask(const Mask& visible, std::size_t num_heads) {
  require_positive("num_heads", num_heads);
  require_not_empty("visible", visible.shape());
  if (visible.dimension() == 2) return visible_not(visible);
  if (visible.dimension() != 4 || (visible.shape(1) != 1 && visible.shape(1) != num_heads)) {
    refuse(ErrorCode::shape_mismatch, "visible",
           "shape [L,S], [B,1,L,S] or [B," + std::to_string(num_heads) + ",L,S]", to_string(visible.shape()));
  }
  const std::size_t batch = visible.shape(0), queries = visible.shape(2), keys = visible.shape(3);
  const Mask per_head = broadcast_to("visible", visible, {batch, num_heads, queries, keys});
  return visible_not(reshaped(per_head, {batch * num_heads, queries, keys}));
}

Mask from_mha_attn_mask(const Mask& attn_mask, std::size_t num_heads) {
  require_positive("num_heads", num_heads);
  require_not_empty("attn_mask", attn_mask.shape());
  if (attn_mask.dimension() == 2) return visible_not(attn_mask);
  if (attn_mask.dimension() != 3 || attn_mask.shape(0) % num_heads != 0) {
    refuse(ErrorCode::shape_mismatch, "attn_mask", "shape [L,S] or [B*" + std::to_string(num_heads) + ",L,S]",
           to_string(attn_mask.shape()));
  }
  const std::size_t batch = attn_mask.shape(0) / num_heads;
  return visible_not(reshaped(attn_mask, {batch, num_heads, attn_mask.shape(1), attn_mask.shape(2)}));
}

Mask to_key_padding_mask(const Mask& valid_keys) {
  require_batch_of_keys("valid_keys", valid_keys.shape());
  return visible_not(valid_keys);
}

Mask from_key_padding_mask(const Mask& key_padding_mask) {
  require_batch_of_keys("key_padding_mask", key_padding_mask.shape());
  return visible_not(key_padding_mask);
}

template <class T>
Tensor<T> to_additive_mask(const Mask& visible) {
  require_not_empty("visible", visible.shape());
  Tensor<T> mask = filled<Tensor<T>>(visible.shape(), 0);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (!visible.data()[i]) mask.data()[i] = -std::numeric_limits<T>::infinity();
  }
  return mask;
}

template <class T>
Mask from_additive_mask(const Tensor<T>& mask) {
  require_not_empty("mask", mask.shape());
  Mask visible = filled<Mask>(mask.shape(), true);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const T element = mask.data()[i];
    if (element == 0) continue;
    if (element != -std::numeric_limits<T>::infinity()) {
      refuse(ErrorCode::out_of_range, "mask", "0 or -inf", number_text(element, i, mask.shape()));
    }
    visible.data()[i] = false;
  }
  return visible;
}

Indices to_attention_mask(const Mask& valid_keys) {
  require_batch_of_keys("valid_keys", valid_keys.shape());
  Indices mask = filled<Indices>(valid_keys.shape(), 0);
  for (std::size_t i = 0; i < mask.size(); ++i) mask.data()[i] = valid_keys.data()[i] ? 1 : 0;
  return mask;
}

Mask from_attention_mask(const Indices& attention_mask) {
  require_batch_of_keys("attention_mask", attention_mask.shape());
  Mask valid = filled<Mask>(attention_mask.shape(), false);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const int element = attention_mask.data()[i];
    if (element != 0 && element != 1) {
      refuse(ErrorCode::out_of_range, "attention_mask", "0 or 1", number_text(element, i, attention_mask.shape()));
    }
    valid.data()[i] = element == 1;
  }
  return valid;
}

template Tensor<float> to_additive_mask(const Mask&);
template Tensor<double> to_additive_mask(const Mask&);
template Mask from_additive_mask(const Tensor<float>&);
template Mask from_additive_mask(const Tensor<double>&);

}  // namespace maskscope
