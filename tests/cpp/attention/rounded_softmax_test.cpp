#include "maskscope/attention/rounded_softmax.hpp"

#include "maskscope/attention/masked_softmax.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

RoundedSoftmaxOptions in(Precision precision, std::vector<Fill> fills = {}, FillMode mode = FillMode::add) {
  return {precision, std::move(fills), mode, true};
}

RoundedSoftmaxOptions without_max(Precision precision) { return {precision, {}, FillMode::add, false}; }

const Mask second_blocked = mask({2}, {1, 0});
const Mask both_blocked = mask({2}, {0, 0});

TEST(RoundedSoftmax, Minus1e9IsMinusInfinityInFloat16) {
  const Tensor<double> scores = tensor({1, 2}, {1, 2});
  const RoundedSoftmaxTrace half = trace_rounded_softmax(scores, in(Precision::float16, {{second_blocked, -1e9}}));
  EXPECT_EQ(half.fills, std::vector<double>{-inf});
  expect_equal(half.filled, tensor({1, 2}, {1, -inf}));
  expect_equal(half.weights, tensor({1, 2}, {1, 0}));
  // With a visible key that does no harm; without one the row is lost, where a float32 gives equal weights.
  const std::vector<Fill> whole_row = {{both_blocked, -1e9}};
  EXPECT_TRUE(all_nan(trace_rounded_softmax(scores, in(Precision::float16, whole_row)).weights));
  const RoundedSoftmaxTrace single = trace_rounded_softmax(scores, in(Precision::float32, whole_row));
  expect_equal(single.filled, tensor({1, 2}, {-1e9, -1e9}));
  expect_equal(single.weights, tensor({1, 2}, {0.5, 0.5}));
  // A double still sees the scores below the fill: the row reads as if nothing were blocked.
  expect_near(trace_rounded_softmax(scores, in(Precision::float64, whole_row)).weights, masked_softmax(scores), 1e-6);
}

TEST(RoundedSoftmax, TwoFiniteFillsAddUpToMinusInfinity) {
  for (const Precision precision : all_precisions) {
    SCOPED_TRACE(name(precision));
    const double lowest = limits_of(precision).lowest;
    const Tensor<double> scores = tensor({1, 2}, {0, 0});
    const Fill causal_fill{both_blocked, lowest}, padding_fill{second_blocked, lowest};
    const RoundedSoftmaxTrace one = trace_rounded_softmax(scores, in(precision, {causal_fill}));
    expect_equal(one.weights, tensor({1, 2}, {0.5, 0.5}));
    const RoundedSoftmaxTrace two = trace_rounded_softmax(scores, in(precision, {causal_fill, padding_fill}));
    expect_equal(two.fill, tensor({1, 2}, {lowest, -inf}));
    expect_equal(two.weights, tensor({1, 2}, {1, 0}));
    EXPECT_TRUE(all_nan(trace_rounded_softmax(scores, in(precision, {causal_fill, causal_fill})).weights));
  }
}

TEST(RoundedSoftmax, LowestFillPlusALowScoreOverflows) {
  const Tensor<double> scores = tensor({2, 2}, {-20, -24, -8, -10});
  const RoundedSoftmaxTrace trace = trace_rounded_softmax(scores, in(Precision::float16, {{both_blocked, -65504}}));
  expect_equal(trace.filled, tensor({2, 2}, {-inf, -inf, -65504, -65504}));
  EXPECT_TRUE(std::isnan(trace.weights(0, 0)) && std::isnan(trace.weights(0, 1)));
  EXPECT_EQ(trace.weights(1, 0), 0.5);
}

