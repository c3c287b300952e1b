#include "maskscope/attention/gradients.hpp"

#include "maskscope/masks/visibility.hpp"
#include "support/gradient_checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// 2 records, 4 query heads over 2 key heads, 3 queries, 5 keys, widths 6 and 7.
template <class T>
struct Inputs {
  Tensor<T> q = random_tensor<T>({2, 4, 3, 6}, 1);
  Tensor<T> k = random_tensor<T>({2, 2, 5, 6}, 2);
  Tensor<T> v = random_tensor<T>({2, 2, 5, 7}, 3);
  Tensor<T> grad_output = random_tensor<T>({2, 4, 3, 7}, 4);
  AttentionOptions<T> options;

  AttentionGradients<T> gradients() const { return attention_gradients(q, k, v, grad_output, options); }
};

void expect_all_differences(Inputs<double> inputs) {
  const auto gradients = inputs.gradients();
  const auto total = [&] {
    return weighted_total(attention(inputs.q, inputs.k, inputs.v, inputs.options), inputs.grad_output);
  };
  expect_differences(gradients.q, inputs.q, total);
  expect_differences(gradients.k, inputs.k, total);
  expect_differences(gradients.v, inputs.v, total);
  if (is_given(inputs.options.bias)) expect_differences(gradients.bias, inputs.options.bias, total);
}

Mask readable_mask(const Shape& shape, std::uint32_t seed) {
  Mask visible = random_mask(shape, seed);
  for (std::size_t row = 0; row < visible.size(); row += shape.back()) visible.data()[row] = true;
  return visible;
}

TEST(AttentionGradients, AreTheCentralDifferences) { expect_all_differences(Inputs<double>{}); }

TEST(AttentionGradients, AreTheCentralDifferencesUnderEveryOption) {
  Inputs<double> inputs;
  inputs.options.scale = -0.7;
  inputs.options.softcap = 1.3;
  inputs.options.bias = random_tensor({4, 1, 5}, 5);
  inputs.options.visible = readable_mask({2, 4, 3, 5}, 6);
  inputs.options.valid_queries = mask({2, 3}, {1, 1, 0, 1, 0, 1});
  expect_all_differences(inputs);
  inputs.options.bias = random_tensor({2, 1, 3, 5}, 7);
  expect_all_differences(inputs);
  inputs.options.bias = random_tensor({2, 4, 3, 5}, 8);
  expect_all_differences(inputs);
}

TEST(AttentionGradients, AreTheCentralDifferencesUnderAPositionRule) {
  Inputs<double> inputs;
  inputs.options.causal = true;
  inputs.options.alignment = Alignment::bottom_right;
  inputs.options.key_lengths = indices({2}, {4, 5});
  inputs.options.window_left = 2;
  expect_all_differences(inputs);
}

TEST(AttentionGradients, AreTheCentralDifferencesWithRowsThatReadNothing) {
  Inputs<double> inputs;
  inputs.options.bias = random_tensor({5}, 9);
  inputs.options.visible = readable_mask({1, 4, 3, 5}, 10);
  for (std::size_t j = 0; j < 5; ++j) inputs.options.visible(0, 1, 2, j) = inputs.options.visible(0, 2, 0, j) = false;
  for (const EmptyRow policy : {EmptyRow::zeros, EmptyRow::uniform}) {
    inputs.options.empty_row = policy;
    expect_all_differences(inputs);
  }
  inputs.options.empty_row = EmptyRow::error;
  expect_error(ErrorCode::no_visible_key, "a valid query has no visible key: batch 0, head 1, query 2; 4 of 24 rows", [&] { inputs.gradients(); });
}

TEST(AttentionGradients, AreTheCentralDifferencesForRandomShapes) {
  std::mt19937 generator(11);
  const auto between = [&](std::size_t least, std::size_t greatest) {
    return least + generator() % (greatest - least + 1);
  };
  for (std::uint32_t seed = 100; seed < 180; seed += 10) {
    const std::size_t batch = between(1, 3), key_heads = between(1, 2), group = between(1, 3);
    const std::size_t queries = between(1, 5), keys = between(2, 6), width = between(1, 7), value_width = between(1, 4);
    SCOPED_TRACE(to_string({batch, key_heads, group, queries, keys, width, value_width}));
    Inputs<double> inputs;
    inputs.q = random_tensor({batch, key_heads * group, queries, width}, seed + 1);
    inputs.k = random_tensor({batch, key_heads, keys, width}, seed + 2);
    inputs.v = random_tensor({batch, key_heads, keys, value_width}, seed + 3);
    inputs.grad_output = random_tensor({batch, key_heads * group, queries, value_width}, seed + 4);
    inputs.options.softcap = 3;
    inputs.options.visible = readable_mask({batch, key_heads * group, queries, keys}, seed + 5);
    // One query reads two keys, or nothing would flow back through its softmax.
    inputs.options.visible.data()[1] = true;
    expect_all_differences(inputs);
  }
}

