#pragma once

// JavaScript values to the core's and back: the shapes of web/src/core.ts. Whatever comes in is checked before memory
// is taken for it; what is wrong becomes an `Error` that names the argument.

#include <emscripten/val.h>

#include <string>
#include <string_view>
#include <vector>

#include "maskscope/attention/multi_head.hpp"

namespace maskscope::bindings {

using emscripten::val;

/// The longest axis that the module takes.
inline constexpr std::size_t max_length = 4096;

/// What came, in words short enough for a message.
std::string describe(const val& value);
/// Throws an `Error` with the message "argument: expected …, got …".
[[noreturn]] void refuse(ErrorCode code, std::string_view argument, std::string_view expected, std::string_view got);

/// Whether an array's data is a typed array of this name. False for anything that is no array.
bool holds(const val& array, const char* array_type);

/// A whole number in [least, most].
double read_whole(const char* argument, const val& value, double least, double most);
/// A length that the module will allocate for: 0…`max_length`, else `too_large`.
std::size_t read_length(const char* argument, const val& value);
/// An index or a count that nothing is allocated for.
std::size_t read_index(const char* argument, const val& value);
int read_int(const char* argument, const val& value);
double read_number(const char* argument, const val& value);
bool read_bool(const char* argument, const val& value);
std::string read_string(const char* argument, const val& value);
std::vector<std::size_t> read_lengths(const char* argument, const val& value);

Tensor<double> read_tensor(const char* argument, const val& value);
Tensor<float> read_float_tensor(const char* argument, const val& value);
/// Its numbers are in a Float32Array or a Float64Array, as T says.
template <class T>
Tensor<T> read_array_of(const char* argument, const val& value) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return read_float_tensor(argument, value);
  } else {
    return read_tensor(argument, value);
  }
}

Mask read_mask(const char* argument, const val& value);
Indices read_indices(const char* argument, const val& value);

/// A field of an options object; undefined where the object itself is left out.
val option(const val& options, const char* field);
/// Not given where undefined.
Mask read_optional_mask(const char* argument, const val& value);
/// `error` where undefined.
EmptyRow read_empty_row(const val& value);
SoftmaxOptions read_softmax_options(const val& options);
template <class T = double>
AttentionOptions<T> read_attention_options(const val& options);
/// Each module has its own: the page's knows `causal` and `windowLeft`, the standard one the whole rule.
void read_position_rule(PositionRule& rule, const val& options);
MultiHeadParameters<double> read_parameters(const val& value);

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
