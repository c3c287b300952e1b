#pragma once

// How the functions of the standard module read their options, and which width their arrays have.

#include "expose.hpp"
#include "maskscope/attention/precision.hpp"
#include "maskscope/masks/cells.hpp"

namespace maskscope::bindings {

/// Reads a field of an options object into `target`, unless it is left out. `read` is one of the read functions.
template <class Target, class Read>
void read_option(Target& target, const val& options, const char* field, Read read) {
  const val value = option(options, field);
  if (!value.isUndefined()) target = read(field, value);
}

/// Of an array's two types of numbers: true for a Float32Array, false for a Float64Array, else `shape_mismatch`.
bool is_float32(const char* argument, const val& array);

/// Calls `function` with a zero of the type that the array's numbers have.
template <class Function>
val by_element_type(const char* argument, const val& array, Function function) {
  return is_float32(argument, array) ? function(float{}) : function(double{});
}

/// A list of what `read` reads, at most `max_length` of them.
template <class Read>
auto read_list(const char* argument, const val& value, Read read) {
  if (!value.isArray()) refuse(ErrorCode::shape_mismatch, argument, "an array", describe(value));
  const std::size_t count = read_length(argument, value["length"]);
  std::vector<decltype(read(argument, value))> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(read(argument, value[i]));
  return list;
}

Precision read_precision(const char* argument, const val& value);
Cells read_cells(const val& value);
/// 0…2^32 - 1.
std::uint32_t read_seed(const char* argument, const val& value);

/// A count as a JavaScript number, which is exact up to 2^53.
inline double number_of(std::uint64_t count) { return static_cast<double>(count); }

}  // namespace maskscope::bindings
