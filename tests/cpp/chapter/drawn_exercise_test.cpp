// Exercises with other numbers, worked out again in plain loops.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "maskscope/chapter/chapter.hpp"
#include "maskscope/chapter/leak.hpp"
#include "support/exercise_checks.hpp"

namespace maskscope {
namespace {

using namespace exercise_checks;

/// No reader who is right to four digits in one could be taken to mean the other.
bool are_apart(const Part& part, const Values& a, const Values& b) {
  for (const std::size_t i : compared_elements(part)) {
    const double difference = std::abs(a.storage()[i] - b.storage()[i]);
    const double greater = std::max(std::abs(a.storage()[i]), std::abs(b.storage()[i]));
    if (difference > 3e-3 * greater) return true;
  }
  return false;
}

bool is_finite(const Values& values) {
  return std::all_of(values.storage().begin(), values.storage().end(), [](double x) { return std::isfinite(x); });
}

TEST(DrawnExercise, OneFollowsBothRules) {
  for (std::uint32_t seed = 1; seed <= posed_seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Exercise posed = exercise(1, seed);
    const std::size_t length = posed.tokens.size();
    ASSERT_EQ(posed.targets.size(), length);
    const auto is_real = [&](std::size_t slot) { return posed.tokens[slot] != "PAD"; };
    const Part& allowed = part_of(posed, "allowed");
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j < length; ++j) {
        EXPECT_EQ(allowed.expected(i, j), is_real(i) && is_real(j) && j <= i ? 1 : 0) << i << ", " << j;
        EXPECT_EQ(allowed.compared(i, j), is_real(i) || !is_real(j)) << i << ", " << j;
      }
      const std::string next = i + 1 < length && is_real(i + 1) ? posed.tokens[i + 1] : "EOS";
      EXPECT_EQ(posed.targets[i], is_real(i) ? next : "ignored");
      EXPECT_EQ(part_of(posed, "scored").expected(i), is_real(i) ? 1 : 0) << i;
    }
    const auto asked = static_cast<std::size_t>(given(posed, "position")(0)) - 1;
    EXPECT_EQ(chosen(part_of(posed, "diagonal")), is_real(asked) ? "yes" : "no");
  }
}

TEST(DrawnExercise, TwoMixesWhatIsLeft) {
  for (std::uint32_t seed = 1; seed <= posed_seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Exercise posed = exercise(2, seed);
    const Values& scores = given(posed, "scores");
    const Values& v = given(posed, "V");
    const auto visible = static_cast<std::size_t>(given(posed, "query")(0));
    ASSERT_LT(visible, scores.size());
    double everything = 0;
    double kept = 0;
    Values sums{0, 0};
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const double exponential = std::exp(scores(j));
      everything += exponential;
      if (j >= visible) continue;
      kept += exponential;
      for (std::size_t c = 0; c < 2; ++c) sums(c) += exponential * v(j, c);
    }
    expect_near(part_of(posed, "weight_sum").expected, Values{kept / everything});
    expect_near(part_of(posed, "mixture").expected, Values{sums(0) / everything, sums(1) / everything});
    expect_near(part_of(posed, "causal_output").expected, Values{sums(0) / kept, sums(1) / kept});
  }
}

TEST(DrawnExercise, ThreeFollowsTheRatio) {
  for (std::uint32_t seed = 1; seed <= posed_seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Exercise posed = exercise(3, seed);
    const double ratio = given(posed, "ratio")(0);
    const double right = (0.5 + ratio) / (1 + ratio);
    expect_near(part_of(posed, "weights").expected, Values{1 / (1 + ratio), ratio / (1 + ratio)});
    expect_near(part_of(posed, "leak_probability").expected, Values{right});
    expect_near(part_of(posed, "leak_loss").expected, Values{-std::log(right)});
    expect_near(part_of(posed, "causal_loss").expected, Values{std::log(2.0)});
  }
}