template <class T>
class GradientsOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(GradientsOf, Types);

template <class T>
void expect_same_gradients(const AttentionGradients<T>& actual, const AttentionGradients<T>& expected) {
  expect_same_bits(actual.q, expected.q);
  expect_same_bits(actual.k, expected.k);
  expect_same_bits(actual.v, expected.v);
  expect_same_bits(actual.bias, expected.bias);
  expect_same_bits(actual.scores, expected.scores);
}

/// Causal; keys 3 and 4 are padding for all; query 2 of record 1 is padding.
template <class T>
Inputs<T> masked_inputs() {
  Inputs<T> inputs;
  inputs.options.softcap = 2;
  inputs.options.bias = random_tensor<T>({4, 3, 5}, 12);
  inputs.options.visible = visible_and(causal(3, 5), mask({5}, {1, 1, 1, 0, 0}));
  inputs.options.valid_queries = mask({2, 3}, {1, 1, 1, 1, 1, 0});
  return inputs;
}

TYPED_TEST(GradientsOf, BlockedCellsAreExactlyZero) {
  const auto inputs = masked_inputs<TypeParam>();
  const auto gradients = inputs.gradients();
  for (std::size_t n = 0; n < gradients.scores.size(); ++n) {
    const std::size_t j = n % 5, i = n / 5 % 3, b = n / 60;
    const bool reads = inputs.options.visible(i, j) && inputs.options.valid_queries(b, i);
    // A query with one visible key has a weight of 1 whatever the score.
    EXPECT_EQ(gradients.scores.data()[n] != 0, reads && i > 0) << "cell " << n;
    EXPECT_EQ(gradients.biased.data()[n] != 0, reads && i > 0) << "cell " << n;
  }
  // Key 2 of record 1 is visible to a padding query alone.
  const auto is_read = [](std::size_t b, std::size_t j) { return j < (b == 1 ? 2u : 3u); };
  for (std::size_t n = 0; n < gradients.k.size(); ++n) {
    EXPECT_EQ(gradients.k.data()[n] != 0, is_read(n / 60, n / 6 % 5));
  }
  for (std::size_t n = 0; n < gradients.v.size(); ++n) {
    EXPECT_EQ(gradients.v.data()[n] != 0, is_read(n / 70, n / 7 % 5));
  }
  for (std::size_t n = 0; n < gradients.bias.size(); ++n) {
    if (!inputs.options.visible.data()[n % 15]) {
      EXPECT_EQ(gradients.bias.data()[n], 0);
    }
  }
}

TYPED_TEST(GradientsOf, NothingBlockedIsEverLookedAt) {
  const auto inputs = masked_inputs<TypeParam>();
  const auto expected = inputs.gradients();
  for (const double poison : {nan, inf, -inf}) {
    auto poisoned = inputs;
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t b = 0; b < 2; ++b) {
        poisoned.k(b, h, 3, 0) = poisoned.k(b, h, 4, 5) = static_cast<TypeParam>(poison);
        poisoned.v(b, h, 3, 6) = poisoned.v(b, h, 4, 0) = static_cast<TypeParam>(poison);
      }
    }
    for (std::size_t h = 0; h < 4; ++h) {
      poisoned.q(1, h, 2, 3) = poisoned.grad_output(1, h, 2, 4) = static_cast<TypeParam>(poison);
      poisoned.options.bias(h, 0, 1) = static_cast<TypeParam>(poison);
    }
    expect_same_gradients(poisoned.gradients(), expected);
  }
}

