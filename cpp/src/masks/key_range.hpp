#pragma once

#include <cstddef>

namespace maskscope {

/// Neighbouring keys, `end` excluded.
struct KeyRange {
  std::size_t begin, end;

  bool contains(std::size_t key) const { return begin <= key && key < end; }
  bool empty() const { return begin >= end; }
};

}  // namespace maskscope
