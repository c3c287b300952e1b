#include "maskscope/attention/attention.hpp"

#include "maskscope/masks/visibility.hpp"
#include "support/checks.hpp"
#include "support/reference_attention.hpp"

namespace maskscope {
namespace {

using namespace checks;

template <class T>
struct Inputs {
  Tensor<T> q, k, v;
};

/// 2 records, 4 query heads over 2 key heads, width 3, values of width 5.
template <class T>
Inputs<T> random_inputs(std::size_t queries, std::size_t keys) {
  return {random_tensor<T>({2, 4, queries, 3}, 1), random_tensor<T>({2, 2, keys, 3}, 2),
          random_tensor<T>({2, 2, keys, 5}, 3)};
}

Inputs<double> chapter_inputs() {
  return {reshaped(golden_tensor("inputs.Q"), {1, 1, 3, 2}), reshaped(golden_tensor("inputs.K"), {1, 1, 3, 2}),
          reshaped(golden_tensor("inputs.V"), {1, 1, 3, 2})};
}

/// A random visibility in which every query may read at least key 0.
Mask readable_mask(const Shape& shape) {
  Mask visible = random_mask(shape, 4);
  for (std::size_t row = 0; row < visible.size(); row += shape.back()) visible.data()[row] = true;
  return visible;
}

TEST(Attention, GivesTheChaptersScoresAndOutputs) {
  const auto [q, k, v] = chapter_inputs();
  const auto expect_output = [](const Tensor<double>& output, const std::string& rule) {
    expect_near(reshaped(output, {3, 2}), golden_tensor("example_16_1." + rule + ".O"), 1e-12);
  };
  const AttentionTrace<double> trace = trace_attention(q, k, v);
  expect_near(reshaped(trace.scores, {3, 3}), golden_tensor("example_16_1.S"), 1e-12);
  expect_near(reshaped(trace.softmax.weights, {3, 3}), golden_tensor("example_16_1.unmasked.A"), 1e-12);
  expect_output(trace.output, "unmasked");

  AttentionOptions<double> causal_rule;
  causal_rule.causal = true;
  expect_output(attention(q, k, v, causal_rule), "causal");

  AttentionOptions<double> padding;
  padding.visible = key_padding(mask({1, 3}, {1, 1, 0}), 3);
  padding.valid_queries = mask({1, 3}, {1, 1, 0});
  expect_output(attention(q, k, v, padding), "padding_keys_only");

  padding.causal = true;
  expect_output(attention(q, k, v, padding), "causal_and_padding");
}

template <class T>
class AttentionOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(AttentionOf, Types);

// An output is a convex mixture of values below 2 in magnitude; S exponentials and a sum of S products each round once.
template <class T>
double tolerance(std::size_t keys) {
  return 8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * (static_cast<double>(keys) + 16);
}

TYPED_TEST(AttentionOf, AgreesWithTheFormulaForEveryLength) {
  for (std::size_t length = 1; length <= 33; ++length) {
    SCOPED_TRACE(length);
    const auto [q, k, v] = random_inputs<TypeParam>(length, length);
    AttentionOptions<TypeParam> options;
    options.visible = readable_mask({2, 4, length, length});
    expect_near(attention(q, k, v, options),
                reference_attention(q, k, v, options.visible, 1 / std::sqrt(3.0L)), tolerance<TypeParam>(length));
    options.visible = {};
    options.causal = true;
    const Mask triangle = broadcast_to("triangle", causal(length, length), {2, 4, length, length});
    expect_near(attention(q, k, v, options), reference_attention(q, k, v, triangle, 1 / std::sqrt(3.0L)),
                tolerance<TypeParam>(length));
  }
}

TYPED_TEST(AttentionOf, TraceAndOutputAgreeBitForBit) {
  for (const std::size_t keys : {1, 2, 5, 16, 33}) {
    const auto [q, k, v] = random_inputs<TypeParam>(7, keys);
    AttentionOptions<TypeParam> options;
    options.scale = TypeParam(0.7);
    options.softcap = TypeParam(1.5);
    options.bias = random_tensor<TypeParam>({4, 1, keys}, 6);
    options.visible = random_mask({2, 1, 7, keys}, 7);
    options.valid_queries = mask({2, 7}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0});
    for (const EmptyRow policy : {EmptyRow::zeros, EmptyRow::uniform, EmptyRow::nan}) {
      options.empty_row = policy;
      expect_same_bits(trace_attention(q, k, v, options).output, attention(q, k, v, options));
    }
  }
}

TYPED_TEST(AttentionOf, ScaleSoftcapAndBiasComeInThatOrder) {
  const auto [q, k, v] = random_inputs<TypeParam>(4, 6);
  AttentionOptions<TypeParam> options;
  options.scale = TypeParam(0.5);
  options.softcap = TypeParam(2);
  options.bias = random_tensor<TypeParam>({2, 4, 4, 6}, 8);
  options.visible = readable_mask({2, 4, 4, 6});
  expect_near(attention(q, k, v, options), reference_attention(q, k, v, options.visible, 0.5L, 2, options.bias),
              tolerance<TypeParam>(6));
  const AttentionTrace<TypeParam> trace = trace_attention(q, k, v, options);
  for (std::size_t i = 0; i < trace.scores.size(); ++i) {
    EXPECT_NEAR(trace.capped.data()[i], 2 * std::tanh(trace.scores.data()[i] / 2), 1e-6);
    EXPECT_EQ(trace.biased.data()[i], trace.capped.data()[i] + options.bias.data()[i]);
  }
}

TYPED_TEST(AttentionOf, RuleByPositionIsAsGoodAsItsVisibility) {
  const auto [q, k, v] = random_inputs<TypeParam>(4, 7);
  AttentionOptions<TypeParam> options;
  options.empty_row = EmptyRow::zeros;
  options.causal = true;
  options.alignment = Alignment::bottom_right;
  options.window_left = 2;
  options.window_right = 1;
  options.key_lengths = indices({2}, {6, 3});
  options.visible = random_mask({4, 1, 7}, 11);
  AttentionOptions<TypeParam> spelled_out;
  spelled_out.empty_row = EmptyRow::zeros;
  spelled_out.visible = visible_and(broadcast_to("rule", visible_by_position(options, 4, 7), {2, 4, 4, 7}),
                                    broadcast_to("visible", options.visible, {2, 4, 4, 7}));
  expect_same_bits(attention(q, k, v, options), attention(q, k, v, spelled_out));
  expect_equal(trace_attention(q, k, v, options).softmax.visible, spelled_out.visible);

  options = {};
  options.causal = true;
  options.offset = 3;
  spelled_out.visible = causal(4, 7, 3);
  expect_same_bits(attention(q, k, v, options), attention(q, k, v, spelled_out));
}

TEST(Attention, RefusesARuleThatMakesNoSense) {
  const auto [q, k, v] = random_inputs<double>(3, 4);
  AttentionOptions<double> options;
  options.window_left = -2;
  expect_error(ErrorCode::out_of_range, "window_left: expected -1 (open) or more, got -2",
               [&] { attention(q, k, v, options); });
  options = {};
  options.key_lengths = indices({1}, {4});
  expect_error(ErrorCode::shape_mismatch, "key_lengths: expected shape [2], got [1]",
               [&] { trace_attention(q, k, v, options); });
}

TEST(Attention, BiasBroadcasts) {
  const auto [q, k, v] = random_inputs<double>(4, 6);
  AttentionOptions<double> options;
  options.bias = random_tensor({4, 1, 1}, 9);
  AttentionOptions<double> whole;
  whole.bias = Tensor<double>::from_shape({2, 4, 4, 6});
  for (std::size_t i = 0; i < whole.bias.size(); ++i) whole.bias.data()[i] = options.bias.data()[i / 24 % 4];
  expect_same_bits(attention(q, k, v, options), attention(q, k, v, whole));
}

TEST(Attention, QueryHeadsShareKeyHeadsInConsecutiveGroups) {
  const Tensor<double> q = tensor({1, 4, 1, 1}, {0, 0, 0, 0});
  const Tensor<double> k = tensor({1, 2, 1, 1}, {0, 0});
  expect_equal(attention(q, k, tensor({1, 2, 1, 1}, {1, 2})), tensor({1, 4, 1, 1}, {1, 1, 2, 2}));
}

TEST(Attention, BlockedKeysValuesAndBiasNeverReachTheOutput) {
  const auto [q, k, v] = random_inputs<double>(5, 5);
  AttentionOptions<double> options;
  options.causal = true;
  options.visible = mask({1, 1, 1, 5}, {1, 1, 1, 0, 0});
  options.bias = random_tensor({5, 5}, 10);
  const Tensor<double> clean = attention(q, k, v, options);
  for (const double spoilt : {nan, inf, -inf}) {
    Inputs<double> dirty{q, k, v};
    AttentionOptions<double> dirty_options = options;
    for (std::size_t bg = 0; bg < 4; ++bg) {
      for (std::size_t n = 3 * 3; n < 5 * 3; ++n) dirty.k.data()[bg * 15 + n] = spoilt;
      for (std::size_t n = 3 * 5; n < 5 * 5; ++n) dirty.v.data()[bg * 25 + n] = spoilt;
    }
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        if (j > i || j > 2) dirty_options.bias(i, j) = spoilt;
      }
    }
    expect_same_bits(attention(dirty.q, dirty.k, dirty.v, dirty_options), clean);
    expect_same_bits(trace_attention(dirty.q, dirty.k, dirty.v, dirty_options).output, clean);
  }
}

