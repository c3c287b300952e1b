#pragma once

// Numbers as narrower formats hold them: IEEE 754 binary16, binary32 and binary64, and bfloat16, the upper half of
// binary32. A value is kept as a double that the format can represent.

#include <string_view>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

enum class Precision {
  float16,   ///< 1 sign, 5 exponent and 10 fraction bits
  bfloat16,  ///< 1, 8, 7
  float32,   ///< 1, 8, 23
  float64,   ///< 1, 11, 52
};

inline constexpr Precision all_precisions[] = {Precision::float16, Precision::bfloat16, Precision::float32,
                                               Precision::float64};

std::string_view name(Precision precision) noexcept;
/// Throws `unknown_name`.
Precision precision_from_name(std::string_view name, std::string_view argument = "precision");

struct PrecisionLimits {
  double largest;             ///< the largest finite number
  double lowest;              ///< its negative: PyTorch's and NumPy's `finfo.min`
  double epsilon;             ///< from 1 to the next larger number
  double smallest_normal;     ///< below it digits are lost
  double smallest_subnormal;  ///< half of it and less rounds to 0
};

PrecisionLimits limits_of(Precision precision) noexcept;

/// The nearest number of the format; of two equally near ones the one with an even last bit (IEEE 754 roundTiesToEven).
/// Rounded once, straight from the double. What lies half a step or more above `largest` becomes infinite; NaN,
/// infinities and the sign of zero are kept.
///
/// The sum, difference, product or quotient of two numbers of a narrower format, computed in double and then rounded,
/// is the correctly rounded result in that format: double has more than twice its digits and two to spare.
double round_to(Precision precision, double number) noexcept;

/// Every element rounded, in the same shape.
template <class T>
Tensor<T> round_to(Precision precision, const Tensor<T>& array);

}  // namespace maskscope
