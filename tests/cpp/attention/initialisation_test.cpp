#include "maskscope/attention/initialisation.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

TEST(NormalTensor, HasTheSameBitsOnEveryMachine) {
  // From the same method in another language.
  const Tensor<double> drawn = tensor({2, 3}, {-0x1.55f251b9dfb8ep-5, -0x1.76f2c1b55a427p-3, 0x1.c0c22ddaaa15fp-1,
                                               0x1.73734ae2dd2efp-3, -0x1.3955bfb12ef0dp-2, -0x1.9cb7292d1fd34p+0});
  expect_same_bits(normal_tensor<double>({2, 3}, 1, 7), drawn);
  expect_same_bits(normal_tensor<float>({2, 3}, 1, 7), tensor<float>({2, 3}, {drawn.begin(), drawn.end()}));
  EXPECT_NE(normal_tensor<double>({2, 3}, 1, 8), drawn);
}

TEST(NormalTensor, IsNormalWithTheDeviationAskedFor) {
  constexpr std::size_t count = 20000;
  const Tensor<double> drawn = normal_tensor<double>({count}, 3, 1);
  double mean = 0, second = 0, fourth = 0;
  for (const double element : drawn.storage()) {
    const double unit = element / 3;
    mean += unit / count;
    second += unit * unit / count;
    fourth += unit * unit * unit * unit / count;
  }
  // Within four standard deviations of each: sqrt(1/n), sqrt(2/n), sqrt(96/n).
  EXPECT_NEAR(mean, 0, 4 * std::sqrt(1.0 / count));
  EXPECT_NEAR(second, 1, 4 * std::sqrt(2.0 / count));
  EXPECT_NEAR(fourth, 3, 4 * std::sqrt(96.0 / count));
  expect_equal(normal_tensor<double>({2}, 0, 1), tensor({2}, {0, 0}));
}

TEST(NormalTensor, RefusesStrangeDeviationsAndSizes) {
  expect_error(ErrorCode::out_of_range, "deviation: expected 0 or a positive finite number, got -1",
               [] { normal_tensor<double>({2}, -1, 1); });
  expect_error(ErrorCode::out_of_range, "deviation: expected 0 or a positive finite number, got NaN",
               [] { normal_tensor<double>({2}, nan, 1); });
  expect_error(ErrorCode::out_of_range, "deviation: expected 0 or a positive finite number, got inf",
               [] { normal_tensor<float>({2}, inf, 1); });
  expect_error(ErrorCode::empty_input, "shape: expected at least one element, got shape [2,0]",
               [] { normal_tensor<double>({2, 0}, 1, 1); });
  expect_error(ErrorCode::too_large,
               "shape: expected at most 2147483648 bytes, got 8000000000 bytes for the shape [1000000000]",
               [] { normal_tensor<double>({1000000000}, 1, 1); });
}

TEST(InitialParameters, AreDrawnOneAfterTheOther) {
  InitialWeights weights;
  weights.model_width = 6;
  weights.num_heads = 3;
  weights.seed = 5;
  const auto parameters = initial_parameters<double>(weights);
  EXPECT_EQ(parameters.num_heads, 3u);
  const Tensor<double> drawn = normal_tensor<double>({4, 6, 6}, 1 / std::sqrt(6.0), 5);
  const Tensor<double>* each[] = {&parameters.w_q, &parameters.w_k, &parameters.w_v, &parameters.w_o};
  for (std::size_t n = 0; n < 4; ++n) {
    expect_same_bits(*each[n], tensor({6, 6}, {drawn.data() + 36 * n, drawn.data() + 36 * (n + 1)}));
  }
  const auto narrow = initial_parameters<float>(weights);
  for (std::size_t n = 0; n < 36; ++n) EXPECT_EQ(narrow.w_q.data()[n], static_cast<float>(parameters.w_q.data()[n]));
}

