#include "base/limits.hpp"

#include <limits>

#include "base/refuse.hpp"

namespace maskscope {
namespace {

std::string bytes_text(ShapeView shape, std::uint64_t bytes_per_element) {
  std::uint64_t bytes = bytes_per_element;
  for (const std::uint64_t extent : shape) {
    if (bytes > std::numeric_limits<std::uint64_t>::max() / extent) return "more than 2^64 bytes";
    bytes *= extent;
  }
  return std::to_string(bytes) + " bytes";
}

}  // namespace

void require_fits(std::string_view argument, ShapeView shape, std::size_t bytes_per_element) {
  require_not_empty(argument, shape);
  std::uint64_t left = max_array_bytes / bytes_per_element;
  for (const std::uint64_t extent : shape) left /= extent;
  if (left == 0) {
    refuse(ErrorCode::too_large, argument, "at most " + std::to_string(max_array_bytes) + " bytes",
           bytes_text(shape, bytes_per_element) + " for the shape " + to_string(shape));
  }
}

std::uint64_t checked_product(std::string_view argument, std::string_view unit,
                              std::initializer_list<std::uint64_t> factors) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 53;
  std::uint64_t product = 1;
  for (const std::uint64_t factor : factors) {
    if (factor != 0 && product > limit / factor) {
      refuse(ErrorCode::too_large, argument, std::string("at most 2^53 ").append(unit), "more");
    }
    product *= factor;
  }
  return product;
}

std::uint64_t bytes_of(std::string_view dtype) noexcept {
  if (dtype == "float16" || dtype == "bfloat16") return 2;
  if (dtype == "float32") return 4;
  if (dtype == "float64") return 8;
  return 0;
}

}  // namespace maskscope
