#include "maskscope/chapter/leak.hpp"

#include "maskscope/masks/visibility.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

TEST(LeakCopier, GivesTheChaptersNumbers) {
  for (const int ratio : {9, 99}) {
    SCOPED_TRACE(ratio);
    const std::string path = "example_16_2.ratio_" + std::to_string(ratio) + ".";
    const LeakCopier<double> leaking = leak_copier(static_cast<double>(ratio), true);
    expect_near(leaking.weights, golden_tensor(path + "weights"), 1e-12);
    EXPECT_NEAR(leaking.loss, golden_number(path + "loss_future_visible"), 1e-12);
    const Tensor<double> red = golden_tensor(path + "red_probs"), blue = golden_tensor(path + "blue_probs");
    expect_near(leaking.probabilities, tensor({2, 2}, {red(0), red(1), blue(0), blue(1)}), 1e-12);
    expect_near(leaking.correct, tensor({2}, {red(0), blue(1)}), 1e-12);
    EXPECT_NEAR(leak_copier(static_cast<double>(ratio), false).loss, golden_number(path + "loss_causal"), 1e-12);
    EXPECT_NEAR(leak_copier(static_cast<float>(ratio), true).loss, golden_number(path + "loss_future_visible"), 1e-6);
  }
}

TEST(LeakCopier, WithoutTheFutureReadsOnlyTheFirstPosition) {
  const LeakCopier<double> causal_copier = leak_copier(99.0, false);
  expect_equal(causal_copier.weights, tensor({2}, {1, 0}));
  expect_equal(causal_copier.exponentials, tensor({2}, {1, 0}));
  expect_equal(causal_copier.probabilities, tensor({2, 2}, {0.5, 0.5, 0.5, 0.5}));
  expect_equal(leak_copier(99.0, true).exponentials, tensor({2}, {1, 99}));
  expect_near(leak_copier(99.0, true).scores, tensor({2}, {0, std::log(99.0)}), 1e-15);
}

TEST(LeakCopier, RefusesARatioThatIsNoRatio) {
  expect_error(ErrorCode::out_of_range, "ratio: expected a positive finite number, got 0", [] { leak_copier(0.0, true); });
  expect_error(ErrorCode::out_of_range, "ratio: expected a positive finite number, got NaN",
               [] { leak_copier(nan, true); });
  EXPECT_TRUE(std::isfinite(leak_copier(std::numeric_limits<double>::max(), true).loss));
}

TEST(Variants, HaveNamesAndBack) {
  for (const Variant variant : all_variants) EXPECT_EQ(variant_from_name(name(variant)), variant);
  expect_error(ErrorCode::unknown_name,
               R"(variant: expected "correct", "softmax_then_mask", "fill_minus_1e4", "fill_minus_1e9", )"
               R"("fill_float16_lowest", "strict_triangle", "reversed_triangle", "no_triangle" or )"
               R"("padding_on_query_rows", got "right")",
               [] { variant_from_name("right"); });
}

TEST(Faulty, SoftmaxThenMaskLosesTheBlockedShare) {
  const Tensor<double> scores = golden_tensor("example_16_1.S");
  const Tensor<double> weights = faulty::softmax_then_mask(scores, causal(3, 3));
  expect_near(weights, golden_tensor("example_16_1.mask_after_softmax.A"), 1e-12);
  const Tensor<double> sums = golden_tensor("example_16_1.mask_after_softmax.row_sums");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(weights(i, 0) + weights(i, 1) + weights(i, 2), sums(i), 1e-12);
  const Tensor<double> output =
      weighted_sum(reshaped(weights, {1, 1, 3, 3}), reshaped(golden_tensor("inputs.V"), {1, 1, 3, 2}));
  expect_near(reshaped(output, {3, 2}), golden_tensor("example_16_1.mask_after_softmax.O"), 1e-12);
}

