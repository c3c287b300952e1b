#include "maskscope/attention/precision.hpp"

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// WebAssembly has no floating-point flags, so emscripten does not name them; xtl's header names them without raising any.
#ifndef FE_INVALID
#define FE_INVALID 0
#define FE_DIVBYZERO 0
#define FE_OVERFLOW 0
#define FE_UNDERFLOW 0
#define FE_INEXACT 0
#endif
#include <xtl/xhalf_float.hpp>

#include "base/refuse.hpp"

namespace maskscope {
namespace {

constexpr PrecisionLimits float16_limits{65504, -65504, 0x1p-10, 0x1p-14, 0x1p-24};
constexpr PrecisionLimits bfloat16_limits{0x1.FEp127, -0x1.FEp127, 0x1p-7, 0x1p-126, 0x1p-133};

template <class T>
constexpr PrecisionLimits native_limits{std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest(),
                                        std::numeric_limits<T>::epsilon(), std::numeric_limits<T>::min(),
                                        std::numeric_limits<T>::denorm_min()};

double round_to_float16(double number) {
  using half_float::half;
  // By way of float it would be rounded twice.
  return half_float::half_cast<double>(half_float::half_cast<half, std::round_to_nearest>(number));
}

double round_to_bfloat16(double number) {
  if (!std::isfinite(number)) return number;
  const double magnitude = std::abs(number);
  if (magnitude < bfloat16_limits.smallest_normal) {
    // In this sum the last bit of the double is one bfloat16 step, so that the addition itself rounds.
    constexpr double aligned = bfloat16_limits.smallest_subnormal * 0x1p52;
    return std::copysign(magnitude + aligned - aligned, number);
  }
  constexpr int dropped = 45;  // of the 52 fraction bits
  std::uint64_t bits;
  std::memcpy(&bits, &magnitude, sizeof(bits));  // emscripten 3.1.6 has no std::bit_cast
  const std::uint64_t last_kept = bits >> dropped & 1;
  bits += (std::uint64_t{1} << (dropped - 1)) - 1 + last_kept;
  bits = bits >> dropped << dropped;
  double rounded;
  std::memcpy(&rounded, &bits, sizeof(rounded));
  return std::copysign(rounded > bfloat16_limits.largest ? std::numeric_limits<double>::infinity() : rounded, number);
}

}  // namespace

std::string_view name(Precision precision) noexcept {
  switch (precision) {
    case Precision::float16: return "float16";
    case Precision::bfloat16: return "bfloat16";
    case Precision::float32: return "float32";
    case Precision::float64: break;
  }
  return "float64";
}

Precision precision_from_name(std::string_view wanted, std::string_view argument) {
  for (const Precision precision : all_precisions) {
    if (name(precision) == wanted) return precision;
  }
  refuse_name(argument, {"float16", "bfloat16", "float32", "float64"}, wanted);
}

PrecisionLimits limits_of(Precision precision) noexcept {
  switch (precision) {
    case Precision::float16: return float16_limits;
    case Precision::bfloat16: return bfloat16_limits;
    case Precision::float32: return native_limits<float>;
    case Precision::float64: break;
  }
  return native_limits<double>;
}

double round_to(Precision precision, double number) noexcept {
  switch (precision) {
    case Precision::float16: return round_to_float16(number);
    case Precision::bfloat16: return round_to_bfloat16(number);
    case Precision::float32: return static_cast<float>(number);
    case Precision::float64: break;
  }
  return number;
}

template <class T>
Tensor<T> round_to(Precision precision, const Tensor<T>& array) {
  Tensor<T> rounded = array;
  for (T& element : rounded.storage()) element = static_cast<T>(round_to(precision, element));
  return rounded;
}

template Tensor<float> round_to(Precision, const Tensor<float>&);
template Tensor<double> round_to(Precision, const Tensor<double>&);

}  // namespace maskscope
