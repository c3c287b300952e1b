// The future-perturbation probe, in both directions: the right mask moves nothing, each wrong one that leaks does.

#include "maskscope/chapter/leak.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

constexpr std::size_t length = 6, prefix = 4;

template <class T>
MultiHeadParameters<T> random_parameters() {
  return {2, random_tensor<T>({3, 4}, 1), random_tensor<T>({3, 4}, 2), random_tensor<T>({3, 4}, 3),
          random_tensor<T>({4, 3}, 4)};
}

template <class T>
Tensor<T> with_future(const Tensor<T>& x, double future) {
  Tensor<T> changed = x;
  for (std::size_t t = prefix; t < length; ++t) {
    for (std::size_t e = 0; e < 3; ++e) changed(t, e) = static_cast<T>(future);
  }
  return changed;
}

template <class T>
ProbeReport<T> probe(Variant variant, double future, EmptyRow empty_row = EmptyRow::zeros) {
  const Tensor<T> x = random_tensor<T>({length, 3}, 5);
  return probe_future(variant_function(variant, random_parameters<T>(), {}, empty_row), x, with_future(x, future), prefix);
}

/// One head of width 1 with identity projections, so that scores are products of inputs.
ProbeReport<double> probe_products(Variant variant, double first, double future) {
  const Tensor<double> one = tensor({1, 1}, {1});
  return probe_future(variant_function<double>(variant, {1, one, one, one, one}, {}), tensor({2, 1}, {first, 1}),
                      tensor({2, 1}, {first, future}), 1);
}

template <class T>
class ProbeOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(ProbeOf, Types);

TYPED_TEST(ProbeOf, TheRightMaskNeverMovesABit) {
  for (const double future : {0.0, 1.5, -1e30, 1e30, nan, inf, -inf}) {
    const ProbeReport<TypeParam> report = probe<TypeParam>(Variant::correct, future);
    EXPECT_TRUE(report.changed.empty()) << future;
    EXPECT_EQ(report.largest_change, 0) << future;
    expect_same_bits(report.before, report.after);
  }
}

TYPED_TEST(ProbeOf, VariantsThatReadTheFutureAreCaught) {
  for (const Variant variant : {Variant::softmax_then_mask, Variant::reversed_triangle, Variant::no_triangle}) {
    const ProbeReport<TypeParam> report = probe<TypeParam>(variant, 1.5);
    EXPECT_FALSE(report.changed.empty()) << name(variant);
    EXPECT_GT(report.largest_change, 1e-3) << name(variant);
  }
}

TYPED_TEST(ProbeOf, NaNInTheFutureShowsEveryWrongWeighting) {
  for (const Variant variant : {Variant::softmax_then_mask, Variant::fill_minus_1e4, Variant::fill_minus_1e9,
                                Variant::fill_float16_lowest, Variant::reversed_triangle, Variant::no_triangle}) {
    EXPECT_EQ(probe<TypeParam>(variant, nan).largest_change, std::numeric_limits<TypeParam>::infinity()) << name(variant);
  }
}

TEST(Probe, AValueThatOverflowsShowsEveryWrongWeighting) {
  // The second coordinate reaches the values alone: a future weight of exactly 0 still meets an infinite value.
  const Tensor<double> first_only = tensor({2, 1}, {1, 0});
  const MultiHeadParameters<double> parameters{1, first_only, first_only, tensor({2, 1}, {1, 1e200}), tensor({1, 1}, {1})};
  const Tensor<double> x = tensor({2, 2}, {1, 0, 1, 0}), changed = tensor({2, 2}, {1, 0, 1, 1e200});
  const auto run = [&](Variant variant) {
    return probe_future(variant_function<double>(variant, parameters, {}), x, changed, 1);
  };
  EXPECT_TRUE(run(Variant::correct).changed.empty());
  for (const Variant variant : {Variant::softmax_then_mask, Variant::fill_minus_1e4, Variant::fill_minus_1e9,
                                Variant::fill_float16_lowest}) {
    EXPECT_TRUE(std::isnan(run(variant).after(0, 0))) << name(variant);
  }
}

