#include "base/refuse.hpp"

#include <cmath>

#include "base/arrays.hpp"

namespace maskscope {
namespace {

/// Up to six decimals, without trailing zeros. number is in [0, 1e9).
std::string fixed_text(double number) {
  const auto millionths = static_cast<std::int64_t>(std::round(number * 1e6));
  std::string decimals = std::to_string(millionths % 1000000);
  decimals.insert(0, 6 - decimals.size(), '0');
  decimals.erase(decimals.find_last_not_of('0') + 1);
  const std::string whole = std::to_string(millionths / 1000000);
  return decimals.empty() ? whole : whole + "." + decimals;
}

}  // namespace

void refuse(ErrorCode code, std::string_view argument, std::string_view expected, std::string_view got) {
  std::string message(argument);
  message.append(": expected ").append(expected).append(", got ").append(got);
  throw Error(code, message);
}

void require_positive(std::string_view argument, std::uint64_t number) {
  if (number == 0) refuse(ErrorCode::out_of_range, argument, "at least 1", "0");
}

void refuse_name(std::string_view argument, std::span<const std::string_view> known, std::string_view got) {
  std::string expected;
  std::size_t left = known.size();
  for (const std::string_view name : known) expected.append(quoted(name)).append(--left > 1 ? ", " : left == 1 ? " or " : "");
  refuse(ErrorCode::unknown_name, argument, expected, quoted(got));
}

std::string quoted(std::string_view name) { return std::string("\"").append(name).append("\""); }

// Written out because printf would be a twentieth of the WebAssembly module.
std::string number_text(double number) {
  if (std::isnan(number)) return "NaN";
  const std::string sign = std::signbit(number) ? "-" : "";
  double magnitude = std::abs(number);
  if (std::isinf(magnitude)) return sign + "inf";
  if (magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e9)) return sign + fixed_text(magnitude);
  int exponent = 0;
  for (; magnitude >= 10; magnitude /= 10) ++exponent;
  for (; magnitude < 1; magnitude *= 10) --exponent;
  return sign + fixed_text(magnitude) + (exponent < 0 ? "e" : "e+") + std::to_string(exponent);
}

std::string number_text(double number, std::size_t offset, ShapeView shape) {
  return number_text(number) + " at index " + to_string(unravel(offset, shape));
}

}  // namespace maskscope
