#pragma once

// Past and new keys, or values, in one array.

#include <algorithm>

#include "base/arrays.hpp"
#include "base/limits.hpp"

namespace maskscope {

/// `[B,G,P+N,D]`: past `[B,G,P,D]`, then x `[B,G,N,D]`. Throws `too_large` under the name of the result.
template <class T>
Tensor<T> join(std::string_view name, const Tensor<T>& past, const Tensor<T>& x) {
  const Shape shape{x.shape(0), x.shape(1), past.shape(2) + x.shape(2), x.shape(3)};
  require_fits(name, shape, sizeof(T));
  Tensor<T> joined = filled<Tensor<T>>(shape, 0);
  const std::size_t old_count = past.shape(2) * x.shape(3), new_count = x.shape(2) * x.shape(3);
  for (std::size_t row = 0; row < x.shape(0) * x.shape(1); ++row) {
    T* to = std::copy_n(past.data() + row * old_count, old_count, joined.data() + row * (old_count + new_count));
    std::copy_n(x.data() + row * new_count, new_count, to);
  }
  return joined;
}

}  // namespace maskscope
