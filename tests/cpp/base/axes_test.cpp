#include "maskscope/base/axes.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

const Axes section_16_5{2, 3, 16, 2};  // d = 8

TEST(FollowAxes, TakesTheElementThroughEveryStep) {
  const AxisTrace trace = follow_axes(section_16_5, 1, 2, 9);
  const std::vector<std::string> steps = {"projected", "reshaped",      "transposed", "key_transposed",
                                          "scores",    "output", "untransposed", "merged"};
  const std::vector<Shape> shapes = {{2, 3, 16}, {2, 3, 2, 8}, {2, 2, 3, 8}, {2, 2, 8, 3},
                                     {2, 2, 3, 3}, {2, 2, 3, 8}, {2, 3, 2, 8}, {2, 3, 16}};
  const std::vector<Shape> positions = {{1, 2, 9}, {1, 2, 1, 1}, {1, 1, 2, 1}, {1, 1, 1, 2},
                                        {1, 1, 2, 2}, {1, 1, 2, 1}, {1, 2, 1, 1}, {1, 2, 9}};
  ASSERT_EQ(trace.right.size(), steps.size());
  for (std::size_t n = 0; n < steps.size(); ++n) {
    EXPECT_EQ(trace.right[n].step, steps[n]);
    EXPECT_EQ(trace.right[n].shape, shapes[n]) << steps[n];
    EXPECT_EQ(trace.right[n].index, positions[n]) << steps[n];
  }
  EXPECT_EQ(trace.right[2].axes, (std::vector<std::string>{"B", "H", "T", "d"}));
  EXPECT_EQ(trace.right[3].axes, (std::vector<std::string>{"B", "H", "d", "T"}));
}

TEST(FollowAxes, ReshapeKeepsTheOffsetAndTransposeMovesIt) {
  const AxisTrace trace = follow_axes(section_16_5, 1, 2, 9);
  EXPECT_EQ(trace.right[0].offset, (1u * 3 + 2) * 16 + 9);
  EXPECT_EQ(trace.right[1].offset, trace.right[0].offset);
  EXPECT_EQ(trace.right[2].offset, ((1u * 2 + 1) * 3 + 2) * 8 + 1);
  EXPECT_EQ(trace.right[6].offset, trace.right[7].offset);
}

TEST(FollowAxes, OffsetsCountEveryElementOnce) {
  std::vector<int> seen(2 * 3 * 16, 0);
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t t = 0; t < 3; ++t) {
      for (std::size_t c = 0; c < 16; ++c) ++seen[follow_axes(section_16_5, b, t, c).right[2].offset];
    }
  }
  EXPECT_EQ(seen, std::vector<int>(2 * 3 * 16, 1));
}

TEST(FollowAxes, ReshapeWithoutTransposePutsTheElementElsewhere) {
  const AxisTrace trace = follow_axes(section_16_5, 0, 1, 0);  // offset 16
  EXPECT_EQ(trace.reshape_only.shape, (Shape{2, 2, 3, 8}));
  EXPECT_EQ(trace.reshape_only.offset, 16u);
  EXPECT_EQ(trace.reshape_only.index, (Shape{0, 0, 2, 0}));  // not head 0, position 1
  EXPECT_EQ(trace.reshape_only_source, (Shape{0, 0, 8}));    // offset 8: another position's second half
}

TEST(FollowAxes, ReversingAllAxesPutsTheWidthFirst) {
  const AxisTrace trace = follow_axes(section_16_5, 1, 2, 9);
  EXPECT_EQ(trace.reversed_axes.axes, (std::vector<std::string>{"d", "T", "H", "B"}));
  EXPECT_EQ(trace.reversed_axes.shape, (Shape{8, 3, 2, 2}));
  EXPECT_EQ(trace.reversed_axes.index, (Shape{1, 2, 1, 1}));
  EXPECT_EQ(trace.reversed_axes.offset, ((1u * 3 + 2) * 2 + 1) * 2 + 1);
}

