#include "attention/attention_shapes.hpp"

#include "base/arrays.hpp"
#include "base/refuse.hpp"

namespace maskscope {

void require_heads(std::size_t heads, std::size_t key_heads) {
  if (heads % key_heads != 0) {
    refuse(ErrorCode::shape_mismatch, "q", "a multiple of the " + std::to_string(key_heads) + " key heads",
           std::to_string(heads) + " query heads");
  }
}

void require_attention_shapes(ShapeView q, ShapeView k, ShapeView v) {
  require_axes("q", q, 4);
  require_shape("k", k, {q[0], any_extent, any_extent, q[3]});
  require_not_empty("k", k);
  require_shape("v", v, {q[0], k[1], k[2], any_extent});
  require_not_empty("v", v);
  require_heads(q[1], k[1]);
}

}  // namespace maskscope
