#pragma once

// JavaScript values to the core's: the shapes of web/src/core/. Whatever comes in is checked before memory is taken for
// it; what is wrong becomes an `Error` that names the argument and what came.

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "maskscope/base/tensor.hpp"

namespace maskscope::bindings {

using emscripten::val;

/// The longest axis that the module takes.
inline constexpr std::size_t max_length = 4096;

/// What came, in words short enough for a message: web/src/core/words.ts has them.
std::string describe(const val& value);

/// Throws for anything but an object that is no array.
void require_object(const char* argument, const val& value);

/// An array that was given: it lies in the module already, or was copied in for this call.
template <class A>
class ArrayArgument {
 public:
  explicit ArrayArgument(const A& resident) : array_(&resident) {}
  explicit ArrayArgument(A&& copied) : copied_(std::move(copied)), array_(&copied_) {}
  ArrayArgument(const ArrayArgument&) = delete;
  ArrayArgument& operator=(const ArrayArgument&) = delete;
  const A& operator*() const { return *array_; }

 private:
  A copied_;
  const A* array_;
};

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

ArrayArgument<Tensor<double>> read_tensor(const char* argument, const val& value);
ArrayArgument<Tensor<float>> read_float_tensor(const char* argument, const val& value);
ArrayArgument<Mask> read_mask(const char* argument, const val& value);
ArrayArgument<Indices> read_indices(const char* argument, const val& value);

/// Its numbers are in a Float32Array or a Float64Array, as T says.
template <class T>
ArrayArgument<Tensor<T>> read_array_of(const char* argument, const val& value) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return read_float_tensor(argument, value);
  } else {
    return read_tensor(argument, value);
  }
}

/// Of an array's types of numbers.
enum class Element { float32, float64, mask, indices };
Element element_type(const char* argument, const val& array);

/// Calls `function` with a zero of the type that the array's numbers have, float or double; else `shape_mismatch`.
bool is_float32(const char* argument, const val& array);
template <class Function>
val by_element_type(const char* argument, const val& array, Function function) {
  return is_float32(argument, array) ? function(float{}) : function(double{});
}

/// The numbers of a typed array of the right type and length.
void read_numbers(const char* argument, const val& data, Tensor<double>& into);
void read_numbers(const char* argument, const val& data, Tensor<float>& into);
void read_numbers(const char* argument, const val& data, Mask& into);
void read_numbers(const char* argument, const val& data, Indices& into);

/// Throws unless it is a list of at most `max_length`; its length.
std::size_t read_list_length(const char* argument, const val& value);

/// A list of what `read` reads.
template <class Read>
auto read_list(const char* argument, const val& value, Read read) {
  const std::size_t count = read_list_length(argument, value);
  std::vector<decltype(read(argument, value))> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(read(argument, value[i]));
  return list;
}

/// An object whose fields have names. A field that nothing asked for is a slip, and refused with the nearest name.
class Options {
 public:
  /// Where `value` is undefined, no field is given.
  Options(const char* argument, const val& value);

  val operator[](const char* field);

  /// Into `target`, unless it is left out. `read` is one of the read functions.
  template <class Target, class Read>
  void read(Target& target, const char* field, Read read) {
    const val value = (*this)[field];
    if (!value.isUndefined()) target = contents(read(field, value));
  }

  /// To be called once all fields have been asked for.
  void refuse_others() const;

 private:
  template <class A>
  static const A& contents(const ArrayArgument<A>& given) { return *given; }
  template <class Value>
  static Value contents(Value value) { return value; }

  const char* argument_;
  const val& value_;
  const bool given_;
  std::vector<std::string_view> fields_;
};

}  // namespace maskscope::bindings