TEST(Attention, CausalDoesNotReadTheFutureOfAnyQuery) {
  const auto [q, k, v] = random_inputs<double>(6, 6);
  AttentionOptions<double> options;
  options.causal = true;
  const Tensor<double> clean = attention(q, k, v, options);
  Inputs<double> dirty{q, k, v};
  for (std::size_t bg = 0; bg < 4; ++bg) {
    for (std::size_t c = 0; c < 3; ++c) dirty.k.data()[bg * 18 + 5 * 3 + c] = nan;
    for (std::size_t c = 0; c < 5; ++c) dirty.v.data()[bg * 30 + 5 * 5 + c] = nan;
  }
  const Tensor<double> output = attention(dirty.q, dirty.k, dirty.v, options);
  for (std::size_t bh = 0; bh < 8; ++bh) {
    EXPECT_EQ(std::memcmp(output.data() + bh * 30, clean.data() + bh * 30, 25 * sizeof(double)), 0);
    for (std::size_t c = 25; c < 30; ++c) EXPECT_TRUE(std::isnan(output.data()[bh * 30 + c]));
  }
}

TEST(Attention, PaddingQueryIsZeroWhateverItHolds) {
  auto [q, k, v] = random_inputs<double>(3, 3);
  for (std::size_t h = 0; h < 4; ++h) q(0, h, 1, 0) = nan;
  AttentionOptions<double> options;
  options.valid_queries = mask({2, 3}, {1, 0, 1, 1, 1, 1});
  const Tensor<double> output = attention(q, k, v, options);
  EXPECT_TRUE(all_finite(output));
  for (std::size_t h = 0; h < 4; ++h) {
    for (std::size_t c = 0; c < 5; ++c) EXPECT_EQ(output(0, h, 1, c), 0);
  }
}

