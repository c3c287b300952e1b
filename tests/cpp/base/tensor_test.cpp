#include "maskscope/base/tensor.hpp"

#include "maskscope/base/axes.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/visibility.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

TEST(Tensor, ShapePrintsInBrackets) {
  EXPECT_EQ(to_string(Shape{2, 3, 4}), "[2,3,4]");
  EXPECT_EQ(to_string(Shape{}), "[]");
  EXPECT_EQ(to_string(Shape{2, any_extent}), "[2,*]");
}

TEST(Tensor, DefaultConstructedArrayIsNotGiven) {
  EXPECT_FALSE(is_given(Mask()));
  EXPECT_FALSE(is_given(Tensor<double>()));
  EXPECT_TRUE(is_given(mask({1}, {1})));
}

TEST(Tensor, RequireShapeNamesArgumentAndBothShapes) {
  require_shape("x", {2, 3}, {2, 3});
  require_shape("x", {2, 3}, {2, any_extent});
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [2,*], got [3,3]",
               [] { require_shape("x", {3, 3}, {2, any_extent}); });
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [2,3], got [2,3,1]",
               [] { require_shape("x", {2, 3, 1}, {2, 3}); });
}

TEST(Tensor, RequireNotEmptyRefusesAZeroExtent) {
  require_not_empty("x", {2, 3});
  expect_error(ErrorCode::empty_input, "x: expected at least one element, got shape [2,0]",
               [] { require_not_empty("x", {2, 0}); });
}

TEST(Tensor, RequireFiniteNamesTheFirstOffendingIndex) {
  require_finite("x", tensor({2, 2}, {1, 2, 3, 4}));
  require_finite("x", tensor<float>({2, 2}, {1, 2, 3, 4}));
  expect_error(ErrorCode::not_finite, "x: expected finite numbers, got NaN at index [1,0]",
               [] { require_finite("x", tensor({2, 2}, {1, 2, nan, inf})); });
  expect_error(ErrorCode::not_finite, "x: expected finite numbers, got -inf at index [0,1]",
               [] { require_finite("x", tensor<float>({2, 2}, {1, -inf, nan, 4})); });
}

TEST(Tensor, BroadcastingAlignsAxesOnTheRight) {
  require_broadcastable("m", {3}, {2, 3});
  require_broadcastable("m", {2, 1}, {2, 3});
  expect_error(ErrorCode::shape_mismatch, "m: expected a shape that broadcasts to [2,3], got [2]",
               [] { require_broadcastable("m", {2}, {2, 3}); });
  expect_error(ErrorCode::shape_mismatch, "m: expected a shape that broadcasts to [3], got [1,3]",
               [] { require_broadcastable("m", {1, 3}, {3}); });
}

TEST(Tensor, BroadcastCopyRepeatsAxesOfOne) {
  expect_equal(broadcast_to("m", mask({3}, {1, 0, 1}), {2, 3}), mask({2, 3}, {1, 0, 1, 1, 0, 1}));
  expect_equal(broadcast_to("m", mask({2, 1}, {1, 0}), {2, 3}), mask({2, 3}, {1, 1, 1, 0, 0, 0}));
  expect_equal(broadcast_to("m", mask({2, 1, 2}, {1, 0, 0, 1}), {2, 2, 2}),
               mask({2, 2, 2}, {1, 0, 1, 0, 0, 1, 0, 1}));
  expect_error(ErrorCode::shape_mismatch, "m: expected a shape that broadcasts to [2,3], got [2]",
               [] { broadcast_to("m", mask({2}, {1, 0}), {2, 3}); });
}

TEST(Tensor, SizeThatCannotBeAddressedIsTooLarge) {
  const std::size_t huge = std::size_t{1} << 32;
  expect_error(ErrorCode::too_large, "an array of shape [4294967296,4294967296] does not fit into memory",
               [&] { causal(huge, huge); });
}

/// Numbers as messages show them.
std::string shown(double number) {
  try {
    leak_copier(number, true);
  } catch (const Error& error) {
    const std::string message = error.what();
    return message.substr(message.find("got ") + 4);
  }
  return "accepted";
}

TEST(Tensor, MessagesShowNumbersShortAndWhole) {
  EXPECT_EQ(shown(0), "0");
  EXPECT_EQ(shown(-1), "-1");
  EXPECT_EQ(shown(-0.5), "-0.5");
  EXPECT_EQ(shown(-0.05), "-0.05");
  EXPECT_EQ(shown(-1.0 / 3), "-0.333333");
  EXPECT_EQ(shown(-123456.25), "-123456.25");
  EXPECT_EQ(shown(-1e20), "-1e+20");
  EXPECT_EQ(shown(-2.5e-7), "-2.5e-7");
  EXPECT_EQ(shown(-inf), "-inf");
  EXPECT_EQ(shown(inf), "inf");
  EXPECT_EQ(shown(nan), "NaN");
}

}  // namespace
}  // namespace maskscope
