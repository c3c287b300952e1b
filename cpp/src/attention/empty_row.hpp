#pragma once

// What becomes of a row without a sum over visible keys: one place for the softmax, attention and the wrong variants.

#include "base/arrays.hpp"
#include "maskscope/attention/masked_softmax.hpp"

namespace maskscope {

/// Throws for the rows of `shape` for which `is_empty` holds; `first` is the first of them.
template <class IsEmpty>
[[noreturn]] void refuse_empty_rows(ShapeView shape, std::size_t first, IsEmpty is_empty) {
  const std::size_t rows = checked_count(shape, 1);
  std::size_t count = 1;
  for (std::size_t row = first + 1; row < rows; ++row) count += is_empty(row);
  throw EmptyRowError(unravel(first, shape), count, rows);
}

/// Fills the weights `[keys]` of a valid query that has no visible key. Not for `EmptyRow::error`.
template <class T>
void fill_empty_row(EmptyRow policy, std::size_t keys, T* weights);

}  // namespace maskscope