TEST(DrawnExercise, FourIsRepairedByItsAnswer) {
  for (std::uint32_t seed = 1; seed <= posed_seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Exercise posed = exercise(4, seed);
    const Values& j = given(posed, "J");
    const Values& w_o = given(posed, "W_O");
    const auto i = static_cast<std::size_t>(given(posed, "position")(0)) - 1;
    const Values& joined = part_of(posed, "joined").expected;
    const Values& repaired = part_of(posed, "repaired_w_o").expected;
    expect_near(joined, Values{j(i, 1), j(i, 0)});
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_NEAR(part_of(posed, "output").expected(c), j(i, 1) * w_o(0, c) + j(i, 0) * w_o(1, c), 1e-12);
      const double original = j(i, 0) * w_o(0, c) + j(i, 1) * w_o(1, c);
      EXPECT_NEAR(joined(0) * repaired(0, c) + joined(1) * repaired(1, c), original, 1e-12);
    }
  }
}

TEST(DrawnExercise, FourIsHarmedBySwapping) {
  for (std::uint32_t seed = 1; seed <= posed_seeds; ++seed) {
    const std::vector<std::string> ids = mistake_ids(exercise(4, seed));
    for (const char* id : {"heads_not_swapped", "output_unchanged", "w_o_unchanged"}) {
      EXPECT_EQ(std::count(ids.begin(), ids.end(), id), 1) << id << ", seed " << seed;
    }
  }
}

TEST(DrawnExercise, FiveLeavesTheFirstQueryNothing) {
  for (std::uint32_t seed = 0; seed <= posed_seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Exercise posed = exercise(5, seed);
    const Values& v = given(posed, "V");
    const std::size_t length = v.shape()[0];
    Values mean{0, 0};
    for (std::size_t j = 0; j < length; ++j) {
      for (std::size_t c = 0; c < 2; ++c) mean(c) += v(j, c) / static_cast<double>(length);
    }
    expect_near(part_of(posed, "visible_count").expected, Values{0});
    expect_near(part_of(posed, "denominator").expected, Values{0});
    expect_near(part_of(posed, "policy_output").expected, mean);
    expect_near(part_of(posed, "correct_output").expected, Values{v(0, 0), v(0, 1)});
    SoftmaxOptions strict;
    strict.visible = faulty::strict_triangle(length);
    expect_error(ErrorCode::no_visible_key, [&] { masked_softmax<double>(given(posed, "scores"), strict); });
  }
}

TEST(DrawnExercise, SixTellsFaultsApart) {
  // Whether agreeing shapes and a falling loss leave it hidden, and whether a passed probe does too.
  const std::map<std::string, std::pair<bool, bool>> facts{
      {"missing_triangle", {true, false}},        {"reversed_triangle", {true, false}},
      {"softmax_then_mask", {true, false}},       {"padding_targets_scored", {true, true}},
      {"contaminated_split", {true, true}},       {"labels_used_in_preprocessing", {true, true}},
      {"generalisation", {true, true}},           {"answer_copied_into_earlier_field", {true, true}},
      {"usefulness_of_each_head", {true, true}},  {"wrong_output_width", {false, false}},
      {"heads_not_merged", {false, false}},       {"positions_lost", {false, false}},
      {"loss_never_fell", {false, false}}};
  for (std::uint32_t seed = 0; seed <= posed_seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Exercise posed = exercise(6, seed);
    const Part& not_excluded = part_of(posed, "not_excluded");
    const Part& still_open = part_of(posed, "still_open");
    ASSERT_EQ(not_excluded.options.size(), 6u);
    ASSERT_EQ(still_open.options.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(not_excluded.expected(i), facts.at(not_excluded.options[i]).first) << not_excluded.options[i];
      EXPECT_EQ(still_open.expected(i), facts.at(still_open.options[i]).second) << still_open.options[i];
    }
    EXPECT_EQ(std::set<std::string>(not_excluded.options.begin(), not_excluded.options.end()).size(), 6u);
    EXPECT_EQ(std::set<std::string>(still_open.options.begin(), still_open.options.end()).size(), 6u);
    EXPECT_EQ(std::count(still_open.options.begin(), still_open.options.end(), "generalisation"), 1);
  }
}

