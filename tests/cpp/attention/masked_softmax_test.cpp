#include "maskscope/attention/masked_softmax.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

const SoftmaxOptions everything;

SoftmaxOptions with(Mask visible, EmptyRow empty_row = EmptyRow::error, Mask valid_queries = {}) {
  return {std::move(visible), std::move(valid_queries), empty_row};
}

SoftmaxOptions of_golden(const std::string& example) {
  SoftmaxOptions options = with(golden_mask(example + ".visible"));
  if (golden::chapter16.count(example + ".valid_query")) {
    options.valid_queries = golden_mask(example + ".valid_query");
  }
  return options;
}

TEST(MaskedSoftmax, GivesTheChaptersWeights) {
  const Tensor<double> scores = golden_tensor("example_16_1.S");
  const Tensor<float> scores_float = golden_tensor<float>("example_16_1.S");
  expect_near(masked_softmax(scores), golden_tensor("example_16_1.unmasked.A"), 1e-12);
  expect_near(masked_softmax(scores_float), golden_tensor("example_16_1.unmasked.A"), 2e-7);
  for (const std::string rule : {"causal", "padding_keys_only", "causal_and_padding"}) {
    SCOPED_TRACE(rule);
    const SoftmaxOptions options = of_golden("example_16_1." + rule);
    expect_near(masked_softmax(scores, options), golden_tensor("example_16_1." + rule + ".A"), 1e-12);
    // Scores near 1 carry an error of one float epsilon, 1.2e-7, into weights below 1.
    expect_near(masked_softmax(scores_float, options), golden_tensor("example_16_1." + rule + ".A"), 2e-7);
  }
}

TEST(MaskedSoftmax, BlockedWeightIsExactlyZeroAndRowsSumToOne) {
  for (std::size_t length = 1; length <= 33; ++length) {
    const Tensor<double> scores = random_tensor({length, length}, 1);
    Mask visible = random_mask({length, length}, 2);
    for (std::size_t i = 0; i < length; ++i) visible(i, i) = true;
    const Tensor<double> weights = masked_softmax(scores, with(visible));
    for (std::size_t i = 0; i < length; ++i) {
      double sum = 0, denominator = 0;
      for (std::size_t j = 0; j < length; ++j) denominator += visible(i, j) ? std::exp(scores(i, j)) : 0;
      for (std::size_t j = 0; j < length; ++j) {
        sum += weights(i, j);
        if (!visible(i, j)) {
          EXPECT_EQ(weights(i, j), 0);
        } else {
          EXPECT_NEAR(weights(i, j), std::exp(scores(i, j)) / denominator, 1e-14);
        }
      }
      EXPECT_NEAR(sum, 1, 1e-14);
    }
  }
}

TEST(MaskedSoftmax, NeverReadsABlockedScore) {
  const Mask visible = mask({1, 4}, {1, 0, 1, 0});
  const Tensor<double> clean = masked_softmax(tensor({1, 4}, {1, 0, 2, 0}), with(visible));
  for (const double spoilt : {nan, inf, -inf, 1e308}) {
    expect_same_bits(masked_softmax(tensor({1, 4}, {1, spoilt, 2, spoilt}), with(visible)), clean);
  }
}

TEST(MaskedSoftmax, MaximumIsTakenOverVisibleKeysOnly) {
  // With the blocked 1000 as maximum every visible exponential would underflow to 0.
  expect_near(masked_softmax(tensor({1, 3}, {0, 0, 1000}), with(mask({3}, {1, 1, 0}))), tensor({1, 3}, {0.5, 0.5, 0}),
              1e-15);
  expect_near(masked_softmax(tensor({1, 2}, {1000, 1000})), tensor({1, 2}, {0.5, 0.5}), 1e-15);
}

