#pragma once

// How the core words what it throws: the argument, what was expected, what came.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// Throws an `Error` with the message "argument: expected …, got …".
[[noreturn]] void refuse(ErrorCode code, std::string_view argument, std::string_view expected, std::string_view got);

/// Throws `out_of_range` for 0.
void require_positive(std::string_view argument, std::uint64_t number);

/// Throws `unknown_name` for a value that is none of these names.
[[noreturn]] void refuse_name(std::string_view argument, std::span<const std::string_view> known,
                              std::string_view got);
[[noreturn]] inline void refuse_name(std::string_view argument, std::initializer_list<std::string_view> known,
                                     std::string_view got) {
  refuse_name(argument, std::span(known.begin(), known.size()), got);
}

/// A value that is a name, for a message.
std::string quoted(std::string_view name);

/// A number for a message, to seven digits: "0.5", "-1e+20", "NaN", "-inf".
std::string number_text(double number);

/// "number at index [i,j]" for the element at the row-major position `offset`.
std::string number_text(double number, std::size_t offset, ShapeView shape);

}  // namespace maskscope
