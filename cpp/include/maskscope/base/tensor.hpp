#pragma once

// The only header that includes xtensor.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <xtensor/xarray.hpp>

#include "maskscope/base/error.hpp"

namespace maskscope {

/// A dense row-major array of float or double.
template <class T>
using Tensor = xt::xarray<T, xt::layout_type::row_major>;

/// A dense row-major array of booleans. In a visibility, true means "may read".
using Mask = xt::xarray<bool, xt::layout_type::row_major>;

/// A dense row-major array of integers: token ids, targets, reasons.
using Indices = xt::xarray<int, xt::layout_type::row_major>;

using Shape = std::vector<std::size_t>;

/// A shape as an argument: a list in braces, a `Shape`, or an array's own `shape()`. It refers to the extents and must
/// not outlive them.
class ShapeView : public std::span<const std::size_t> {
 public:
  ShapeView(std::initializer_list<std::size_t> extents) : span(extents.begin(), extents.end()) {}
  template <class Extents>
    requires std::convertible_to<decltype(std::declval<const Extents&>().data()), const std::size_t*>
  ShapeView(const Extents& extents) : span(extents.data(), extents.size()) {}
};

/// `"[2,3,4]"`.
std::string to_string(ShapeView shape);

template <class E>
Shape shape_of(const E& array) {
  return Shape(array.shape().begin(), array.shape().end());
}

/// Whether an optional array was given: a default-constructed one has no axes and means "none".
template <class E>
bool is_given(const E& array) {
  return array.dimension() != 0;
}

/// Stands for "any extent" in `require_shape`.
inline constexpr std::size_t any_extent = static_cast<std::size_t>(-1);

/// Throws `shape_mismatch` unless `actual` equals `expected` (`any_extent` matches all), with both shapes in the message.
void require_shape(std::string_view argument, ShapeView actual, ShapeView expected);

/// Throws `empty_input` if any extent is 0.
void require_not_empty(std::string_view argument, ShapeView actual);

/// Throws `not_finite`, naming the first offending index, if any element is NaN or infinite.
template <class T>
void require_finite(std::string_view argument, const Tensor<T>& array);

/// The most bytes that one array of a mask, a bias or scores may take where a function says so: 2 GiB, what the memory
/// of a 32-bit WebAssembly module could hold at best. More is refused as `too_large` before anything is allocated.
inline constexpr std::uint64_t max_array_bytes = std::uint64_t{1} << 31;

/// Throws `shape_mismatch` unless `actual` broadcasts to `target` with right-aligned axes, each equal or 1.
void require_broadcastable(std::string_view argument, ShapeView actual, ShapeView target);

/// A concrete copy of `mask` broadcast to `target`, right-aligned.
Mask broadcast_to(std::string_view argument, const Mask& mask, ShapeView target);

}  // namespace maskscope