TEST(Probe, FiniteFillsLeakOnceAFutureScoreIsLargeEnough) {
  // The first position scores the second with 200 * future: above the fill, the blocked key takes over.
  EXPECT_TRUE(probe_products(Variant::fill_minus_1e4, 200, 2).changed.empty());
  EXPECT_FALSE(probe_products(Variant::fill_minus_1e4, 200, 1e3).changed.empty());
  EXPECT_FALSE(probe_products(Variant::fill_float16_lowest, 200, 1e3).changed.empty());
  EXPECT_TRUE(probe_products(Variant::fill_minus_1e9, 200, 1e3).changed.empty());
  EXPECT_FALSE(probe_products(Variant::fill_minus_1e9, 200, 1e8).changed.empty());
  for (const double future : {2.0, 1e3, 1e8}) EXPECT_TRUE(probe_products(Variant::correct, 200, future).changed.empty());
}

TEST(Probe, FillOfMinus1e4LeaksWhereRealScoresAreLow) {
  // q.k = -x^2 with w_q = -1: the first position scores itself -2e4, below the fill.
  const Tensor<double> one = tensor({1, 1}, {1});
  const MultiHeadParameters<double> negative{1, tensor({1, 1}, {-1}), one, one, one};
  const double first = std::sqrt(2e4);
  const auto run = [&](Variant variant) {
    return probe_future(variant_function<double>(variant, negative, {}), tensor({2, 1}, {first, 0}),
                        tensor({2, 1}, {first, 1}), 1);
  };
  EXPECT_TRUE(run(Variant::correct).changed.empty());
  EXPECT_NEAR(run(Variant::fill_minus_1e4).after(0, 0), 1, 1e-12);
}

TYPED_TEST(ProbeOf, WrongVariantsThatOnlyReadThePastAreNotAccused) {
  for (const Variant variant : {Variant::strict_triangle, Variant::padding_on_query_rows}) {
    for (const double future : {1.5, nan}) {
      EXPECT_TRUE(probe<TypeParam>(variant, future).changed.empty()) << name(variant);
    }
  }
}

TEST(Probe, PaddingOnQueryRowsLetsPaddingIn) {
  // Padding on the left lies in the past of real queries, where the causal rule does not hide it.
  Tensor<double> x = random_tensor({3, 3}, 6);
  const Mask valid = mask({3}, {0, 1, 1});
  const auto output = [&](Variant variant) { return variant_function(variant, random_parameters<double>(), valid)(x); };
  const Tensor<double> right = output(Variant::correct), wrong = output(Variant::padding_on_query_rows);
  x(0, 1) += 1;
  expect_same_bits(output(Variant::correct), right);
  EXPECT_NE(output(Variant::padding_on_query_rows)(1, 0), wrong(1, 0));
}

TEST(Probe, CorrectVariantIsMultiHeadAttention) {
  const Tensor<double> x = random_tensor({3, 3}, 6);
  AttentionOptions<double> options;
  options.causal = true;
  options.valid_queries = mask({1, 3}, {1, 1, 0});
  options.visible = mask({3}, {1, 1, 0});
  const Tensor<double> expected = multi_head_attention(reshaped(x, {1, 3, 3}), random_parameters<double>(), options);
  expect_same_bits(variant_function(Variant::correct, random_parameters<double>(), mask({3}, {1, 1, 0}))(x),
                   reshaped(expected, {3, 3}));
}

