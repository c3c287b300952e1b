// What the kernels promise by themselves; that they compute attention is tested through attention.

#include "kernels/reference.hpp"

#include "support/checks.hpp"

namespace maskscope::kernels {
namespace {

using namespace checks;

template <class T>
class Kernels : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Kernels, Types);

constexpr bool first_only[] = {true, false};

TYPED_TEST(Kernels, QDotKLeavesBlockedScoresAlone) {
  const TypeParam q[] = {1, 2};
  const TypeParam k[] = {3, 4, TypeParam(nan), 0};
  TypeParam scores[] = {0, 7};
  q_dot_k(q, k, first_only, 2, 2, TypeParam(0.5), scores);
  EXPECT_EQ(scores[0], TypeParam(5.5));
  EXPECT_EQ(scores[1], 7);
  q_dot_k<TypeParam>(q, k, nullptr, 2, 2, 1, scores);
  EXPECT_EQ(scores[0], 11);
  EXPECT_TRUE(std::isnan(scores[1]));
}

TYPED_TEST(Kernels, RowMaxIsNaNIfOneVisibleScoreIs) {
  const TypeParam scores[] = {3, TypeParam(nan), 5};
  EXPECT_TRUE(std::isnan(row_max<TypeParam>(scores, nullptr, 3)));
  const bool without_nan[] = {true, false, true};
  EXPECT_EQ(row_max(scores, without_nan, 3), 5);
  const bool none[] = {false, false, false};
  EXPECT_EQ(row_max(scores, none, 3), -std::numeric_limits<TypeParam>::infinity());
}

TYPED_TEST(Kernels, SoftmaxStepsWorkInPlaceAndZeroBlockedKeys) {
  TypeParam row[] = {2, TypeParam(nan)};
  const TypeParam sum = shifted_exponentials(row, first_only, 2, TypeParam(2), row);
  EXPECT_EQ(sum, 1);
  EXPECT_EQ(row[1], 0);
  row[1] = TypeParam(nan);
  normalise(row, first_only, 2, sum, row);
  EXPECT_EQ(row[0], 1);
  EXPECT_EQ(row[1], 0);
}

TYPED_TEST(Kernels, WeightedSumOverwritesItsOutput) {
  const TypeParam weights[] = {TypeParam(0.5), 0};
  const TypeParam v[] = {2, 4, TypeParam(nan), TypeParam(nan)};
  TypeParam output[] = {9, 9};
  weighted_sum(weights, v, 2, 2, output);
  EXPECT_EQ(output[0], 1);
  EXPECT_EQ(output[1], 2);
}

}  // namespace
}  // namespace maskscope::kernels
