#pragma once

// Walking the cells of one head by positions.

#include <cstdint>

#include "base/arrays.hpp"
#include "maskscope/masks/cells.hpp"

namespace maskscope {

/// Throws unless an array of `shape`, whose last two axes are the cells, can be made: see `Cells`.
void require_cells(const Cells& cells, ShapeView shape, std::size_t bytes_per_element);

/// Calls `visit(position, key)` for each cell, row by row.
template <class Visit>
void walk_cells(const Cells& cells, Visit visit) {
  for (std::size_t i = 0; i < cells.queries; ++i) {
    const std::int64_t position = static_cast<std::int64_t>(i) + cells.offset;
    for (std::size_t j = 0; j < cells.keys; ++j) visit(position, static_cast<std::int64_t>(j));
  }
}

}  // namespace maskscope
