// The chapter's inputs and its own exercises, whose answers are the numbers of its reference answers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "maskscope/chapter/chapter.hpp"
#include "support/exercise_checks.hpp"

namespace maskscope {
namespace {

using namespace exercise_checks;

double greatest(const Values& values) { return *std::max_element(values.storage().begin(), values.storage().end()); }

TEST(ChapterInputs, AreThoseOfExamples161And163) {
  const ChapterInputs inputs = chapter_inputs();
  const double s = 1 / std::sqrt(2.0);
  expect_near(inputs.q, Values{{1, 0}, {1, 1}, {2, 1}});
  expect_near(inputs.k, Values{{1, 0}, {0, 1}, {1, 1}});
  expect_near(inputs.v, Values{{1, 0}, {1, 2}, {2, 2}});
  expect_near(inputs.scores, Values{{s, 0, s}, {s, s, 2 * s}, {2 * s, s, 3 * s}});
  EXPECT_DOUBLE_EQ(inputs.scale, s);
  EXPECT_EQ(inputs.two_heads.num_heads, 2u);
  expect_near(inputs.two_heads.w_o, Values{{1, 1}, {1, -1}});
}

TEST(ScalingDemo, DividesTheSameScoresBySqrtWidth) {
  for (const std::size_t width : {1u, 2u, 7u, 64u, 1024u}) {
    const ScalingDemo demo = scaling_demo(width, 3);
    ASSERT_EQ(shape_of(demo.unscaled_scores), (Shape{6}));
    double sum = 0;
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_NEAR(demo.scaled_scores(j), demo.unscaled_scores(j) / std::sqrt(static_cast<double>(width)), 1e-12);
      sum += demo.scaled_weights(j);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(ScalingDemo, ScaledScoresHaveVarianceOneAndUnscaledWeightsSharpen) {
  constexpr int seeds = 200;
  double squares = 0;
  double greatest_unscaled = 0;
  double greatest_scaled = 0;
  for (std::uint32_t seed = 0; seed < seeds; ++seed) {
    const ScalingDemo demo = scaling_demo(256, seed);
    for (const double score : demo.scaled_scores.storage()) squares += score * score;
    greatest_unscaled += greatest(demo.unscaled_weights);
    greatest_scaled += greatest(demo.scaled_weights);
  }
  EXPECT_NEAR(squares / (6 * seeds), 1, 0.2);  // 1200 draws: three standard errors of a variance are 0.12
  EXPECT_GT(greatest_unscaled / seeds, 0.9);
  EXPECT_LT(greatest_scaled / seeds, 0.6);
}

TEST(ScalingDemo, RefusesWidthsOutsideItsLimits) {
  expect_error(ErrorCode::out_of_range, [] { scaling_demo(0, 1); });
  expect_error(ErrorCode::out_of_range, [] { scaling_demo(1025, 1); });
}

TEST(Exercise, OneHasTheReferenceAnswer) {
  const Exercise posed = exercise(1, 0);
  EXPECT_EQ(posed.tokens, (std::vector<std::string>{"BOS", "red", "key", "PAD"}));
  EXPECT_EQ(posed.targets, (std::vector<std::string>{"red", "key", "EOS", "ignored"}));
  expect_near(part_of(posed, "allowed").expected, Values{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {0, 0, 0, 0}});
  expect_near(part_of(posed, "scored").expected, Values{1, 1, 1, 0});
  EXPECT_EQ(given(posed, "position")(0), 3);
  EXPECT_EQ(chosen(part_of(posed, "diagonal")), "yes");
}

TEST(Exercise, TwoHasTheReferenceAnswer) {
  const Exercise posed = exercise(2, 0);
  const double kept = 0.40111209267978591031;
  expect_near(given(posed, "weights"), Values{kept, 0, 0});
  expect_near(part_of(posed, "mixture").expected, Values{kept, 0});
  expect_near(part_of(posed, "weight_sum").expected, Values{kept});
  expect_near(part_of(posed, "causal_output").expected, Values{1, 0});
  EXPECT_EQ(chosen(part_of(posed, "why")), "denominator_counts_blocked");
}

TEST(Exercise, ThreeHasTheReferenceAnswer) {
  const Exercise posed = exercise(3, 0);
  expect_near(part_of(posed, "weights").expected, Values{0.1, 0.9});
  expect_near(part_of(posed, "leak_probability").expected, Values{0.95});
  expect_near(part_of(posed, "leak_loss").expected, Values{0.05129329438755053343});
  expect_near(part_of(posed, "causal_probability").expected, Values{0.5});
  expect_near(part_of(posed, "causal_loss").expected, Values{0.69314718055994530942});
  EXPECT_EQ(chosen(part_of(posed, "unchanged")), "causal_prediction");
}

TEST(Exercise, FourHasTheReferenceAnswer) {
  const Exercise posed = exercise(4, 0);
  const double second_head = 0.73105857863000487925;
  expect_near(part_of(posed, "joined").expected, Values{second_head, 0.5});
  expect_near(part_of(posed, "output").expected, Values{0.5 + second_head, second_head - 0.5});
  expect_near(part_of(posed, "repaired_w_o").expected, Values{{1, -1}, {1, 1}});
}

TEST(Exercise, FiveHasTheReferenceAnswer) {
  const Exercise posed = exercise(5, 0);
  expect_near(part_of(posed, "visible_count").expected, Values{0});
  expect_near(part_of(posed, "denominator").expected, Values{0});
  expect_near(part_of(posed, "policy_output").expected, Values{4.0 / 3, 4.0 / 3});
  expect_near(part_of(posed, "correct_output").expected, Values{1, 0});
  EXPECT_EQ(chosen(part_of(posed, "what_happens")), "error");
  EXPECT_EQ(chosen(part_of(posed, "why_not_uniform")), "reads_forbidden_keys");
}

TEST(Exercise, SixAsksForFaultsThatStayHidden) {
  const Exercise posed = exercise(6, 0);
  const Part& not_excluded = part_of(posed, "not_excluded");
  EXPECT_EQ(not_excluded.options,
            (std::vector<std::string>{"missing_triangle", "wrong_output_width", "reversed_triangle",
                                      "softmax_then_mask", "answer_copied_into_earlier_field", "heads_not_merged"}));
  expect_near(not_excluded.expected, Values{1, 0, 1, 1, 1, 0});
  const Part& still_open = part_of(posed, "still_open");
  EXPECT_EQ(still_open.options,
            (std::vector<std::string>{"missing_triangle", "answer_copied_into_earlier_field", "contaminated_split",
                                      "wrong_output_width", "generalisation", "reversed_triangle"}));
  expect_near(still_open.expected, Values{0, 1, 1, 0, 1, 0});
}

TEST(Exercise, RefusesOtherNumbers) {
  expect_error(ErrorCode::out_of_range, [] { exercise(0, 0); });
  expect_error(ErrorCode::out_of_range, [] { exercise(7, 0); });
}

TEST(MistakeIds, ListsEachOnce) {
  for (int number = 1; number <= exercise_count; ++number) {
    const Exercise posed = exercise(number, 0);
    const std::vector<std::string> ids = mistake_ids(posed);
    const std::set<std::string> unique(ids.begin(), ids.end());
    EXPECT_EQ(unique.size(), ids.size());
    for (const Part& part : posed.parts) {
      for (const Mistake& mistake : part.mistakes) EXPECT_EQ(unique.count(mistake.id), 1u) << mistake.id;
    }
  }
}

}  // namespace
}  // namespace maskscope
