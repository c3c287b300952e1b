#pragma once

// Sizes that are refused before anything is allocated, and counts that are refused before they wrap around.

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// Throws `too_large`, with the number of bytes, for an array above `max_array_bytes`.
void require_fits(std::string_view argument, ShapeView shape, std::size_t bytes_per_element);

/// The product of `factors`. Throws `too_large` above 2^53, the largest count that a JavaScript number holds exactly.
std::uint64_t checked_product(std::string_view argument, std::string_view unit,
                              std::initializer_list<std::uint64_t> factors);

/// Bytes of one number: "float16", "bfloat16", "float32" or "float64"; 0 for other names.
std::uint64_t bytes_of(std::string_view dtype) noexcept;

}  // namespace maskscope