TEST(RoundedSoftmax, AFillAboveRealScoresTakesTheWholeWeight) {
  const Tensor<double> scores = tensor({1, 3}, {-2e4, -2e4, -2e4});
  const std::vector<Fill> fills = {{mask({3}, {1, 1, 0}), -1e4}};
  for (const Precision precision : all_precisions) {
    SCOPED_TRACE(name(precision));
    const RoundedSoftmaxTrace trace = trace_rounded_softmax(scores, in(precision, fills, FillMode::replace));
    expect_equal(trace.weights, tensor({1, 3}, {0, 0, 1}));
    EXPECT_EQ(trace.filled(0, 2), round_to(precision, -1e4));
    // Added to a score as low as the others it stays below them.
    expect_equal(trace_rounded_softmax(scores, in(precision, fills)).weights,
                 round_to(precision, tensor({1, 3}, {0.5, 0.5, 0})));
  }
}

TEST(RoundedSoftmax, WithoutTheMaximumItOverflows) {
  const auto expect_overflow = [](Precision precision, double large) {
    const Tensor<double> scores = tensor({1, 2}, {large, 0});
    const RoundedSoftmaxTrace trace = trace_rounded_softmax(scores, without_max(precision));
    EXPECT_EQ(trace.shifted(0, 0), trace.scores(0, 0));
    EXPECT_EQ(trace.exponentials(0, 0), inf);
    EXPECT_EQ(trace.row_sum(0), inf);
    EXPECT_TRUE(std::isnan(trace.weights(0, 0)));
    EXPECT_EQ(trace.weights(0, 1), 0);
    const RoundedSoftmaxTrace shifted = trace_rounded_softmax(scores, in(precision));
    EXPECT_EQ(shifted.weights(0, 0), 1);
  };
  expect_overflow(Precision::float16, 12);  // exp(12) is 162755
  expect_overflow(Precision::bfloat16, 89);
  expect_overflow(Precision::float32, 89);
  expect_overflow(Precision::float64, 710);
}

TEST(RoundedSoftmax, WithoutTheMaximumItUnderflows) {
  const auto expect_underflow = [](Precision precision, double low) {
    const Tensor<double> scores = tensor({1, 2}, {low, low});
    const RoundedSoftmaxTrace trace = trace_rounded_softmax(scores, without_max(precision));
    expect_equal(trace.exponentials, tensor({1, 2}, {0, 0}));
    EXPECT_EQ(trace.row_sum(0), 0);
    EXPECT_TRUE(all_nan(trace.weights));
    expect_equal(trace_rounded_softmax(scores, in(precision)).weights, tensor({1, 2}, {0.5, 0.5}));
  };
  expect_underflow(Precision::float16, -18);
  expect_underflow(Precision::bfloat16, -94);
  expect_underflow(Precision::float32, -105);
  expect_underflow(Precision::float64, -746);
}

TEST(RoundedSoftmax, EveryStepIsTheOneBeforeRoundedOnce) {
  for (const Precision precision : all_precisions) {
    SCOPED_TRACE(name(precision));
    const auto rounded = [&](double number) { return round_to(precision, number); };
    const Tensor<double> scores = random_tensor({2, 3, 5}, 11);
    const Mask visible = random_mask({3, 5}, 12);
    const RoundedSoftmaxTrace trace = trace_rounded_softmax(scores, in(precision, {{visible, -1.7}}));
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t i = 0; i < 3; ++i) {
        double max = -inf, sum = 0;
        for (std::size_t j = 0; j < 5; ++j) {
          EXPECT_EQ(trace.scores(b, i, j), rounded(scores(b, i, j)));
          EXPECT_EQ(trace.fill(b, i, j), visible(i, j) ? 0 : rounded(-1.7));
          EXPECT_EQ(trace.filled(b, i, j), rounded(trace.scores(b, i, j) + trace.fill(b, i, j)));
          EXPECT_EQ(trace.shifted(b, i, j), rounded(trace.filled(b, i, j) - trace.row_max(b, i)));
          EXPECT_EQ(trace.exponentials(b, i, j), rounded(std::exp(trace.shifted(b, i, j))));
          EXPECT_EQ(trace.weights(b, i, j), rounded(trace.exponentials(b, i, j) / trace.row_sum(b, i)));
          max = std::max(max, trace.filled(b, i, j));
          sum = rounded(sum + trace.exponentials(b, i, j));
        }
        EXPECT_EQ(trace.row_max(b, i), max);
        EXPECT_EQ(trace.row_sum(b, i), sum);
      }
    }
  }
}