TEST(FollowAxes, RefusesWhatDoesNotExist) {
  expect_error(ErrorCode::out_of_range, "b: expected 0 to 1, got 2", [] { follow_axes(section_16_5, 2, 0, 0); });
  expect_error(ErrorCode::out_of_range, "t: expected 0 to 2, got 3", [] { follow_axes(section_16_5, 0, 3, 0); });
  expect_error(ErrorCode::out_of_range, "c: expected 0 to 15, got 16", [] { follow_axes(section_16_5, 0, 0, 16); });
  expect_error(ErrorCode::shape_mismatch, "width: expected a multiple of the 3 heads, got 16",
               [] { follow_axes({1, 1, 16, 3}, 0, 0, 0); });
  expect_error(ErrorCode::out_of_range, "batch: expected at least 1, got 0", [] { follow_axes({0, 1, 1, 1}, 0, 0, 0); });
  expect_error(ErrorCode::out_of_range, "positions: expected at least 1, got 0",
               [] { follow_axes({1, 0, 1, 1}, 0, 0, 0); });
  expect_error(ErrorCode::out_of_range, "width: expected at least 1, got 0", [] { follow_axes({1, 1, 0, 1}, 0, 0, 0); });
  expect_error(ErrorCode::out_of_range, "heads: expected at least 1, got 0", [] { follow_axes({1, 1, 1, 0}, 0, 0, 0); });
  const std::size_t huge = std::size_t{1} << 40;
  expect_error(ErrorCode::too_large,
               "an array of shape [1,1,1099511627776,1099511627776] does not fit into memory",
               [&] { follow_axes({1, huge, 1, 1}, 0, 0, 0); });
}

TEST(ScoreMemory, OfTheChaptersBatch) {
  for (const std::uint64_t positions : {std::uint64_t{3}, std::uint64_t{6}}) {
    const std::string suffix = "_T" + std::to_string(positions);
    const ScoreMemory memory = score_memory(1, 2, positions, "float64");
    EXPECT_EQ(static_cast<double>(memory.scores), golden_number("section_16_5.scores" + suffix));
    EXPECT_EQ(static_cast<double>(memory.bytes), golden_number("section_16_5.bytes" + suffix));
  }
}

TEST(ScoreMemory, DependsOnTheWidthOfANumber) {
  EXPECT_EQ(score_memory(2, 3, 5, "float16").bytes, 2u * 3 * 25 * 2);
  EXPECT_EQ(score_memory(2, 3, 5, "bfloat16").bytes, 2u * 3 * 25 * 2);
  EXPECT_EQ(score_memory(2, 3, 5, "float32").bytes, 2u * 3 * 25 * 4);
  EXPECT_EQ(score_memory(2, 3, 5, "float64").bytes, 2u * 3 * 25 * 8);
}

TEST(ScoreMemory, RefusesUnknownTypesZerosAndWhatCannotBeCounted) {
  expect_error(ErrorCode::unknown_name, "dtype: expected \"float16\", \"bfloat16\", \"float32\" or \"float64\", got \"int8\"",
               [] { score_memory(1, 1, 1, "int8"); });
  expect_error(ErrorCode::out_of_range, "batch: expected at least 1, got 0", [] { score_memory(0, 1, 1, "float32"); });
  expect_error(ErrorCode::out_of_range, "heads: expected at least 1, got 0", [] { score_memory(1, 0, 1, "float32"); });
  expect_error(ErrorCode::out_of_range, "positions: expected at least 1, got 0",
               [] { score_memory(1, 1, 0, "float32"); });
  EXPECT_EQ(score_memory(1, 1, std::uint64_t{1} << 25, "float64").bytes, std::uint64_t{1} << 53);
  expect_error(ErrorCode::too_large, "score memory: expected at most 2^53 bytes, got more",
               [] { score_memory(2, 1, std::uint64_t{1} << 25, "float64"); });
  expect_error(ErrorCode::too_large, "score memory: expected at most 2^53 bytes, got more",
               [] { score_memory(1, 1, std::uint64_t{1} << 63, "float16"); });
}

}  // namespace
}  // namespace maskscope