TEST(InitialParameters, MayHaveHeadsOfAnyWidthAndDeviation) {
  InitialWeights weights;
  weights.model_width = 5;
  weights.num_heads = 2;
  weights.head_width = 4;
  weights.deviation = 1;
  const auto parameters = initial_parameters<double>(weights);
  EXPECT_EQ(shape_of(parameters.w_k), (Shape{5, 8}));
  EXPECT_EQ(shape_of(parameters.w_o), (Shape{8, 5}));
  EXPECT_EQ(parameters.w_q(0, 0), normal_tensor<double>({1}, 1, 0)(0));
  EXPECT_EQ(shape_of(multi_head_attention(random_tensor({1, 3, 5}, 1), parameters)), (Shape{1, 3, 5}));
}

TEST(InitialParameters, RefuseWhatCannotBe) {
  const auto refuse = [](ErrorCode code, const std::string& message, const InitialWeights& weights) {
    expect_error(code, message, [&] { initial_parameters<double>(weights); });
  };
  refuse(ErrorCode::out_of_range, "model_width: expected at least 1, got 0", {0, 1, 0, {}, 0});
  refuse(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0", {4, 0, 0, {}, 0});
  refuse(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0", {4, 0, 2, {}, 0});
  refuse(ErrorCode::shape_mismatch, "num_heads: expected a divisor of the width 4, got 3", {4, 3, 0, {}, 0});
  refuse(ErrorCode::out_of_range, "deviation: expected a positive finite number, got 0", {4, 2, 0, 0.0, 0});
  refuse(ErrorCode::too_large,
         "weights: expected at most 2147483648 bytes, got 8000000000000 bytes for the shape [1000000,1000,1000]",
         {1000000, 1000, 0, {}, 0});
}

TEST(ScoreVariance, IsOneWithBothScalings) {
  const ScoreVariance with = expected_score_variance({512, 64, 1, {}});
  EXPECT_DOUBLE_EQ(with.coordinate, 1);
  EXPECT_DOUBLE_EQ(with.unscaled, 64);
  EXPECT_DOUBLE_EQ(with.scaled, 1);
  const ScoreVariance without = expected_score_variance({512, 64, 1, 1.0});
  EXPECT_DOUBLE_EQ(without.coordinate, 512);
  EXPECT_DOUBLE_EQ(without.unscaled, 64.0 * 512 * 512);
  EXPECT_DOUBLE_EQ(without.scaled, 512.0 * 512);
  EXPECT_DOUBLE_EQ(expected_score_variance({100, 7, 3, {}}).scaled, 81);
}

TEST(ScoreVariance, MeasuredIsNearTheTheory) {
  for (const std::optional<double> deviation : {std::optional<double>(), std::optional<double>(1)}) {
    const ScoreSetup setup{96, 40, 2, deviation};
    const ScoreVariance expected = expected_score_variance(setup);
    const ScoreVariance sampled = sampled_score_variance(setup, 150, 3);
    // 150 vectors of 40 coordinates on each side: the squared lengths alone vary by a few percent.
    EXPECT_NEAR(sampled.coordinate / expected.coordinate, 1, 0.1);
    EXPECT_NEAR(sampled.unscaled / expected.unscaled, 1, 0.15);
    EXPECT_NEAR(sampled.scaled / expected.scaled, 1, 0.15);
    EXPECT_NEAR(sampled.unscaled / sampled.scaled, 40, 1e-9);
  }
}

TEST(ScoreVariance, RefusesNumbersOutOfRange) {
  expect_error(ErrorCode::out_of_range, "model_width: expected at least 1, got 0",
               [] { expected_score_variance({0, 1, 1, {}}); });
  expect_error(ErrorCode::out_of_range, "head_width: expected at least 1, got 0",
               [] { sampled_score_variance({1, 0, 1, {}}, 2, 1); });
  expect_error(ErrorCode::out_of_range, "input_deviation: expected a positive finite number, got 0",
               [] { expected_score_variance({1, 1, 0, {}}); });
  expect_error(ErrorCode::out_of_range, "weight_deviation: expected a positive finite number, got NaN",
               [] { expected_score_variance({1, 1, 1, nan}); });
  expect_error(ErrorCode::out_of_range, "positions: expected at least 2, got 1",
               [] { sampled_score_variance({1, 1, 1, {}}, 1, 1); });
  expect_error(ErrorCode::too_large,
               "scores: expected at most 2147483648 bytes, got 80000000000 bytes for the shape [100000,100000]",
               [] { sampled_score_variance({1, 1, 1, {}}, 100000, 1); });
}

TEST(HeadWidth, IsAtLeast64ByTheRuleOfThumb) {
  EXPECT_EQ(rule_of_thumb_head_width(512, 8), 64u);
  EXPECT_EQ(rule_of_thumb_head_width(512, 16), 64u);
  EXPECT_EQ(rule_of_thumb_head_width(1024, 8), 128u);
  EXPECT_EQ(rule_of_thumb_head_width(1000, 7), 142u);
  expect_error(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0",
               [] { rule_of_thumb_head_width(512, 0); });
  expect_error(ErrorCode::out_of_range, "model_width: expected at least 1, got 0",
               [] { rule_of_thumb_head_width(0, 1); });
}

TEST(HeadCost, CountsParametersMultiplyAddsAndScores) {
  const HeadCost cost = head_cost({2, 3, 16, 5, 7}, "float32");
  EXPECT_EQ(cost.inner_width, 35u);
  EXPECT_EQ(cost.parameters, 4u * 16 * 35);
  EXPECT_EQ(cost.projection_multiply_adds, 2u * 3 * 4 * 16 * 35);
  EXPECT_EQ(cost.attention_multiply_adds, 2u * 5 * (3 * 3 * 7) * 2);
  EXPECT_EQ(cost.scores, 2u * 5 * 9);
  EXPECT_EQ(cost.score_bytes, 2u * 5 * 9 * 4);
}

TEST(HeadCost, OfTheRuleGrowsWhereHeadsWouldBeNarrow) {
  const auto cost = [](std::size_t heads, std::size_t width) {
    return head_cost({1, 128, 256, heads, width}, "float16");
  };
  EXPECT_EQ(cost(4, rule_of_thumb_head_width(256, 4)).parameters, cost(4, 64).parameters);
  EXPECT_EQ(cost(16, rule_of_thumb_head_width(256, 16)).parameters, 4 * cost(16, 256 / 16).parameters);
  EXPECT_EQ(cost(16, 64).score_bytes, cost(16, 16).score_bytes);
}

TEST(HeadCost, RefusesWhatItCannotCount) {
  expect_error(ErrorCode::out_of_range, "batch: expected at least 1, got 0",
               [] { head_cost({0, 1, 1, 1, 1}, "float32"); });
  expect_error(ErrorCode::out_of_range, "positions: expected at least 1, got 0",
               [] { head_cost({1, 0, 1, 1, 1}, "float32"); });
  expect_error(ErrorCode::out_of_range, "model_width: expected at least 1, got 0",
               [] { head_cost({1, 1, 0, 1, 1}, "float32"); });
  expect_error(ErrorCode::out_of_range, "heads: expected at least 1, got 0",
               [] { head_cost({1, 1, 1, 0, 1}, "float32"); });
  expect_error(ErrorCode::out_of_range, "head_width: expected at least 1, got 0",
               [] { head_cost({1, 1, 1, 1, 0}, "float32"); });
  expect_error(ErrorCode::unknown_name, "dtype: expected \"float16\", \"bfloat16\", \"float32\" or \"float64\", got \"int8\"",
               [] { head_cost({1, 1, 1, 1, 1}, "int8"); });
  expect_error(ErrorCode::too_large, "parameters: expected at most 2^53 numbers, got more",
               [] { head_cost({1, 1, std::size_t{1} << 40, 1, 1 << 20}, "float32"); });
  expect_error(ErrorCode::too_large, "projections: expected at most 2^53 multiply-adds, got more",
               [] { head_cost({1 << 20, 1, std::size_t{1} << 30, 1, 1 << 10}, "float32"); });
  expect_error(ErrorCode::too_large, "attention: expected at most 2^53 multiply-adds, got more",
               [] { head_cost({1, 1 << 23, 1, 1, 1 << 10}, "float32"); });
}

}  // namespace
}  // namespace maskscope