TEST(RoundedSoftmax, PartialSumsAreRoundedToo) {
  // 2048 + 1 is a middle between two float16 numbers and goes back to the even 2048.
  const Tensor<double> equal = tensor({1, 3000}, std::vector<double>(3000));
  const RoundedSoftmaxTrace trace = trace_rounded_softmax(equal, in(Precision::float16));
  EXPECT_EQ(trace.row_sum(0), 2048);
  EXPECT_EQ(trace.weights(0, 0), 1.0 / 2048);
}

TEST(RoundedSoftmax, WithMinusInfinityInDoubleIsTheMaskedSoftmax) {
  const Tensor<double> scores = random_tensor({2, 3, 4, 5}, 13);
  Mask visible = random_mask({2, 1, 4, 5}, 14);
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t i = 0; i < 4; ++i) visible(b, 0, i, i) = true;
  }
  SoftmaxOptions options;
  options.visible = visible;
  for (const FillMode mode : {FillMode::add, FillMode::replace}) {
    expect_near(trace_rounded_softmax(scores, in(Precision::float64, {{visible, -inf}}, mode)).weights,
                masked_softmax(scores, options), 1e-15);
  }
}

TEST(RoundedSoftmax, AddingKeepsABlockedNaNAndReplacingDoesNot) {
  const Tensor<double> scores = tensor({1, 2}, {0, nan});
  const std::vector<Fill> fills = {{second_blocked, -inf}};
  EXPECT_TRUE(all_nan(trace_rounded_softmax(scores, in(Precision::float32, fills)).weights));
  const RoundedSoftmaxTrace replaced = trace_rounded_softmax(scores, in(Precision::float32, fills, FillMode::replace));
  expect_equal(replaced.weights, tensor({1, 2}, {1, 0}));
  // The last one wins, also where it is not the lowest.
  expect_equal(trace_rounded_softmax(scores, in(Precision::float32, {{second_blocked, -inf}, {second_blocked, -3}},
                                                FillMode::replace)).filled, tensor({1, 2}, {0, -3}));
}

TEST(RoundedSoftmax, RefusesWhatIsNoScoreOrFill) {
  const Tensor<double> scores = tensor({1, 2}, {0, 0});
  expect_error(ErrorCode::shape_mismatch, "scores: expected shape [...,L,S], got [2]",
               [] { trace_rounded_softmax(tensor({2}, {0, 0})); });
  expect_error(ErrorCode::empty_input, "scores: expected at least one element, got shape [2,0]",
               [] { trace_rounded_softmax(tensor({2, 0}, {})); });
  expect_error(ErrorCode::shape_mismatch, "fills[1].visible: expected a shape that broadcasts to [1,2], got [3]", [&] {
    trace_rounded_softmax(scores, in(Precision::float16, {{second_blocked, -1}, {mask({3}, {1, 1, 0}), -1}}));
  });
  expect_error(ErrorCode::not_finite, "fills[0].value: expected a number or an infinity, got NaN",
               [&] { trace_rounded_softmax(scores, in(Precision::float16, {{second_blocked, nan}})); });
}

TEST(FillMode, HasAName) {
  EXPECT_EQ(fill_mode_from_name("add"), FillMode::add);
  EXPECT_EQ(fill_mode_from_name("replace"), FillMode::replace);
  expect_error(ErrorCode::unknown_name, "mode: expected \"add\" or \"replace\", got \"set\"",
               [] { fill_mode_from_name("set"); });
}

}  // namespace
}  // namespace maskscope
