#pragma once

// The core's values to JavaScript: the shapes of web/src/core/. Arrays are copied out.

#include <emscripten/val.h>

#include <string>
#include <string_view>
#include <vector>

#include "maskscope/attention/multi_head.hpp"

namespace maskscope::bindings {

using emscripten::val;

val write(const Tensor<double>& array);
val write(const Tensor<float>& array);
val write(const Mask& array);
val write(const Indices& array);
val write(ShapeView numbers);
val write(const std::vector<std::string>& texts);
val write(const MultiHeadParameters<double>& parameters);
val write(std::string_view text);
val write(std::size_t number);

inline val write(double number) { return val(number); }
inline const val& write(const val& value) { return value; }

/// A typed array of the numbers.
val write_numbers(const Tensor<double>& array);
val write_numbers(const Tensor<float>& array);
val write_numbers(const Mask& array);
val write_numbers(const Indices& array);

/// A count as a JavaScript number, which is exact up to 2^53.
inline double number_of(std::uint64_t count) { return static_cast<double>(count); }

/// A plain object, field by field.
class Object {
 public:
  template <class T>
  Object& set(const char* field, const T& value) {
    object_.set(field, write(value));
    return *this;
  }
  operator val() const { return object_; }

 private:
  val object_ = val::object();
};

template <class Items, class Write>
val write_list(const Items& items, Write write_item) {
  val list = val::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const val item = write_item(items[i]);
    list.set(i, item);
  }
  return list;
}

}  // namespace maskscope::bindings
