#pragma once

// What the source files do with arrays: make them, reshape them, walk them.

#include <algorithm>
#include <initializer_list>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// The count of elements. Throws `too_large` when the array could not be addressed, so that no product wraps around.
std::size_t checked_count(ShapeView shape, std::size_t bytes_per_element);

/// An array of `shape`, every element `value`.
template <class A>
A filled(ShapeView shape, typename A::value_type value) {
  checked_count(shape, sizeof(typename A::value_type));
  return A(typename A::shape_type(shape.begin(), shape.end()), value);
}

/// An array of `shape` with these elements, row by row.
template <class A>
A array_of(ShapeView shape, std::initializer_list<typename A::value_type> elements) {
  A result = filled<A>(shape, {});
  std::copy(elements.begin(), elements.end(), result.data());
  return result;
}

/// The same elements under another shape of the same count.
template <class A>
A reshaped(const A& array, ShapeView shape) {
  A result = array;
  result.reshape(typename A::shape_type(shape.begin(), shape.end()));
  return result;
}

/// Throws `shape_mismatch` unless `shape` has `rank` axes, and `empty_input` if one of them is 0.
void require_axes(std::string_view argument, ShapeView shape, std::size_t rank);

/// Row-major position of `index` in an array of `shape`.
std::size_t ravel(ShapeView index, ShapeView shape);

/// The index at the row-major position `offset` in an array of `shape`.
Shape unravel(std::size_t offset, ShapeView shape);

/// Steps, in elements, through an array of shape `actual` that is read as if it had the shape `target`:
/// 0 where it repeats. `actual` must broadcast to `target`.
Shape broadcast_strides(ShapeView actual, ShapeView target);

/// The shape to which both broadcast, if they do: where two extents differ and neither is 1, that of `a`.
Shape common_shape(ShapeView a, ShapeView b);

/// Calls `visit(position)` for each element of `target` in row-major order; `position` is where an array of shape
/// `actual`, broadcast to `target`, holds that element.
template <class Visit>
void walk_broadcast(ShapeView actual, ShapeView target, Visit visit) {
  const Shape strides = broadcast_strides(actual, target);
  const std::size_t count = checked_count(target, 1);
  Shape index(target.size(), 0);
  std::size_t position = 0;
  for (std::size_t n = 0; n < count; ++n) {
    visit(position);
    for (std::size_t axis = target.size(); axis-- > 0;) {
      position += strides[axis];
      if (++index[axis] < target[axis]) break;
      position -= strides[axis] * target[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace maskscope
