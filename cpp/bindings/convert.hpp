#pragma once

// JavaScript values to the core's and back: the shapes of web/src/core.ts. Whatever comes in is checked before memory
// is taken for it; what is wrong becomes an `Error` that names the argument.

#include <emscripten/val.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "maskscope/multi_head.hpp"

namespace maskscope::bindings {

using emscripten::val;

/// The longest axis that the module takes.
inline constexpr std::size_t max_length = 4096;

/// A whole number in [least, most].
double read_whole(const std::string& argument, const val& value, double least, double most);
/// A length that the module will allocate for: 0…`max_length`, else `too_large`.
std::size_t read_length(const std::string& argument, const val& value);
/// An index or a count that nothing is allocated for.
std::size_t read_index(const std::string& argument, const val& value);
int read_int(const std::string& argument, const val& value);
double read_number(const std::string& argument, const val& value);
bool read_bool(const std::string& argument, const val& value);
std::string read_string(const std::string& argument, const val& value);
std::vector<std::size_t> read_lengths(const std::string& argument, const val& value);

Tensor<double> read_tensor(const std::string& argument, const val& value);
Mask read_mask(const std::string& argument, const val& value);
Indices read_indices(const std::string& argument, const val& value);

/// A field of an options object; undefined where the object itself is left out.
val option(const val& options, const char* field);
/// Not given where undefined.
Mask read_optional_mask(const std::string& argument, const val& value);
/// `error` where undefined.
EmptyRow read_empty_row(const val& value);
SoftmaxOptions read_softmax_options(const val& options);
AttentionOptions<double> read_attention_options(const val& options);
MultiHeadParameters<double> read_parameters(const val& value);

val write(const Tensor<double>& array);
val write(const Mask& array);
val write(const Indices& array);
val write(const std::vector<std::size_t>& numbers);
val write(const std::vector<std::string>& texts);
val write(const MultiHeadParameters<double>& parameters);
val write(std::string_view text);
val write(std::size_t number);

/// A plain object.
val object(std::initializer_list<std::pair<const char*, val>> fields);

template <class T, class Write>
val write_list(const std::vector<T>& items, Write write_item) {
  val list = val::array();
  for (std::size_t i = 0; i < items.size(); ++i) list.set(i, write_item(items[i]));
  return list;
}

}  // namespace maskscope::bindings