TEST(Attention, VisibleNaNReachesTheOutput) {
  auto [q, k, v] = random_inputs<double>(3, 3);
  v(0, 0, 2, 1) = nan;
  EXPECT_TRUE(std::isnan(attention(q, k, v)(0, 0, 0, 1)));
}

TEST(Attention, EmptyRowFollowsTheNamedPolicy) {
  const auto [q, k, v] = random_inputs<double>(2, 2);
  AttentionOptions<double> options;
  options.visible = mask({2, 2}, {0, 0, 1, 1});
  const char* message = "a valid query has no visible key: batch 0, head 0, query 0; 8 of 16 rows";
  expect_error(ErrorCode::no_visible_key, message, [&] { attention(q, k, v, options); });
  expect_error(ErrorCode::no_visible_key, message, [&] { trace_attention(q, k, v, options); });
  options.empty_row = EmptyRow::zeros;
  EXPECT_EQ(attention(q, k, v, options)(0, 0, 0, 0), 0);
  options.empty_row = EmptyRow::uniform;
  EXPECT_NEAR(attention(q, k, v, options)(0, 0, 0, 0), (v(0, 0, 0, 0) + v(0, 0, 1, 0)) / 2, 1e-15);
  options.empty_row = EmptyRow::nan;
  EXPECT_TRUE(std::isnan(attention(q, k, v, options)(0, 0, 0, 0)));
  EXPECT_TRUE(std::isfinite(attention(q, k, v, options)(0, 0, 1, 0)));
}