TYPED_TEST(GradientsOf, ARowThatReadsNothingGivesZeroAndSpoilsNoOther) {
  auto inputs = masked_inputs<TypeParam>();
  const auto expected = inputs.gradients();
  // The padding query of record 1 once more, now as a query that is real and reads nothing.
  inputs.options.visible = broadcast_to("visible", inputs.options.visible, {2, 1, 3, 5});
  for (std::size_t j = 0; j < 5; ++j) inputs.options.visible(1, 0, 2, j) = false;
  inputs.options.valid_queries = {};
  inputs.options.empty_row = EmptyRow::zeros;
  const auto gradients = inputs.gradients();
  expect_same_gradients(gradients, expected);
  EXPECT_TRUE(all_finite(gradients.q));
  for (std::size_t h = 0; h < 4; ++h) {
    for (std::size_t c = 0; c < 6; ++c) EXPECT_EQ(gradients.q(1, h, 2, c), 0);
  }
}

TYPED_TEST(GradientsOf, TheNanPolicySpoilsTheValuesOfItsRecordAndHead) {
  Inputs<TypeParam> inputs;
  inputs.options.visible = broadcast_to("visible", mask({1}, {1}), {2, 4, 3, 5});
  for (std::size_t j = 0; j < 5; ++j) inputs.options.visible(1, 0, 2, j) = false;
  inputs.options.empty_row = EmptyRow::nan;
  const auto gradients = inputs.gradients();
  EXPECT_TRUE(all_finite(gradients.q));
  EXPECT_TRUE(all_finite(gradients.k));
  for (std::size_t n = 0; n < gradients.v.size(); ++n) {
    EXPECT_EQ(std::isnan(gradients.v.data()[n]), n / 70 == 1 && n / 35 % 2 == 0) << "element " << n;
  }
}

TYPED_TEST(GradientsOf, AKeyWhoseWeightUnderflowsHasNoGradient) {
  Inputs<TypeParam> inputs;
  inputs.options.bias = tensor<TypeParam>({5}, {0, 0, -inf, -5000, 0});
  const auto expected = inputs.gradients();
  for (std::size_t b = 0; b < 2; ++b) inputs.v(b, 1, 2, 0) = inputs.v(b, 0, 3, 0) = static_cast<TypeParam>(nan);
  expect_same_gradients(inputs.gradients(), expected);
  EXPECT_TRUE(all_finite(expected.q));
}

TEST(AttentionGradients, InFloatAreNearThoseInDouble) {
  const auto narrow = masked_inputs<float>().gradients();
  const auto wide = masked_inputs<double>().gradients();
  expect_near(narrow.q, wide.q, 1e-5);
  expect_near(narrow.k, wide.k, 1e-5);
  expect_near(narrow.v, wide.v, 1e-5);
  expect_near(narrow.bias, wide.bias, 1e-5);
}

TEST(AttentionGradients, GiveNoBiasGradientWithoutABias) { EXPECT_FALSE(is_given(Inputs<double>{}.gradients().bias)); }

TEST(AttentionGradients, RefuseShapesThatDoNotFit) {
  const auto refuse = [](const std::string& message, const std::function<void(Inputs<double>&)>& change) {
    Inputs<double> inputs;
    change(inputs);
    expect_error(ErrorCode::shape_mismatch, message, [&] { inputs.gradients(); });
  };
  refuse("grad_output: expected shape [2,4,3,7], got [2,4,3,6]", [](auto& x) { x.grad_output = x.q; });
  refuse("q: expected shape [*,*,*,*], got [8,3,6]", [](auto& x) { x.q = reshaped(x.q, {8, 3, 6}); });
  refuse("k: expected shape [*,*,*,*], got [4,5,6]", [](auto& x) { x.k = reshaped(x.k, {4, 5, 6}); });
  refuse("v: expected shape [*,*,*,*], got [4,5,7]", [](auto& x) { x.v = reshaped(x.v, {4, 5, 7}); });
  refuse("v: expected shape [2,2,5,*], got [2,2,4,7]", [](auto& x) { x.v = random_tensor({2, 2, 4, 7}, 1); });
}

TEST(AttentionGradients, RefuseTooManyScoresBeforeMakingThem) {
  const Tensor<double> x = random_tensor({1, 1, 20000, 1}, 1);
  const std::string message =
      "scores: expected at most 2147483648 bytes, got 3200000000 bytes for the shape [1,1,20000,20000]";
  expect_error(ErrorCode::too_large, message, [&] { attention_gradients(x, x, x, x); });
  const Tensor<double> one = tensor({1, 1}, {1});
  const Tensor<double> records = reshaped(x, {1, 20000, 1});
  expect_error(ErrorCode::too_large, message, [&] { multi_head_gradients(records, {1, one, one, one, one}, records); });
}

}  // namespace
}  // namespace maskscope
