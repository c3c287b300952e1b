// Powers of two and the hyperbolic tangent on vectors; included once for each instruction set.

#if defined(MASKSCOPE_KERNELS_EXP2_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASKSCOPE_KERNELS_EXP2_INL_HPP
#undef MASKSCOPE_KERNELS_EXP2_INL_HPP
#else
#define MASKSCOPE_KERNELS_EXP2_INL_HPP
#endif

#include <cstddef>
#include <cstdint>

#include "kernels/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace maskscope::kernels::HWY_NAMESPACE {

/// 2^x on [-1/2, 1/2] as 1 + x (c[0] + c[1] x + …), by Remez' algorithm for the relative error. In double, c[0] is ln 2
/// rounded: near 0 the tangent errs as much as c[0] does.
template <class T>
struct FloatFormat;

template <>
struct FloatFormat<float> {
  using Int = std::int32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr int bias = 127;
  // relative error below 2.6e-9, 0.05 ulp
  static constexpr float exp2[] = {0.6931472149680279f,   0.24022652782887738f,  0.05550310551013797f,
                                   0.009617692972993062f, 0.0013406643902351759f, 0.00015594678161326619f};
};

template <>
struct FloatFormat<double> {
  using Int = std::int64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr int bias = 1023;
  // relative error below 1.9e-17, 0.17 ulp
  static constexpr double exp2[] = {0.6931471805599453,     0.24022650695910122,    0.05550410866482074,
                                    0.009618129107596992,   0.0013333558146686048,  0.00015403530454056658,
                                    1.5252733546924631e-05, 1.3215436614253785e-06, 1.0178184639304059e-07,
                                    7.073578412768098e-09,  4.436304384779057e-10};
};

/// The larger of `least` and x, and NaN where x is NaN.
template <class V>
HWY_INLINE V at_least(V least, V x) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  return vec::IfThenElse(vec::Lt(x, least), least, x);
#else
  return vec::Max(least, x);  // of a NaN and a number, the instruction takes its second operand
#endif
}

/// 2^x in two parts: `power`, 2 to a whole number, and `rest` with 2^x = power + power * rest.
template <class T>
struct Exp2Parts {
  Vector<T> power, rest;
};

/// For x <= 0, where `power` becomes 0 below the smallest normal number; NaN stays NaN.
template <class T>
HWY_INLINE Exp2Parts<T> exp2_parts(Vector<T> x) {
  using Format = FloatFormat<T>;
  using Int = typename Format::Int;
  constexpr auto& c = Format::exp2;
  constexpr std::size_t degree = sizeof(c) / sizeof(c[0]);
  const Lanes<T> d;
  const Lanes<Int> di;
  // Adding 1.5 * 2^mantissa_bits rounds to a whole number and leaves it in the lowest bits, here with the bias added.
  const auto round = vec::Set(d, static_cast<T>((Int{3} << (Format::mantissa_bits - 1)) + Format::bias));
  x = at_least(vec::Set(d, T{-Format::bias}), x);
  const auto rounded = vec::Add(x, round);
  const auto fraction = vec::Sub(x, vec::Sub(rounded, round));
  auto sum = vec::Set(d, c[degree - 1]);
  for (std::size_t i = degree - 1; i-- > 0;) sum = vec::MulAdd(sum, fraction, vec::Set(d, c[i]));
  return {vec::BitCast(d, vec::ShiftLeft<Format::mantissa_bits>(vec::BitCast(di, rounded))), vec::Mul(sum, fraction)};
}

/// 2^x for x <= 0, within 1.5 ulp; 0 below half of the smallest normal number or so, for -inf too; NaN for NaN.
template <class T>
HWY_INLINE Vector<T> exp2(Vector<T> x) {
  const Exp2Parts<T> parts = exp2_parts<T>(x);
  return vec::MulAdd(parts.power, parts.rest, parts.power);
}

/// The hyperbolic tangent, within 5 ulp (float) and 4 ulp (double); NaN for NaN. With t = e^(-2|x|), it is
/// (1 - t) / (1 + t), and the parts of t give 1 - t without cancellation near 0.
template <class T>
HWY_INLINE Vector<T> tanh(Vector<T> x) {
  const Lanes<T> d;
  const auto zero = vec::Zero(d);
  const auto size = vec::Max(vec::Sub(zero, x), x);
  const Exp2Parts<T> t = exp2_parts<T>(vec::Mul(size, vec::Set(d, static_cast<T>(-2.8853900817779268))));
  const auto t_minus_1 = vec::MulAdd(t.power, t.rest, vec::Sub(t.power, vec::Set(d, T{1})));
  const auto result = vec::Div(t_minus_1, vec::Add(t_minus_1, vec::Set(d, T{2})));
  return vec::IfThenElse(vec::Lt(x, zero), result, vec::Sub(zero, result));
}

}  // namespace maskscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