TEST(MaskedSoftmax, VisibleNaNAndInfinityShow) {
  EXPECT_TRUE(all_nan(masked_softmax(tensor({1, 3}, {1, nan, 2}))));
  EXPECT_TRUE(all_nan(masked_softmax(tensor({1, 3}, {nan, 1, 2}))));
  EXPECT_TRUE(std::isnan(masked_softmax(tensor({1, 2}, {inf, 1}))(0, 0)));
  EXPECT_TRUE(all_nan(masked_softmax(tensor({1, 2}, {-inf, -inf}))));
  expect_near(masked_softmax(tensor({1, 2}, {-inf, 3})), tensor({1, 2}, {0, 1}), 0);
}

TEST(MaskedSoftmax, RealRowWithNoVisibleKeyThrows) {
  const Tensor<double> scores = tensor({2, 2}, {1, 2, 3, 4});
  expect_error(ErrorCode::no_visible_key, "a valid query has no visible key: query 1; 1 of 2 rows",
               [&] { masked_softmax(scores, with(mask({2, 2}, {1, 1, 0, 0}))); });
  expect_error(ErrorCode::no_visible_key, "a valid query has no visible key: query 1; 1 of 2 rows",
               [&] { trace_masked_softmax(scores, with(mask({2, 2}, {1, 1, 0, 0}))); });
}

TEST(MaskedSoftmax, EmptyRowFollowsTheNamedPolicy) {
  const Tensor<double> scores = tensor({2, 2}, {0, 0, 3, 4});
  const Mask visible = mask({2, 2}, {1, 1, 0, 0});
  expect_near(masked_softmax(scores, with(visible, EmptyRow::zeros)), tensor({2, 2}, {0.5, 0.5, 0, 0}), 0);
  expect_near(masked_softmax(scores, with(visible, EmptyRow::uniform)), tensor({2, 2}, {0.5, 0.5, 0.5, 0.5}), 0);
  const Tensor<double> row = masked_softmax(scores, with(visible, EmptyRow::nan));
  EXPECT_EQ(row(0, 0), 0.5);
  EXPECT_TRUE(std::isnan(row(1, 0)) && std::isnan(row(1, 1)));
}

TEST(MaskedSoftmax, PaddingQueryGivesZerosUnderEveryPolicy) {
  const Tensor<double> scores = tensor({2, 2}, {nan, nan, 0, 0});
  for (const EmptyRow policy : {EmptyRow::error, EmptyRow::zeros, EmptyRow::uniform, EmptyRow::nan}) {
    for (const Mask& visible : {mask({2, 2}, {1, 1, 1, 1}), mask({2, 2}, {0, 0, 1, 1})}) {
      expect_near(masked_softmax(scores, with(visible, policy, mask({2}, {0, 1}))), tensor({2, 2}, {0, 0, 0.5, 0.5}), 0);
    }
  }
}

TEST(MaskedSoftmax, VisibilityAndValidQueriesBroadcast) {
  const Tensor<double> scores = random_tensor({2, 3, 4, 5}, 3);
  const Mask visible = mask({5}, {1, 0, 1, 0, 1});
  expect_same_bits(masked_softmax(scores, with(visible)),
                   masked_softmax(scores, with(broadcast_to("visible", visible, {2, 3, 4, 5}))));
  const Mask valid = mask({2, 1, 4}, {1, 1, 0, 0, 1, 0, 0, 0});
  expect_same_bits(masked_softmax(scores, with({}, EmptyRow::error, valid)),
                   masked_softmax(scores, with({}, EmptyRow::error, broadcast_to("valid", valid, {2, 3, 4}))));
}

TEST(MaskedSoftmax, RefusesWrongShapes) {
  expect_error(ErrorCode::shape_mismatch, "scores: expected shape [...,L,S], got [3]",
               [] { masked_softmax(tensor({3}, {1, 2, 3})); });
  expect_error(ErrorCode::empty_input, "scores: expected at least one element, got shape [2,0]",
               [] { masked_softmax(tensor({2, 0}, {})); });
  expect_error(ErrorCode::shape_mismatch, "visible: expected a shape that broadcasts to [1,3], got [2]",
               [] { masked_softmax(tensor({1, 3}, {1, 2, 3}), with(mask({2}, {1, 1}))); });
  expect_error(ErrorCode::shape_mismatch, "valid_queries: expected a shape that broadcasts to [1], got [3]", [] {
    masked_softmax(tensor({1, 3}, {1, 2, 3}), with({}, EmptyRow::error, mask({3}, {1, 1, 1})));
  });
}