TEST(Faulty, SoftmaxThenMaskReadsBlockedScores) {
  const Tensor<double> scores = tensor({1, 2}, {0, nan});
  EXPECT_TRUE(all_nan(faulty::softmax_then_mask(scores, mask({1, 2}, {1, 0}))));
}

TEST(Faulty, AdditiveFillKeepsABlockedKeyInTheSum) {
  // A real score as low as the fill: the blocked key weighs as much as the visible one.
  expect_near(faulty::additive_fill(tensor({1, 2}, {-1e4, 0}), mask({1, 2}, {1, 0}), -1e4),
              tensor({1, 2}, {0.5, 0.5}), 1e-15);
  // A blocked score far above the fill takes over altogether.
  expect_near(faulty::additive_fill(tensor({1, 2}, {0, 2e9}), mask({1, 2}, {1, 0}), -1e9), tensor({1, 2}, {0, 1}), 0);
  // Ordinary scores hide the mistake: exp(-1e4) is 0.
  expect_near(faulty::additive_fill(tensor({1, 2}, {0, 0}), mask({1, 2}, {1, 0}), -1e4), tensor({1, 2}, {1, 0}), 0);
}

TEST(Faulty, AdditiveFillGivesAnEmptyRowUniformWeights) {
  expect_near(faulty::additive_fill(tensor({1, 2}, {0, 0}), mask({1, 2}, {0, 0}), -1e9), tensor({1, 2}, {0.5, 0.5}), 0);
}

TEST(Faulty, Triangles) {
  expect_equal(faulty::strict_triangle(3), mask({3, 3}, {0, 0, 0, 1, 0, 0, 1, 1, 0}));
  expect_equal(faulty::reversed_triangle(3), mask({3, 3}, {1, 1, 1, 0, 1, 1, 0, 0, 1}));
  expect_equal(faulty::no_triangle(2), mask({2, 2}, {1, 1, 1, 1}));
  expect_equal(faulty::padding_on_query_rows(mask({1, 2}, {1, 0})), mask({1, 1, 2, 2}, {1, 1, 0, 0}));
}

TEST(Faulty, RefusesWrongShapes) {
  const Mask visible = mask({1, 2}, {1, 0});
  expect_error(ErrorCode::shape_mismatch, "scores: expected shape [...,L,S], got [2]",
               [&] { faulty::softmax_then_mask(tensor({2}, {0, 0}), visible); });
  expect_error(ErrorCode::shape_mismatch, "visible: expected a shape that broadcasts to [2,3], got [1,2]",
               [&] { faulty::additive_fill(random_tensor({2, 3}, 1), visible, -1e4); });
  expect_error(ErrorCode::empty_input, "length: expected at least one element, got shape [0]",
               [] { faulty::strict_triangle(0); });
  expect_error(ErrorCode::shape_mismatch, "valid: expected shape [*,*], got [2]",
               [] { faulty::padding_on_query_rows(mask({2}, {1, 0})); });
}

TEST(VariantWeights, BelieveInTheirOwnVisibility) {
  const Mask valid = mask({1, 3}, {1, 1, 0});
  const auto believed = [&](Variant variant) {
    return reshaped(variant_weights(variant, random_tensor({1, 2, 3, 3}, 1), valid, EmptyRow::zeros).visible, {3, 3});
  };
  const Mask right = golden_mask("example_16_1.causal_and_padding.visible");
  for (const Variant variant : {Variant::correct, Variant::softmax_then_mask, Variant::fill_minus_1e4,
                                Variant::fill_minus_1e9, Variant::fill_float16_lowest}) {
    expect_equal(believed(variant), right);
  }
  expect_equal(believed(Variant::strict_triangle), mask({3, 3}, {0, 0, 0, 1, 0, 0, 1, 1, 0}));
  expect_equal(believed(Variant::reversed_triangle), mask({3, 3}, {1, 1, 0, 0, 1, 0, 0, 0, 0}));
  expect_equal(believed(Variant::no_triangle), mask({3, 3}, {1, 1, 0, 1, 1, 0, 1, 1, 0}));
  expect_equal(believed(Variant::padding_on_query_rows), mask({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 0}));
}

