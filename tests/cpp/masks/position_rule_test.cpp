#include "maskscope/masks/position_rule.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

constexpr int most = std::numeric_limits<int>::max();
constexpr int least = std::numeric_limits<int>::min();

PositionRule causal_rule(Alignment alignment, int offset = 0) {
  PositionRule rule;
  rule.causal = true;
  rule.alignment = alignment;
  rule.offset = offset;
  return rule;
}

PositionRule window_rule(int left, int right) {
  PositionRule rule;
  rule.window_left = left;
  rule.window_right = right;
  return rule;
}

TEST(PositionRule, BlocksNothingByDefault) {
  expect_equal(visible_by_position({}, 2, 3), mask({1, 1, 2, 3}, {1, 1, 1, 1, 1, 1}));
}

TEST(PositionRule, AlignmentDecidesWhereLengthsDiffer) {
  expect_equal(visible_by_position(causal_rule(Alignment::top_left), 2, 4),
               mask({1, 1, 2, 4}, {1, 0, 0, 0, 1, 1, 0, 0}));
  expect_equal(visible_by_position(causal_rule(Alignment::bottom_right), 2, 4),
               mask({1, 1, 2, 4}, {1, 1, 1, 0, 1, 1, 1, 1}));
  expect_equal(visible_by_position(causal_rule(Alignment::top_left), 4, 2),
               mask({1, 1, 4, 2}, {1, 0, 1, 1, 1, 1, 1, 1}));
  // More queries than keys: those that stand before the first key read nothing.
  expect_equal(visible_by_position(causal_rule(Alignment::bottom_right), 4, 2),
               mask({1, 1, 4, 2}, {0, 0, 0, 0, 1, 0, 1, 1}));
  expect_equal(visible_by_position(causal_rule(Alignment::top_left), 3, 3),
               visible_by_position(causal_rule(Alignment::bottom_right), 3, 3));
}

TEST(PositionRule, OffsetCountsTheCachedKeys) {
  for (int cached = 0; cached <= 5; ++cached) {
    const std::size_t keys = static_cast<std::size_t>(cached) + 3;
    expect_equal(visible_by_position(causal_rule(Alignment::top_left, cached), 3, keys),
                 visible_by_position(causal_rule(Alignment::bottom_right), 3, keys));
  }
  expect_equal(visible_by_position(causal_rule(Alignment::top_left, -1), 3, 2),
               mask({1, 1, 3, 2}, {0, 0, 1, 0, 1, 1}));
}

TEST(PositionRule, WindowOfWKeysIsLeftWMinus1) {
  for (int w = 1; w <= 4; ++w) {
    PositionRule rule = window_rule(w - 1, -1);
    rule.causal = true;
    const Mask visible = visible_by_position(rule, 9, 9);
    for (int i = 0; i < 9; ++i) {
      EXPECT_EQ(std::count(&visible(0, 0, i, 0), &visible(0, 0, i, 0) + 9, true), std::min(i + 1, w)) << w << " " << i;
    }
  }
}

TEST(PositionRule, WindowIsOpenOnEitherSide) {
  expect_equal(visible_by_position(window_rule(1, 0), 3, 3), mask({1, 1, 3, 3}, {1, 0, 0, 1, 1, 0, 0, 1, 1}));
  expect_equal(visible_by_position(window_rule(0, 1), 3, 3), mask({1, 1, 3, 3}, {1, 1, 0, 0, 1, 1, 0, 0, 1}));
  expect_equal(visible_by_position(window_rule(0, -1), 3, 3), mask({1, 1, 3, 3}, {1, 1, 1, 0, 1, 1, 0, 0, 1}));
  expect_equal(visible_by_position(window_rule(-1, 0), 3, 3), mask({1, 1, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1}));
  expect_equal(visible_by_position(window_rule(most, most), 2, 3), mask({1, 1, 2, 3}, {1, 1, 1, 1, 1, 1}));
}

