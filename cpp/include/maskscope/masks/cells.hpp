#pragma once

#include <cstddef>

namespace maskscope {

/// The score cells of one head: L queries by S keys. Query i stands at position i + offset of the sequence whose keys
/// are numbered from 0. Offset 0 lays the top-left corners together; S - L lays the bottom-right corners together, as
/// for the last L queries of a cached sequence. Functions that take cells refuse no queries or keys (`empty_input`), an
/// offset beyond ±2^30 (`out_of_range`) and an array above `max_array_bytes` (`too_large`).
struct Cells {
  std::size_t queries = 1;    ///< L
  std::size_t keys = 1;       ///< S
  std::ptrdiff_t offset = 0;  ///< position of query 0
};

}  // namespace maskscope
