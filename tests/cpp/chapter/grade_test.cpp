// What the graders say to right, imprecise, mistaken and wrong answers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

#include "maskscope/chapter/chapter.hpp"
#include "support/exercise_checks.hpp"

namespace maskscope {
namespace {

using namespace exercise_checks;

TEST(Grade, RightAnswerIsRight) {
  for_each_part(graded_seeds, [](const Exercise& posed, const Part& part) {
    const Grade result = grade(posed, part.id, part.expected);
    EXPECT_EQ(result.verdict, Verdict::right);
    EXPECT_TRUE(result.mistake.empty());
    EXPECT_TRUE(result.differing.empty());
  });
}

TEST(Grade, FourSignificantDigitsSuffice) {
  for_each_part(graded_seeds, [](const Exercise& posed, const Part& part) {
    Values typed = part.expected;
    for (double& element : typed.storage()) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%.4g", element);
      element = std::stod(digits);
    }
    EXPECT_EQ(grade(posed, part.id, typed).verdict, Verdict::right);
  });
}

TEST(Grade, HalfAPercentOffIsImprecise) {
  for_each_part(graded_seeds, [](const Exercise& posed, const Part& part) {
    const auto& elements = part.expected.storage();
    const bool is_zero = std::all_of(elements.begin(), elements.end(), [](double x) { return x == 0; });
    if (is_marks(part) || is_zero) return;
    EXPECT_EQ(grade(posed, part.id, Values(part.expected * 1.005)).verdict, Verdict::imprecise);
    EXPECT_EQ(grade(posed, part.id, Values(part.expected * 0.995)).verdict, Verdict::imprecise);
    EXPECT_NE(grade(posed, part.id, Values(part.expected * 1.011)).verdict, Verdict::imprecise);
  });
}

TEST(Grade, NamesEveryRecognisedMistake) {
  for_each_part(graded_seeds, [](const Exercise& posed, const Part& part) {
    for (const Mistake& mistake : part.mistakes) {
      Values typed = mistake.answer;
      if (!is_marks(part)) typed = typed * 1.0005;
      const Grade result = grade(posed, part.id, typed);
      EXPECT_EQ(result.verdict, Verdict::known_mistake) << mistake.id;
      EXPECT_EQ(result.mistake, mistake.id);
      EXPECT_FALSE(result.differing.empty()) << mistake.id;
    }
  });
}

TEST(Grade, OtherNumbersAreWrongAndEachIsPointedAt) {
  for_each_part(graded_seeds, [](const Exercise& posed, const Part& part) {
    if (is_marks(part)) return;
    const Grade all_off = grade(posed, part.id, Values(part.expected + 1000.0));
    EXPECT_EQ(all_off.verdict, Verdict::wrong);
    EXPECT_EQ(all_off.differing, compared_elements(part));
    Values one_off = part.expected;
    one_off.storage()[one_off.size() - 1] -= 1000.0;
    EXPECT_EQ(grade(posed, part.id, one_off).verdict, Verdict::wrong);
    EXPECT_EQ(grade(posed, part.id, one_off).differing, (std::vector<std::size_t>{one_off.size() - 1}));
  });
}

TEST(Grade, OtherMarksAreWrongAndEachIsPointedAt) {
  for_each_part(graded_seeds, [](const Exercise& posed, const Part& part) {
    if (part.kind != AnswerKind::cells && part.kind != AnswerKind::flags) return;
    std::size_t wrong = 0;
    for (const std::size_t i : compared_elements(part)) {
      Values flipped = part.expected;
      flipped.storage()[i] = 1 - flipped.storage()[i];
      const Grade result = grade(posed, part.id, flipped);
      EXPECT_EQ(result.differing, (std::vector<std::size_t>{i}));
      EXPECT_NE(result.verdict, Verdict::right);
      EXPECT_NE(result.verdict, Verdict::imprecise);
      if (result.verdict == Verdict::wrong) ++wrong;
    }
    EXPECT_GT(wrong, 0u);
  });
}

TEST(Grade, IgnoresTheRowOfAPaddingQueryExceptForPaddingKeys) {
  const Exercise posed = exercise(1, 0);
  const Values causal_row_unused{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}};
  EXPECT_EQ(grade(posed, "allowed", causal_row_unused).verdict, Verdict::right);
  const Values padding_read{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}};
  EXPECT_EQ(grade(posed, "allowed", padding_read).mistake, "padding_rule_forgotten");
  const Values padding_column{{1, 0, 0, 1}, {1, 1, 0, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}};
  EXPECT_EQ(grade(posed, "allowed", padding_column).mistake, "padding_key_marked");
}

TEST(Grade, SaysWhichMistakeGivesTheNumber) {
  const auto mistake = [](int number, const std::string& part, const Values& answer) {
    return grade(exercise(number, 0), part, answer).mistake;
  };
  EXPECT_EQ(mistake(1, "allowed", Values{{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 0, 0}}), "diagonal_dropped");
  EXPECT_EQ(mistake(1, "scored", Values{1, 1, 0, 0}), "eos_not_scored");
  EXPECT_EQ(mistake(2, "causal_output", Values{0.401112, 0}), "masked_after_softmax");
  EXPECT_EQ(mistake(2, "weight_sum", Values{1}), "assumed_to_sum_to_one");
  EXPECT_EQ(mistake(3, "leak_loss", Values{0.0740}), "bits_not_nats");
  EXPECT_EQ(mistake(3, "leak_probability", Values{0.9}), "weight_for_probability");
  EXPECT_EQ(mistake(4, "output", Values{1.231059, -0.231059}), "output_unchanged");
  EXPECT_EQ(mistake(4, "repaired_w_o", Values{{1, 1}, {-1, 1}}), "columns_swapped");
  EXPECT_EQ(mistake(5, "policy_output", Values{0, 0}), "zeros_policy_output");
  EXPECT_EQ(mistake(5, "what_happens", Values{0, 0, 1, 0}), "chose_uniform");
  EXPECT_EQ(mistake(6, "still_open", Values{0, 1, 1, 0, 0, 0}), "probe_proves_generalisation");
}

TEST(Grade, MarksAreComparedExactly) {
  const Exercise posed = exercise(1, 0);
  expect_error(ErrorCode::out_of_range, [&] { grade(posed, "scored", Values{1, 1, 0.9999, 0}); });
}

TEST(Grade, RefusesWhatIsNoAnswer) {
  const Exercise posed = exercise(3, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  expect_error(ErrorCode::unknown_name, [&] { grade(posed, "joined", Values{1}); });
  expect_error(ErrorCode::shape_mismatch, [&] { grade(posed, "weights", Values{1}); });
  expect_error(ErrorCode::not_finite, [&] { grade(posed, "weights", Values{0.1, nan}); });
  expect_error(ErrorCode::not_finite, [&] { grade(posed, "leak_loss", Values{infinity}); });
  expect_error(ErrorCode::out_of_range, [&] { grade(posed, "unchanged", Values{0, 0, 2, 0, 0}); });
  expect_error(ErrorCode::out_of_range, [&] { grade(posed, "unchanged", Values{0, 1, 1, 0, 0}); });
  expect_error(ErrorCode::out_of_range, [&] { grade(posed, "unchanged", Values{0, 0, 0, 0, 0}); });
}

}  // namespace
}  // namespace maskscope
