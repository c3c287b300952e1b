#include "maskscope/attention/precision.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

constexpr Precision narrow[] = {Precision::float16, Precision::bfloat16};

/// The value of the positive number with these bits, straight from the definition of the format.
double decode(Precision precision, int bits) {
  const int fraction_bits = precision == Precision::float16 ? 10 : 7;
  const int bias = precision == Precision::float16 ? 15 : 127;
  const int exponent = bits >> fraction_bits;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  if (exponent == 0) return std::ldexp(fraction, 1 - bias - fraction_bits);
  return std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

int bits_of_infinity(Precision precision) { return precision == Precision::float16 ? 0x7C00 : 0x7F80; }

TEST(Precision, EveryNumberOfANarrowFormatIsKept) {
  for (const Precision precision : narrow) {
    for (int bits = 0; bits < bits_of_infinity(precision); ++bits) {
      const double number = decode(precision, bits);
      ASSERT_EQ(round_to(precision, number), number) << name(precision) << " " << bits;
      ASSERT_EQ(round_to(precision, -number), -number) << name(precision) << " " << bits;
    }
  }
}

TEST(Precision, GoesToTheNearestAndFromTheMiddleToTheEven) {
  for (const Precision precision : narrow) {
    // The last step, whose upper end would be the first number too large, is the way to infinity.
    for (int bits = 0; bits < bits_of_infinity(precision); ++bits) {
      const double below = decode(precision, bits);
      const double middle = (below + decode(precision, bits + 1)) / 2;
      const double above = bits + 1 == bits_of_infinity(precision) ? inf : decode(precision, bits + 1);
      const double even = bits % 2 == 0 ? below : above;
      ASSERT_EQ(round_to(precision, std::nextafter(middle, 0)), below) << name(precision) << " " << bits;
      ASSERT_EQ(round_to(precision, middle), even) << name(precision) << " " << bits;
      ASSERT_EQ(round_to(precision, std::nextafter(middle, inf)), above) << name(precision) << " " << bits;
      ASSERT_EQ(round_to(precision, -middle), -even) << name(precision) << " " << bits;
    }
  }
}

TEST(Precision, RoundsOnceNotByWayOfFloat) {
  // float32 drops the last bit and leaves a middle, which then goes to the even neighbour, down.
  EXPECT_EQ(round_to(Precision::float16, 1 + 0x1p-11 + 0x1p-40), 1 + 0x1p-10);
  EXPECT_EQ(round_to(Precision::bfloat16, 1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7);
  EXPECT_EQ(round_to(Precision::bfloat16, 0x1p-134 + 0x1p-180), 0x1p-133);
}

TEST(Precision, Float32IsTheMachinesOwn) {
  EXPECT_EQ(round_to(Precision::float32, 1 + 0x1p-24), 1);
  EXPECT_EQ(round_to(Precision::float32, 1 + 0x1p-24 + 0x1p-50), 1 + 0x1p-23);
  EXPECT_EQ(round_to(Precision::float32, 1 + 3 * 0x1p-24), 1 + 0x1p-22);
  EXPECT_EQ(round_to(Precision::float32, 1e39), inf);
  EXPECT_EQ(round_to(Precision::float32, 0x1.8p-150), 0x1p-149);
  EXPECT_EQ(round_to(Precision::float64, 0.1), 0.1);
}

TEST(Precision, KeepsNaNInfinitiesAndTheSignOfZero) {
  // The NaN that is one step away from looking like a number when a rounding counts its bits up.
  const std::uint64_t all_ones = ~std::uint64_t{0} >> 1;
  double last_nan = 0;
  std::memcpy(&last_nan, &all_ones, sizeof(last_nan));
  for (const Precision precision : all_precisions) {
    EXPECT_TRUE(std::isnan(round_to(precision, nan)));
    EXPECT_TRUE(std::isnan(round_to(precision, last_nan)));
    EXPECT_EQ(round_to(precision, inf), inf);
    EXPECT_EQ(round_to(precision, -inf), -inf);
    EXPECT_TRUE(std::signbit(round_to(precision, -0.0)));
    EXPECT_FALSE(std::signbit(round_to(precision, 0.0)));
    EXPECT_TRUE(precision == Precision::float64 || std::signbit(round_to(precision, -1e-300)));
  }
}

TEST(Precision, FillsThatOverflowFloat16) {
  EXPECT_EQ(round_to(Precision::float16, -65519.99), -65504);
  EXPECT_EQ(round_to(Precision::float16, -65520), -inf);
  EXPECT_EQ(round_to(Precision::float16, -1e9), -inf);
  EXPECT_TRUE(std::isfinite(round_to(Precision::bfloat16, -1e9)));
  EXPECT_EQ(round_to(Precision::float16, -1e4), -1e4);
  EXPECT_EQ(round_to(Precision::bfloat16, -1e4), -9984);
}

TEST(Precision, LimitsAreWhereRoundingSaysTheyAre) {
  for (const Precision precision : all_precisions) {
    SCOPED_TRACE(name(precision));
    const PrecisionLimits limits = limits_of(precision);
    EXPECT_EQ(limits.lowest, -limits.largest);
    EXPECT_EQ(round_to(precision, limits.largest), limits.largest);
    EXPECT_EQ(round_to(precision, limits.largest * (1 + limits.epsilon)), inf);
    EXPECT_EQ(round_to(precision, 1 + limits.epsilon), 1 + limits.epsilon);
    EXPECT_EQ(round_to(precision, 1 + limits.epsilon / 2), 1);
    EXPECT_EQ(round_to(precision, limits.smallest_subnormal), limits.smallest_subnormal);
    EXPECT_EQ(round_to(precision, limits.smallest_subnormal / 2), 0);
    EXPECT_EQ(limits.smallest_normal * limits.epsilon, limits.smallest_subnormal);
  }
  EXPECT_EQ(limits_of(Precision::float16).smallest_normal, 0x1p-14);
  EXPECT_EQ(limits_of(Precision::bfloat16).smallest_normal, 0x1p-126);
  EXPECT_EQ(limits_of(Precision::float32).smallest_normal, 0x1p-126);
}

TEST(Precision, RoundsTensors) {
  expect_equal(round_to(Precision::float16, tensor({2, 2}, {0.1, 1e9, -1, 2049})),
               tensor({2, 2}, {0.0999755859375, inf, -1, 2048}));
  expect_equal(round_to(Precision::bfloat16, tensor<float>({2}, {257, 259})), tensor<float>({2}, {256, 260}));
}

TEST(Precision, HasNamesAndBack) {
  for (const Precision precision : all_precisions) EXPECT_EQ(precision_from_name(name(precision)), precision);
  expect_error(ErrorCode::unknown_name, "precision: expected \"float16\", \"bfloat16\", \"float32\" or \"float64\", got \"half\"",
               [] { precision_from_name("half"); });
}

}  // namespace
}  // namespace maskscope