TEST(Attention, SaysWhichRowsAreEmptyOnEitherPath) {
  const Tensor<double> q = random_tensor({2, 3, 5, 4}, 1), k = random_tensor({2, 3, 7, 4}, 2);
  AttentionOptions<double> options;
  options.valid_queries = mask({2, 5}, {1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
  options.key_lengths = indices({2}, {7, 0});
  for (const AttentionPath path : {AttentionPath::reference, AttentionPath::tiled}) {
    try {
      attention(path, q, k, k, options);
      ADD_FAILURE() << "nothing was refused";
    } catch (const EmptyRowError& error) {
      EXPECT_EQ(error.row(), (Shape{1, 0, 1}));
      EXPECT_EQ(error.empty_rows(), 12u);
      EXPECT_EQ(error.rows(), 30u);
      EXPECT_STREQ(error.what(), "a valid query has no visible key: batch 1, head 0, query 1; 12 of 30 rows");
    }
  }
}

TEST(Attention, RefusesShapesThatDoNotFit) {
  const auto [q, k, v] = random_inputs<double>(3, 4);
  const auto expect_mismatch = [](const std::string& message, const Tensor<double>& a, const Tensor<double>& b,
                                  const Tensor<double>& c, const AttentionOptions<double>& options = {}) {
    expect_error(ErrorCode::shape_mismatch, message, [&] { attention(a, b, c, options); });
    expect_error(ErrorCode::shape_mismatch, message, [&] { trace_attention(a, b, c, options); });
  };
  expect_mismatch("q: expected shape [*,*,*,*], got [8,3,3]", reshaped(q, {8, 3, 3}), k, v);
  expect_mismatch("k: expected shape [2,*,*,3], got [1,2,4,3]", q, random_tensor({1, 2, 4, 3}, 1), v);
  expect_mismatch("k: expected shape [2,*,*,3], got [2,2,4,2]", q, random_tensor({2, 2, 4, 2}, 1), v);
  expect_mismatch("v: expected shape [2,2,4,*], got [2,2,3,5]", q, k, random_tensor({2, 2, 3, 5}, 1));
  expect_mismatch("q: expected a multiple of the 3 key heads, got 4 query heads", q, random_tensor({2, 3, 4, 3}, 1),
                  random_tensor({2, 3, 4, 5}, 1));
  AttentionOptions<double> options;
  options.visible = mask({3}, {1, 1, 1});
  expect_mismatch("visible: expected a shape that broadcasts to [2,4,3,4], got [3]", q, k, v, options);
  options = {};
  options.bias = tensor({3}, {1, 1, 1});
  expect_mismatch("bias: expected a shape that broadcasts to [2,4,3,4], got [3]", q, k, v, options);
  options = {};
  options.valid_queries = mask({3}, {1, 1, 1});
  expect_mismatch("valid_queries: expected shape [2,3], got [3]", q, k, v, options);
}

TEST(Attention, RefusesEmptyArraysAndStrangeNumbers) {
  const auto [q, k, v] = random_inputs<double>(3, 4);
  expect_error(ErrorCode::empty_input, "q: expected at least one element, got shape [2,4,0,3]",
               [&] { attention(tensor({2, 4, 0, 3}, {}), k, v); });
  expect_error(ErrorCode::empty_input, "k: expected at least one element, got shape [2,2,0,3]",
               [&] { attention(q, tensor({2, 2, 0, 3}, {}), v); });
  expect_error(ErrorCode::empty_input, "v: expected at least one element, got shape [2,2,4,0]",
               [&] { attention(q, k, tensor({2, 2, 4, 0}, {})); });
  AttentionOptions<double> options;
  options.scale = nan;
  expect_error(ErrorCode::not_finite, "scale: expected a finite number, got NaN", [&] { attention(q, k, v, options); });
  options.scale = {};
  options.softcap = -1;
  expect_error(ErrorCode::out_of_range, "softcap: expected 0 or a positive finite number, got -1",
               [&] { attention(q, k, v, options); });
  options.softcap = inf;
  expect_error(ErrorCode::out_of_range, "softcap: expected 0 or a positive finite number, got inf",
               [&] { attention(q, k, v, options); });
}

TEST(Attention, TraceRefusesScoresThatDoNotFit) {
  const Tensor<double> x = random_tensor({1, 1, 20000, 1}, 1);
  expect_error(ErrorCode::too_large, "scores: expected at most 2147483648 bytes, got 3200000000 bytes for the shape "
               "[1,1,20000,20000]", [&] { trace_attention(x, x, x); });
}

TEST(WeightedSum, LeavesKeysWithoutWeightAlone) {
  const Tensor<double> weights = tensor({1, 1, 1, 3}, {0.25, 0, 0.75});
  expect_equal(weighted_sum(weights, tensor({1, 1, 3, 1}, {4, nan, 8})), tensor({1, 1, 1, 1}, {7}));
  EXPECT_TRUE(all_nan(weighted_sum(tensor({1, 1, 1, 2}, {nan, nan}), tensor({1, 1, 2, 1}, {4, 8}))));
}

TEST(WeightedSum, RefusesShapesThatDoNotFit) {
  const Tensor<double> weights = tensor({1, 1, 1, 3}, {0.25, 0, 0.75});
  expect_error(ErrorCode::shape_mismatch, "v: expected shape [1,*,3,*], got [1,1,2,1]",
               [&] { weighted_sum(weights, tensor({1, 1, 2, 1}, {1, 2})); });
  expect_error(ErrorCode::shape_mismatch, "weights: expected shape [*,*,*,*], got [1,3]",
               [&] { weighted_sum(reshaped(weights, {1, 3}), tensor({1, 1, 3, 1}, {1, 2, 3})); });
  expect_error(ErrorCode::shape_mismatch, "q: expected a multiple of the 2 key heads, got 1 query heads",
               [&] { weighted_sum(weights, tensor({1, 2, 3, 1}, {1, 2, 3, 4, 5, 6})); });
  expect_error(ErrorCode::empty_input, "v: expected at least one element, got shape [1,1,3,0]",
               [&] { weighted_sum(weights, tensor({1, 1, 3, 0}, {})); });
}

}  // namespace
}  // namespace maskscope
