#include "maskscope/base/tensor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/arrays.hpp"
#include "base/refuse.hpp"

namespace maskscope {

std::string to_string(ShapeView shape) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis > 0) text += ",";
    text += shape[axis] == any_extent ? "*" : std::to_string(shape[axis]);
  }
  return text + "]";
}

void require_shape(std::string_view argument, ShapeView actual, ShapeView expected) {
  bool same = actual.size() == expected.size();
  for (std::size_t axis = 0; same && axis < actual.size(); ++axis) {
    same = expected[axis] == any_extent || expected[axis] == actual[axis];
  }
  if (!same) {
    refuse(ErrorCode::shape_mismatch, argument, "shape " + to_string(expected), to_string(actual));
  }
}

void require_not_empty(std::string_view argument, ShapeView actual) {
  for (const std::size_t extent : actual) {
    if (extent == 0) {
      refuse(ErrorCode::empty_input, argument, "at least one element", "shape " + to_string(actual));
    }
  }
}

template <class T>
void require_finite(std::string_view argument, const Tensor<T>& array) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    const T element = array.data()[i];
    if (!std::isfinite(element)) {
      refuse(ErrorCode::not_finite, argument, "finite numbers", number_text(element, i, array.shape()));
    }
  }
}

void require_broadcastable(std::string_view argument, ShapeView actual, ShapeView target) {
  bool fits = actual.size() <= target.size();
  for (std::size_t axis = 1; fits && axis <= actual.size(); ++axis) {
    const std::size_t extent = actual[actual.size() - axis];
    fits = extent == 1 || extent == target[target.size() - axis];
  }
  if (!fits) {
    refuse(ErrorCode::shape_mismatch, argument, "a shape that broadcasts to " + to_string(target), to_string(actual));
  }
}

Mask broadcast_to(std::string_view argument, const Mask& mask, ShapeView target) {
  require_broadcastable(argument, mask.shape(), target);
  Mask result = filled<Mask>(target, false);
  bool* cell = result.data();
  walk_broadcast(mask.shape(), target, [&](std::size_t position) { *cell++ = mask.data()[position]; });
  return result;
}

std::size_t checked_count(ShapeView shape, std::size_t bytes_per_element) {
  const std::size_t limit = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / bytes_per_element;
  std::size_t count = 1;
  for (const std::size_t extent : shape) {
    if (extent != 0 && count > limit / extent) {
      throw Error(ErrorCode::too_large, "an array of shape " + to_string(shape) + " does not fit into memory");
    }
    count *= extent;
  }
  return count;
}

void require_axes(std::string_view argument, ShapeView shape, std::size_t rank) {
  require_shape(argument, shape, Shape(rank, any_extent));
  require_not_empty(argument, shape);
}

std::size_t ravel(ShapeView index, ShapeView shape) {
  std::size_t offset = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) offset = offset * shape[axis] + index[axis];
  return offset;
}

Shape unravel(std::size_t offset, ShapeView shape) {
  Shape index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = offset % shape[axis];
    offset /= shape[axis];
  }
  return index;
}

Shape broadcast_strides(ShapeView actual, ShapeView target) {
  Shape strides(target.size(), 0);
  std::size_t step = 1;
  for (std::size_t axis = 1; axis <= actual.size(); ++axis) {
    const std::size_t extent = actual[actual.size() - axis];
    if (extent != 1) strides[target.size() - axis] = step;
    step *= extent;
  }
  return strides;
}

Shape common_shape(ShapeView a, ShapeView b) {
  Shape result(std::max(a.size(), b.size()), 1);
  for (std::size_t axis = 1; axis <= result.size(); ++axis) {
    std::size_t& extent = result[result.size() - axis];
    if (axis <= a.size()) extent = a[a.size() - axis];
    if (axis <= b.size() && extent == 1) extent = b[b.size() - axis];
  }
  return result;
}

template void require_finite(std::string_view, const Tensor<float>&);
template void require_finite(std::string_view, const Tensor<double>&);

}  // namespace maskscope
