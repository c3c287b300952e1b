// The vector exponential and hyperbolic tangent against long double, on every instruction set. Like the kernels, this
// file is compiled once for each of them.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/exp2_test.cpp"
#include <hwy/foreach_target.h>  // before highway.h

#include "kernels/exp2-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace maskscope::kernels::HWY_NAMESPACE {

/// In place. count: a multiple of every vector's length.
template <class T>
void exp2_each(T* x, std::size_t count) {
  const Lanes<T> d;
  for (std::size_t n = 0; n < count; n += lanes<T>) vec::StoreU(exp2<T>(vec::LoadU(d, x + n)), d, x + n);
}

template <class T>
void tanh_each(T* x, std::size_t count) {
  const Lanes<T> d;
  for (std::size_t n = 0; n < count; n += lanes<T>) vec::StoreU(tanh<T>(vec::LoadU(d, x + n)), d, x + n);
}

// What the table of instruction sets refers to must not be a template.
void exp2_floats(float* x, std::size_t count) { exp2_each(x, count); }
void exp2_doubles(double* x, std::size_t count) { exp2_each(x, count); }
void tanh_floats(float* x, std::size_t count) { tanh_each(x, count); }
void tanh_doubles(double* x, std::size_t count) { tanh_each(x, count); }

}  // namespace maskscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "support/checks.hpp"
#include "support/instruction_sets.hpp"
#include "base/random.hpp"

