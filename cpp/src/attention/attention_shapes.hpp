#pragma once

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// Throws unless the key heads divide the query heads.
void require_heads(std::size_t heads, std::size_t key_heads);

/// Throws unless q `[B,H,L,D]`, k `[B,G,S,D]` and v `[B,G,S,Dv]` fit together, none is empty, and G divides H.
void require_attention_shapes(ShapeView q, ShapeView k, ShapeView v);

}  // namespace maskscope