TEST(PositionRule, KeyLengthsEndEachSequenceAndAlignIt) {
  PositionRule rule = causal_rule(Alignment::bottom_right);
  rule.key_lengths = indices({4}, {4, 2, 1, 0});
  expect_equal(visible_by_position(rule, 2, 4),
               mask({4, 1, 2, 4}, {1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0,
                                   0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  rule.alignment = Alignment::top_left;
  rule.key_lengths = indices({2}, {3, 1});
  expect_equal(visible_by_position(rule, 2, 3), mask({2, 1, 2, 3}, {1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0}));
}

/// Straight from the definition, one cell at a time.
bool may_read(const PositionRule& rule, long b, long i, long j, long queries, long keys) {
  const long length = is_given(rule.key_lengths) ? rule.key_lengths(b) : keys;
  const long p = rule.alignment == Alignment::top_left ? i + rule.offset : length - queries + i;
  if (j >= length || (rule.causal && j > p)) return false;
  if (rule.window_left >= 0 && j < p - rule.window_left) return false;
  return rule.window_right < 0 || j <= p + rule.window_right;
}

TEST(PositionRule, AgreesWithTheDefinitionForEveryCombination) {
  for (int n = 0; n < 2 * 2 * 7 * 4 * 4 * 2; ++n) {
    PositionRule rule;
    int rest = n;
    const auto take = [&](int count) { const int value = rest % count; rest /= count; return value; };
    rule.causal = take(2) == 1;
    rule.alignment = take(2) == 1 ? Alignment::bottom_right : Alignment::top_left;
    const int offset = take(7) - 3;
    if (rule.alignment == Alignment::top_left) rule.offset = offset;
    rule.window_left = take(4) - 1;
    rule.window_right = take(4) - 1;
    if (take(2) == 1) rule.key_lengths = indices({3}, {5, 3, 0});
    const Mask visible = visible_by_position(rule, 4, 5);
    for (std::size_t cell = 0; cell < visible.size(); ++cell) {
      const long j = static_cast<long>(cell) % 5, i = static_cast<long>(cell) / 5 % 4, b = static_cast<long>(cell) / 20;
      ASSERT_EQ(visible.data()[cell], may_read(rule, b, i, j, 4, 5)) << n << ": " << b << " " << i << " " << j;
    }
  }
}

TEST(PositionRule, TakesTheLargestNumbersThereAre) {
  PositionRule rule = causal_rule(Alignment::top_left, most);
  rule.window_right = most;
  expect_equal(visible_by_position(rule, 2, 2), mask({1, 1, 2, 2}, {1, 1, 1, 1}));
  rule.window_left = 0;
  expect_equal(visible_by_position(rule, 2, 2), mask({1, 1, 2, 2}, {0, 0, 0, 0}));
  rule = causal_rule(Alignment::top_left, least);
  rule.window_left = most;
  expect_equal(visible_by_position(rule, 2, 2), mask({1, 1, 2, 2}, {0, 0, 0, 0}));
}

TEST(PositionRule, RefusesWhatMakesNoSense) {
  const auto expect_refused = [](ErrorCode code, const std::string& message, const PositionRule& rule) {
    expect_error(code, message, [&] { visible_by_position(rule, 2, 4); });
  };
  expect_refused(ErrorCode::out_of_range, "window_left: expected -1 (open) or more, got -2", window_rule(-2, -1));
  expect_refused(ErrorCode::out_of_range, "window_right: expected -1 (open) or more, got -3", window_rule(-1, -3));
  expect_refused(ErrorCode::out_of_range, "offset: expected 0 under \"bottom_right\", got 2",
                 causal_rule(Alignment::bottom_right, 2));
  PositionRule rule;
  rule.key_lengths = indices({2}, {4, 5});
  expect_refused(ErrorCode::out_of_range, "key_lengths: expected 0 to 4, got 5", rule);
  rule.key_lengths = indices({2}, {-1, 4});
  expect_refused(ErrorCode::out_of_range, "key_lengths: expected 0 to 4, got -1", rule);
  rule.key_lengths = indices({1, 1}, {4});
  expect_refused(ErrorCode::shape_mismatch, "key_lengths: expected shape [1], got [1,1]", rule);
  expect_error(ErrorCode::out_of_range, "queries: expected at least 1, got 0", [] { visible_by_position({}, 0, 4); });
  expect_error(ErrorCode::out_of_range, "keys: expected at least 1, got 0", [] { visible_by_position({}, 2, 0); });
  expect_error(ErrorCode::too_large, "visible: expected at most 2147483648 bytes, got 10000000000 bytes for the shape "
               "[1,1,100000,100000]", [] { visible_by_position({}, 100000, 100000); });
}

TEST(Alignment, HasNames) {
  EXPECT_EQ(alignment_from_name("top_left"), Alignment::top_left);
  EXPECT_EQ(alignment_from_name("bottom_right"), Alignment::bottom_right);
  expect_error(ErrorCode::unknown_name, "alignment: expected \"top_left\" or \"bottom_right\", got \"left\"",
               [] { alignment_from_name("left"); });
}

}  // namespace
}  // namespace maskscope
