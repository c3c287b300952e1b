#pragma once

#include "maskscope/attention/multi_head.hpp"

namespace maskscope {

/// Throws unless the heads divide the width: `out_of_range` for no head, `shape_mismatch` for a remainder.
void require_divisible(std::size_t width, std::size_t num_heads);

/// Throws unless the projections fit together and the heads divide their width.
template <class T>
void require_parameters(const MultiHeadParameters<T>& parameters);

}  // namespace maskscope