namespace maskscope::kernels {
namespace {

using namespace checks;

HWY_EXPORT(exp2_floats);
HWY_EXPORT(exp2_doubles);
HWY_EXPORT(tanh_floats);
HWY_EXPORT(tanh_doubles);

void exp2_in_place(float* x, std::size_t count) { HWY_DYNAMIC_DISPATCH(exp2_floats)(x, count); }
void exp2_in_place(double* x, std::size_t count) { HWY_DYNAMIC_DISPATCH(exp2_doubles)(x, count); }
void tanh_in_place(float* x, std::size_t count) { HWY_DYNAMIC_DISPATCH(tanh_floats)(x, count); }
void tanh_in_place(double* x, std::size_t count) { HWY_DYNAMIC_DISPATCH(tanh_doubles)(x, count); }

/// What `function` makes of each number of x.
template <class T, class Function>
std::vector<T> each(Function function, std::vector<T> x) {
  const std::size_t count = x.size();
  x.resize((count + 15) / 16 * 16);
  function(x.data(), x.size());
  x.resize(count);
  return x;
}

template <class T>
std::vector<T> exp2_of(const std::vector<T>& x) {
  return each([](T* data, std::size_t count) { exp2_in_place(data, count); }, x);
}

template <class T>
std::vector<T> tanh_of(const std::vector<T>& x) {
  return each([](T* data, std::size_t count) { tanh_in_place(data, count); }, x);
}

/// Evenly from `least` to `greatest`, and again as many at random.
template <class T>
std::vector<T> sweep(double least, double greatest, std::size_t count) {
  Random random(1);
  std::vector<T> result;
  for (std::size_t n = 0; n <= count; ++n) {
    const double at = static_cast<double>(n) / static_cast<double>(count);
    result.push_back(static_cast<T>(least + at * (greatest - least)));
    result.push_back(static_cast<T>(least + random.uniform() * (greatest - least)));
  }
  return result;
}

/// Of both signs, each power of two from the least normal number to 2^greatest, and numbers between them.
template <class T>
std::vector<T> all_magnitudes(int greatest) {
  Random random(2);
  std::vector<T> result;
  for (int exponent = std::numeric_limits<T>::min_exponent - 1; exponent < greatest; ++exponent) {
    for (int n = 0; n < 20; ++n) {
      const T x = std::ldexp(static_cast<T>(n == 0 ? 1 : 1 + random.uniform()), exponent);
      result.push_back(x);
      result.push_back(-x);
    }
  }
  return result;
}

/// Every result within so many units in the last place of the exact one.
template <class T>
void expect_ulps(const std::vector<T>& x, const std::vector<T>& actual, const std::vector<long double>& exact,
                 long double ulps) {
  for (std::size_t n = 0; n < x.size(); ++n) {
    const int exponent = std::max(std::ilogb(exact[n]), std::numeric_limits<T>::min_exponent - 1);
    const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
    const long double error = std::abs(static_cast<long double>(actual[n]) - exact[n]) / ulp;
    // Negated, so that NaN fails.
    if (!(error <= ulps)) {
      ADD_FAILURE() << "of " << x[n] << ": " << actual[n] << " instead of " << exact[n] << ", " << error << " ulp";
      return;
    }
  }
}

/// In long double, of 64 bits on x86. Where it is no wider than double it adds half a unit of its own.
template <class T, class Function>
std::vector<long double> exactly(const std::vector<T>& x, Function function) {
  std::vector<long double> result;
  for (const T number : x) result.push_back(function(static_cast<long double>(number)));
  return result;
}

template <class T>
class VectorExp2 : public testing::Test {
 protected:
  static constexpr T least_normal_power = std::numeric_limits<T>::min_exponent - 1;
};
template <class T>
class VectorTanh : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(VectorExp2, Types);
TYPED_TEST_SUITE(VectorTanh, Types);

TYPED_TEST(VectorExp2, IsWithinOneAndAHalfUlp) {
  std::vector<TypeParam> x = sweep<TypeParam>(this->least_normal_power, 0, 100000);
  // Where one polynomial ends and the next begins, most is to lose.
  for (double half = this->least_normal_power; half <= 0; half += 0.5) {
    const TypeParam at = static_cast<TypeParam>(half);
    x.push_back(at);
    x.push_back(std::min(std::nextafter(at, TypeParam(1)), TypeParam(0)));
    x.push_back(std::max(std::nextafter(at, TypeParam(-9999)), this->least_normal_power));
  }
  for (const TypeParam number : all_magnitudes<TypeParam>(6)) x.push_back(-std::abs(number));
  const std::vector<long double> exact = exactly(x, [](long double number) { return std::exp2(number); });
  on_each_instruction_set([&](const char*) { expect_ulps(x, exp2_of(x), exact, 1.5L); });
}

TYPED_TEST(VectorExp2, OfZeroIsOneAndWholePowersAreExact) {
  std::vector<TypeParam> x;
  for (TypeParam power = this->least_normal_power; power <= 0; ++power) x.push_back(power);
  on_each_instruction_set([&](const char*) {
    EXPECT_EQ(exp2_of<TypeParam>({0, TypeParam(-0.0)}), (std::vector<TypeParam>{1, 1}));
    const std::vector<TypeParam> powers = exp2_of(x);
    for (std::size_t n = 0; n < x.size(); ++n) EXPECT_EQ(powers[n], std::exp2(x[n]));
  });
}

TYPED_TEST(VectorExp2, OfMinusInfinityAndOfAnythingAsLowIsZero) {
  using Limits = std::numeric_limits<TypeParam>;
  const TypeParam least = this->least_normal_power;
  const std::vector<TypeParam> x = {least - TypeParam(0.75), least - 1, least - 24, least - 60, least - 1000,
                                    TypeParam(-1e9), Limits::lowest(), -Limits::infinity()};
  on_each_instruction_set([&](const char*) {
    for (const TypeParam result : exp2_of(x)) EXPECT_EQ(result, 0);
  });
}

// Down to half a power below the least normal number a result may be subnormal, else it is 0: never anything else.
TYPED_TEST(VectorExp2, BelowTheLeastNormalNumberIsNearOrZero) {
  const double least = this->least_normal_power;
  const std::vector<TypeParam> x = sweep<TypeParam>(least - 1, std::nextafter(least, -9999), 1000);
  on_each_instruction_set([&](const char*) {
    const std::vector<TypeParam> results = exp2_of(x);
    for (std::size_t n = 0; n < x.size(); ++n) {
      const long double exact = std::exp2(static_cast<long double>(x[n]));
      if (results[n] != 0) expect_ulps<TypeParam>({x[n]}, {results[n]}, {exact}, 1.5L);
    }
  });
}

TYPED_TEST(VectorExp2, OfNaNIsNaNAndLeavesItsNeighboursAlone) {
  std::vector<TypeParam> x(33, TypeParam(-1));
  on_each_instruction_set([&](const char*) {
    for (std::size_t at = 0; at < x.size(); ++at) {
      x[at] = TypeParam(nan);
      const std::vector<TypeParam> results = exp2_of(x);
      for (std::size_t n = 0; n < x.size(); ++n) {
        EXPECT_TRUE(n == at ? std::isnan(results[n]) : results[n] == TypeParam(0.5)) << n;
      }
      x[at] = -1;
    }
  });
}

TYPED_TEST(VectorTanh, IsWithinFiveUlpInFloatAndFourInDouble) {
  const long double ulps = sizeof(TypeParam) == sizeof(float) ? 5 : 4;
  std::vector<TypeParam> x = sweep<TypeParam>(-25, 25, 100000);
  for (const TypeParam number : all_magnitudes<TypeParam>(100)) x.push_back(number);
  const std::vector<long double> exact = exactly(x, [](long double number) { return std::tanh(number); });
  on_each_instruction_set([&](const char*) { expect_ulps(x, tanh_of(x), exact, ulps); });
}

TYPED_TEST(VectorTanh, KeepsSignsAndLimits) {
  using Limits = std::numeric_limits<TypeParam>;
  on_each_instruction_set([&](const char*) {
    EXPECT_EQ(tanh_of<TypeParam>({0, TypeParam(-0.0)}), (std::vector<TypeParam>{0, 0}));
    EXPECT_EQ(tanh_of<TypeParam>({Limits::infinity(), -Limits::infinity(), Limits::max(), Limits::lowest()}),
              (std::vector<TypeParam>{1, -1, 1, -1}));
    EXPECT_TRUE(std::isnan(tanh_of<TypeParam>({TypeParam(nan)})[0]));
    std::vector<TypeParam> x = all_magnitudes<TypeParam>(10);
    const std::vector<TypeParam> results = tanh_of(x);
    for (TypeParam& number : x) number = -number;
    const std::vector<TypeParam> mirrored = tanh_of(x);
    for (std::size_t n = 0; n < x.size(); ++n) {
      EXPECT_LE(std::abs(results[n]), 1);
      EXPECT_EQ(results[n], -mirrored[n]);
    }
  });
}

}  // namespace
}  // namespace maskscope::kernels

#endif
