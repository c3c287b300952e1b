#pragma once

// What linear attention does to a state `[width,value_width]`, in plain loops over pointers and counts.

#include <cstddef>

namespace maskscope::kernels {

/// state += k `[width]` v `[value_width]`^T.
template <class T>
void add_outer_product(const T* k, const T* v, std::size_t width, std::size_t value_width, T* state);

/// output `[value_width]` = state^T q `[width]`.
template <class T>
void read_state(const T* state, const T* q, std::size_t width, std::size_t value_width, T* output);

}  // namespace maskscope::kernels
