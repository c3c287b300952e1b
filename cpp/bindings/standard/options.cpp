#include "options.hpp"

namespace maskscope::bindings {

bool is_float32(const char* argument, const val& array) {
  if (holds(array, "Float32Array")) return true;
  if (holds(array, "Float64Array")) return false;
  refuse(ErrorCode::shape_mismatch, argument, "an array of a Float32Array or a Float64Array", describe(array));
}

Precision read_precision(const char* argument, const val& value) {
  return precision_from_name(read_string(argument, value));
}

Cells read_cells(const val& value) {
  if (value.isUndefined()) refuse(ErrorCode::shape_mismatch, "cells", "an object", "undefined");
  Cells cells{read_length("cells.queries", option(value, "queries")), read_length("cells.keys", option(value, "keys"))};
  read_option(cells.offset, value, "offset", read_int);
  return cells;
}

std::uint32_t read_seed(const char* argument, const val& value) {
  return static_cast<std::uint32_t>(read_index(argument, value));
}

}  // namespace maskscope::bindings