TEST(DrawnExercise, SixMaskFaultsKeepShapesAndFailTheProbe) {
  const ChapterInputs inputs = chapter_inputs();
  Values changed = inputs.x;
  changed(2, 0) = 5;
  for (const Variant variant : {Variant::no_triangle, Variant::reversed_triangle, Variant::softmax_then_mask}) {
    const auto function = variant_function<double>(variant, inputs.two_heads, Mask());
    const auto right = variant_function<double>(Variant::correct, inputs.two_heads, Mask());
    EXPECT_EQ(shape_of(function(inputs.x)), shape_of(right(inputs.x))) << name(variant);
    EXPECT_FALSE(probe_future<double>(function, inputs.x, changed, 2).changed.empty()) << name(variant);
  }
}

TEST(DrawnExercise, ShufflesChoicesAndKeepsWhatIsRight) {
  for (int number = 1; number <= exercise_count; ++number) {
    const Exercise own = exercise(number, 0);
    for (const Part& part : own.parts) {
      if (part.kind != AnswerKind::choice || part.options.size() == 2) continue;
      std::set<std::vector<std::string>> orders;
      for (std::uint32_t seed = 1; seed <= graded_seeds; ++seed) {
        const Part drawn = part_of(exercise(number, seed), part.id);
        EXPECT_EQ(chosen(drawn), chosen(part)) << part.id << ", seed " << seed;
        EXPECT_TRUE(std::is_permutation(drawn.options.begin(), drawn.options.end(), part.options.begin(),
                                        part.options.end()));
        orders.insert(drawn.options);
      }
      EXPECT_GT(orders.size(), 8u) << part.id;
    }
  }
}

TEST(DrawnExercise, KeepsItsNumbersOnEveryMachine) {
  EXPECT_EQ(exercise(1, 1).tokens, (std::vector<std::string>{"BOS", "key", "box", "cup", "lamp", "PAD"}));
  expect_near(given(exercise(2, 1), "scores"), Values{0, 2, 1, 0});
  expect_near(given(exercise(3, 1), "ratio"), Values{4});
  expect_near(given(exercise(4, 1), "W_O"), Values{{-1, 1}, {-2, 1}});
}

TEST(DrawnExercise, DiffersFromSeedToSeed) {
  for (int number = 1; number <= exercise_count; ++number) {
    std::set<std::vector<double>> seen;
    for (std::uint32_t seed = 1; seed <= graded_seeds; ++seed) {
      const Exercise posed = exercise(number, seed);
      std::vector<double> numbers;
      for (const Given& item : posed.givens) {
        numbers.insert(numbers.end(), item.value.storage().begin(), item.value.storage().end());
      }
      for (const Part& part : posed.parts) {
        numbers.insert(numbers.end(), part.expected.storage().begin(), part.expected.storage().end());
      }
      seen.insert(numbers);
    }
    EXPECT_GE(seen.size(), 8u) << "exercise " << number;
  }
}

TEST(DrawnExercise, IsWellPosed) {
  for_each_part(posed_seeds, [](const Exercise& posed, const Part& part) {
    EXPECT_EQ(shape_of(part.expected), part.shape);
    EXPECT_TRUE(is_finite(part.expected));
    if (part.kind == AnswerKind::flags || part.kind == AnswerKind::choice) {
      EXPECT_EQ(part.options.size(), part.expected.size());
    }
    const std::size_t fewest = part.kind == AnswerKind::choice ? part.options.size() - 1 : 3;
    EXPECT_GE(part.mistakes.size(), fewest);
    for (std::size_t a = 0; a < part.mistakes.size(); ++a) {
      const Mistake& mistake = part.mistakes[a];
      EXPECT_EQ(shape_of(mistake.answer), part.shape) << mistake.id;
      EXPECT_TRUE(is_finite(mistake.answer)) << mistake.id;
      EXPECT_TRUE(are_apart(part, mistake.answer, part.expected)) << mistake.id;
      for (std::size_t b = 0; b < a; ++b) {
        const Mistake& other = part.mistakes[b];
        EXPECT_TRUE(are_apart(part, mistake.answer, other.answer)) << mistake.id << ", " << other.id;
      }
    }
    EXPECT_EQ(std::count_if(posed.parts.begin(), posed.parts.end(), [&](const Part& p) { return p.id == part.id; }), 1);
  });
}

}  // namespace
}  // namespace maskscope