TEST(VariantWeights, AreTheMistakesThemselves) {
  const Mask valid = mask({1, 3}, {1, 1, 1});
  const Tensor<double> scores = reshaped(golden_tensor("example_16_1.S"), {1, 1, 3, 3});
  const auto weights = [&](Variant variant) { return reshaped(variant_weights(variant, scores, valid).weights, {3, 3}); };
  expect_near(weights(Variant::correct), golden_tensor("example_16_1.causal.A"), 1e-12);
  expect_near(weights(Variant::softmax_then_mask), golden_tensor("example_16_1.mask_after_softmax.A"), 1e-12);
  expect_near(weights(Variant::no_triangle), golden_tensor("example_16_1.unmasked.A"), 1e-12);
}

TEST(VariantWeights, EachFillWeighsABlockedKeyLikeAScoreAsLowAsItself) {
  const std::pair<Variant, double> fills[] = {
      {Variant::fill_minus_1e4, -1e4}, {Variant::fill_minus_1e9, -1e9}, {Variant::fill_float16_lowest, -65504}};
  for (const auto& [variant, fill] : fills) {
    const Tensor<double> scores = tensor({1, 1, 2, 2}, {fill, 0, 0, 0});
    expect_near(variant_weights(variant, scores, mask({1, 2}, {1, 1})).weights,
                tensor({1, 1, 2, 2}, {0.5, 0.5, 0.5, 0.5}), 1e-15);
  }
}

TEST(VariantWeights, PaddingRowsAreZerosInEveryVariant) {
  const Mask valid = mask({1, 3}, {1, 1, 0});
  for (const Variant variant : all_variants) {
    const Tensor<double> weights =
        variant_weights(variant, random_tensor({1, 2, 3, 3}, 1), valid, EmptyRow::uniform).weights;
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(weights(0, h, 2, j), 0) << name(variant);
    }
  }
}

TEST(VariantWeights, PaddingOnQueryRowsLeavesPaddedKeysReadable) {
  const Tensor<double> scores = tensor({1, 1, 2, 2}, {0, 0, 0, 0});
  const Mask left_padded = mask({1, 2}, {0, 1});
  EXPECT_EQ(variant_weights(Variant::correct, scores, left_padded).weights(0, 0, 1, 0), 0);
  EXPECT_EQ(variant_weights(Variant::padding_on_query_rows, scores, left_padded).weights(0, 0, 1, 0), 0.5);
}

TEST(VariantWeights, StrictTriangleLeavesTheFirstRowEmpty) {
  const Tensor<double> scores = random_tensor({1, 1, 2, 2}, 1);
  const Mask valid = mask({1, 2}, {1, 1});
  expect_error(ErrorCode::no_visible_key, "a valid query has no visible key: batch 0, head 0, query 0; 1 of 2 rows",
               [&] { variant_weights(Variant::strict_triangle, scores, valid); });
  EXPECT_EQ(variant_weights(Variant::strict_triangle, scores, valid, EmptyRow::uniform).weights(0, 0, 0, 1), 0.5);
}

TEST(VariantWeights, RefusesWrongShapes) {
  expect_error(ErrorCode::shape_mismatch, "scores: expected shape [1,1,2,2], got [1,1,2,3]",
               [] { variant_weights(Variant::correct, random_tensor({1, 1, 2, 3}, 1), mask({1, 2}, {1, 1})); });
  expect_error(ErrorCode::shape_mismatch, "valid: expected shape [1,2], got [2]",
               [] { variant_weights(Variant::correct, random_tensor({1, 1, 2, 2}, 1), mask({2}, {1, 1})); });
  expect_error(ErrorCode::shape_mismatch, "scores: expected shape [*,*,*,*], got [2,2]",
               [] { variant_weights(Variant::correct, random_tensor({2, 2}, 1), mask({1, 2}, {1, 1})); });
}

}  // namespace
}  // namespace maskscope