TEST(Probe, ReportsPositionCoordinateAndSize) {
  const SequenceFunction<double> reads_last = [](const Tensor<double>& x) {
    Tensor<double> y = tensor({2, 2}, {1, 2, 3, 4});
    y(0, 1) += x(1, 0);
    return y;
  };
  const ProbeReport<double> report =
      probe_future(reads_last, tensor({2, 1}, {7, 0}), tensor({2, 1}, {7, 0.5}), 1);
  ASSERT_EQ(report.changed.size(), 1u);
  EXPECT_EQ(report.changed[0].position, 0u);
  EXPECT_EQ(report.changed[0].coordinate, 1u);
  EXPECT_EQ(report.changed[0].before, 2);
  EXPECT_EQ(report.changed[0].after, 2.5);
  EXPECT_EQ(report.largest_change, 0.5);
  expect_equal(report.before, tensor({1, 2}, {1, 2}));
  expect_equal(report.after, tensor({1, 2}, {1, 2.5}));
}

TEST(Probe, ComparesBitsButNotThePayloadOfNaN) {
  const auto output = [](double before, double after) {
    const SequenceFunction<double> function = [=](const Tensor<double>& x) {
      return tensor({2, 1}, {x(1, 0) == 0 ? before : after, 0});
    };
    return probe_future(function, tensor({2, 1}, {1, 0}), tensor({2, 1}, {1, 1}), 1);
  };
  EXPECT_EQ(output(0.0, -0.0).changed.size(), 1u);
  EXPECT_EQ(output(0.0, -0.0).largest_change, 0);
  EXPECT_TRUE(output(nan, -nan).changed.empty());
  EXPECT_EQ(output(1, nan).largest_change, inf);
  EXPECT_EQ(output(-inf, inf).largest_change, inf);
}

TEST(Probe, RefusesInputsThatAreNoProbe) {
  const SequenceFunction<double> copy = [](const Tensor<double>& x) { return x; };
  const Tensor<double> x = tensor({2, 2}, {1, 2, 3, 4});
  expect_error(ErrorCode::prefix_changed, "changed: expected the first 1 rows of x, got 9 at index [0,1]",
               [&] { probe_future(copy, x, tensor({2, 2}, {1, 9, 3, 4}), 1); });
  expect_error(ErrorCode::out_of_range, "prefix: expected 1 to 2, got 0", [&] { probe_future(copy, x, x, 0); });
  expect_error(ErrorCode::out_of_range, "prefix: expected 1 to 2, got 3", [&] { probe_future(copy, x, x, 3); });
  expect_error(ErrorCode::shape_mismatch, "changed: expected shape [2,2], got [1,2]",
               [&] { probe_future(copy, x, tensor({1, 2}, {1, 2}), 1); });
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [*,*], got [4]",
               [&] { probe_future(copy, reshaped(x, {4}), x, 1); });
  const SequenceFunction<double> shorter = [](const Tensor<double>&) { return tensor({1, 2}, {0, 0}); };
  expect_error(ErrorCode::shape_mismatch, "the function's output: expected shape [2,*], got [1,2]",
               [&] { probe_future(shorter, x, x, 1); });
}

TEST(Probe, VariantFunctionRefusesInputsThatDoNotFit) {
  const SequenceFunction<double> function =
      variant_function(Variant::correct, random_parameters<double>(), mask({3}, {1, 1, 1}));
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [*,3], got [3,2]",
               [&] { function(random_tensor({3, 2}, 1)); });
  expect_error(ErrorCode::shape_mismatch, "valid: expected shape [2], got [3]",
               [&] { function(random_tensor({2, 3}, 1)); });
  expect_error(ErrorCode::shape_mismatch, "valid: expected shape [*], got [1,3]",
               [] { variant_function(Variant::correct, random_parameters<double>(), mask({1, 3}, {1, 1, 1})); });
  expect_error(ErrorCode::no_visible_key, "a valid query has no visible key: batch 0, head 0, query 0; 2 of 4 rows", [] {
    variant_function<double>(Variant::strict_triangle, random_parameters<double>(), {})(random_tensor({2, 3}, 1));
  });
}

}  // namespace
}  // namespace maskscope