TEST(MaskedSoftmaxTrace, ShowsEveryStep) {
  const SoftmaxTrace<double> trace =
      trace_masked_softmax(tensor({1, 3}, {1, 3, 2}), with(mask({1, 3}, {1, 0, 1})));
  expect_equal(trace.visible, mask({1, 3}, {1, 0, 1}));
  expect_equal(trace.valid_queries, mask({1}, {1}));
  expect_equal(trace.masked, tensor({1, 3}, {1, -inf, 2}));
  expect_equal(trace.row_max, tensor({1}, {2}));
  expect_equal(trace.shifted, tensor({1, 3}, {-1, -inf, 0}));
  expect_near(trace.exponentials, tensor({1, 3}, {std::exp(-1), 0, 1}), 1e-15);
  expect_near(trace.row_sum, tensor({1}, {1 + std::exp(-1)}), 1e-15);
  expect_near(trace.weights, tensor({1, 3}, {std::exp(-1) / (1 + std::exp(-1)), 0, 1 / (1 + std::exp(-1))}), 1e-15);
}

TEST(MaskedSoftmaxTrace, WeightsAreThoseOfTheShortCall) {
  const Mask valid = mask({2, 1, 7}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0});
  for (const EmptyRow policy : {EmptyRow::zeros, EmptyRow::uniform}) {
    const SoftmaxOptions options = with(random_mask({2, 2, 7, 3}, 5), policy, valid);
    const Tensor<double> scores = random_tensor({2, 2, 7, 3}, 4);
    expect_same_bits(trace_masked_softmax(scores, options).weights, masked_softmax(scores, options));
    const Tensor<float> scores_float = random_tensor<float>({2, 2, 7, 3}, 4);
    expect_same_bits(trace_masked_softmax(scores_float, options).weights, masked_softmax(scores_float, options));
  }
}

TEST(MaskedSoftmaxTrace, RowsWithoutASumHoldNoNumbers) {
  const SoftmaxTrace<double> trace = trace_masked_softmax(
      tensor({2, 2}, {1, 2, 3, 4}), with(mask({2, 2}, {1, 1, 0, 0}), EmptyRow::uniform, mask({2}, {0, 1})));
  EXPECT_TRUE(all_nan(trace.row_max));
  expect_equal(trace.row_sum, tensor({2}, {0, 0}));
  expect_equal(trace.masked, tensor({2, 2}, {-inf, -inf, -inf, -inf}));
  expect_equal(trace.shifted, tensor({2, 2}, {-inf, -inf, -inf, -inf}));
  expect_equal(trace.exponentials, tensor({2, 2}, {0, 0, 0, 0}));
  expect_equal(trace.weights, tensor({2, 2}, {0, 0, 0.5, 0.5}));
  expect_equal(trace.visible, mask({2, 2}, {1, 1, 0, 0}));
}

TEST(EmptyRow, HasAName) {
  EXPECT_EQ(empty_row_from_name("error"), EmptyRow::error);
  EXPECT_EQ(empty_row_from_name("zeros"), EmptyRow::zeros);
  EXPECT_EQ(empty_row_from_name("uniform"), EmptyRow::uniform);
  EXPECT_EQ(empty_row_from_name("nan"), EmptyRow::nan);
  expect_error(ErrorCode::unknown_name, "empty_row: expected \"error\", \"zeros\", \"uniform\" or \"nan\", got \"skip\"",
               [] { empty_row_from_name("skip"); });
}

}  // namespace
}  // namespace maskscope
