#pragma once

// The shapes in which one mask is kept: axes that do not matter are left out or have extent 1, and the scores repeat it
// along them.

#include <cstdint>
#include <string>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

enum class MaskForm {
  cells,  ///< `[L,S]` the same for every record and head: a causal rule, a window
  keys,   ///< `[B,1,1,S]` the same for every head and query: key padding
  rows,   ///< `[B,1,L,S]` the same for every head: causal and key padding together, packed segments
  full,   ///< `[B,H,L,S]` another for each head
};

/// "cells", "keys", "rows" or "full", else `unknown_name`.
MaskForm mask_form_from_name(std::string_view name);

struct ScoreAxes {
  std::size_t batch = 1;    ///< B
  std::size_t heads = 1;    ///< H
  std::size_t queries = 1;  ///< L
  std::size_t keys = 1;     ///< S
};

Shape mask_form_shape(MaskForm form, const ScoreAxes& axes);

/// The same visibility in another form. mask broadcasts to `[B,H,L,S]`, else `shape_mismatch`. Throws `shape_mismatch`,
/// naming the first cell that would be lost, where the mask differs along an axis that the form leaves out, and
/// `too_large` above `max_array_bytes`.
Mask to_mask_form(const Mask& mask, MaskForm form, const ScoreAxes& axes);

struct MaskCost {
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};

/// What a mask weighs. dtype: "bool" (one byte, as PyTorch and NumPy keep it), or for an additive mask "float16",
/// "bfloat16", "float32" or "float64". Throws `too_large` where the bytes do not fit 2^53; nothing is allocated.
MaskCost mask_form_cost(MaskForm form, const ScoreAxes& axes, const std::string& dtype);

}  // namespace maskscope
