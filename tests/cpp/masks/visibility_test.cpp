#include "maskscope/masks/visibility.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

TEST(Causal, QueryReadsItselfAndThePast) {
  expect_equal(causal(3, 3), golden_mask("example_16_1.causal.visible"));
  for (std::size_t length = 1; length <= 33; ++length) {
    const Mask visible = causal(length, length);
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j < length; ++j) EXPECT_EQ(visible(i, j), j <= i) << i << "," << j;
    }
  }
}

TEST(Causal, OffsetMovesTheDiagonal) {
  expect_equal(causal(2, 4, 2), mask({2, 4}, {1, 1, 1, 0, 1, 1, 1, 1}));
  expect_equal(causal(3, 3, -1), mask({3, 3}, {0, 0, 0, 1, 0, 0, 1, 1, 0}));
  expect_equal(causal(2, 2, std::numeric_limits<std::ptrdiff_t>::max()), mask({2, 2}, {1, 1, 1, 1}));
  expect_equal(causal(2, 2, std::numeric_limits<std::ptrdiff_t>::min()), mask({2, 2}, {0, 0, 0, 0}));
}

TEST(Causal, RefusesNoQueriesOrNoKeys) {
  expect_error(ErrorCode::empty_input, "causal: expected at least one element, got shape [0,3]", [] { causal(0, 3); });
  expect_error(ErrorCode::empty_input, "causal: expected at least one element, got shape [3,0]", [] { causal(3, 0); });
}

TEST(Valid, FromLengths) {
  expect_equal(valid_from_lengths({3, 0, 2}, 3), mask({3, 3}, {1, 1, 1, 0, 0, 0, 1, 1, 0}));
  expect_error(ErrorCode::out_of_range, "lengths: expected at most 3, got 4 at index [1]",
               [] { valid_from_lengths({3, 4}, 3); });
  expect_error(ErrorCode::empty_input, "lengths: expected at least one element, got shape [0]",
               [] { valid_from_lengths({}, 3); });
  expect_error(ErrorCode::empty_input, "positions: expected at least one element, got shape [0]",
               [] { valid_from_lengths({0}, 0); });
}

TEST(Valid, FromTokenIds) {
  expect_equal(valid_from_token_ids(indices({2, 3}, {5, 7, 0, 0, 1, 0}), 0), mask({2, 3}, {1, 1, 0, 0, 1, 0}));
  expect_error(ErrorCode::shape_mismatch, "ids: expected shape [*,*], got [3]",
               [] { valid_from_token_ids(indices({3}, {1, 2, 3}), 0); });
  expect_error(ErrorCode::empty_input, "ids: expected at least one element, got shape [0,3]",
               [] { valid_from_token_ids(indices({0, 3}, {}), 0); });
}

TEST(Valid, EmbeddingIsPaddingOnlyWhenTheWholeVectorIs) {
  const std::vector<double> x = {1, 0, 0, 0, 0, 2};
  expect_equal(valid_from_embeddings(tensor({1, 3, 2}, x), 0.0), mask({1, 3}, {1, 0, 1}));
  expect_equal(valid_from_embeddings(tensor<float>({1, 3, 2}, x), 0.0f), mask({1, 3}, {1, 0, 1}));
  expect_equal(valid_from_embeddings(tensor({1, 2, 2}, {-1, -1, -1, 0}), -1.0), mask({1, 2}, {0, 1}));
  expect_equal(valid_from_embeddings(tensor({1, 2, 1}, {nan, 0}), 0.0), mask({1, 2}, {1, 0}));
}

TEST(Valid, FromEmbeddingsRefusesWrongShapesAndNaN) {
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [*,*,*], got [2,2]",
               [] { valid_from_embeddings(tensor({2, 2}, {1, 2, 3, 4}), 0.0); });
  expect_error(ErrorCode::empty_input, "x: expected at least one element, got shape [1,2,0]",
               [] { valid_from_embeddings(tensor({1, 2, 0}, {}), 0.0); });
  expect_error(ErrorCode::not_finite, "pad_value: expected a number, got NaN",
               [] { valid_from_embeddings(tensor({1, 1, 1}, {0}), nan); });
}

TEST(KeyPadding, BlocksColumnsNotRows) {
  expect_equal(key_padding(mask({1, 3}, {1, 1, 0}), 2), mask({1, 1, 2, 3}, {1, 1, 0, 1, 1, 0}));
  expect_equal(reshaped(key_padding(mask({1, 3}, {1, 1, 0}), 3), {3, 3}),
               golden_mask("example_16_1.padding_keys_only.visible"));
  expect_error(ErrorCode::shape_mismatch, "valid_keys: expected shape [*,*], got [3]",
               [] { key_padding(mask({3}, {1, 1, 0}), 2); });
  expect_error(ErrorCode::empty_input, "queries: expected at least one element, got shape [0]",
               [] { key_padding(mask({1, 3}, {1, 1, 0}), 0); });
}

TEST(KeyPadding, WithCausalIsTheChaptersTable) {
  const Mask both = visible_and(causal(3, 3), key_padding(mask({1, 3}, {1, 1, 0}), 3));
  expect_equal(reshaped(both, {3, 3}), golden_mask("example_16_1.causal_and_padding.visible"));
}

TEST(ScoredTargets, AreRealQueriesWhoseTargetIsNotIgnored) {
  expect_equal(scored_targets(mask({1, 4}, {1, 1, 1, 0}), indices({1, 4}, {7, -100, 0, 7}), -100),
               mask({1, 4}, {1, 0, 1, 0}));
  expect_error(ErrorCode::shape_mismatch, "targets: expected shape [1,4], got [1,3]",
               [] { scored_targets(mask({1, 4}, {1, 1, 1, 0}), indices({1, 3}, {1, 2, 3}), 0); });
  expect_error(ErrorCode::shape_mismatch, "valid_queries: expected shape [*,*], got [2]",
               [] { scored_targets(mask({2}, {1, 1}), indices({2}, {1, 2}), 0); });
}

TEST(VisibilityAlgebra, AndOrNot) {
  const Mask a = mask({2, 2}, {1, 1, 0, 0});
  const Mask b = mask({2, 2}, {1, 0, 1, 0});
  expect_equal(visible_and(a, b), mask({2, 2}, {1, 0, 0, 0}));
  expect_equal(visible_or(a, b), mask({2, 2}, {1, 1, 1, 0}));
  expect_equal(visible_not(a), mask({2, 2}, {0, 0, 1, 1}));
}

TEST(VisibilityAlgebra, BroadcastsBothWays) {
  expect_equal(visible_and(mask({2, 1}, {1, 0}), mask({1, 3}, {1, 0, 1})), mask({2, 3}, {1, 0, 1, 0, 0, 0}));
  expect_equal(visible_or(mask({2}, {1, 0}), mask({2, 1}, {0, 1})), mask({2, 2}, {1, 0, 1, 1}));
  expect_error(ErrorCode::shape_mismatch, "b: expected a shape that broadcasts to [2], got [3]",
               [] { visible_and(mask({2}, {1, 0}), mask({3}, {1, 0, 1})); });
}

TEST(ExplainVisibility, NamesTheRuleThatBlocks) {
  const ExplainedVisibility explained = explain_visibility(mask({1, 3}, {1, 1, 0}), {true, true, {}});
  expect_equal(explained.reasons, indices({1, 1, 3, 3}, {0, 1, 3, 0, 0, 3, 0, 0, 2}));
  expect_equal(reshaped(explained.visible, {3, 3}), golden_mask("example_16_1.causal_and_padding.visible"));
}

TEST(ExplainVisibility, RulesApplyOnlyWhenAsked) {
  const Mask valid = mask({1, 2}, {1, 0});
  expect_equal(explain_visibility(valid, {false, false, {}}).reasons, indices({1, 1, 2, 2}, {0, 0, 0, 0}));
  expect_equal(explain_visibility(valid, {true, false, {}}).reasons, indices({1, 1, 2, 2}, {0, 1, 0, 0}));
  expect_equal(explain_visibility(valid, {false, true, {}}).reasons, indices({1, 1, 2, 2}, {0, 2, 0, 2}));
}

TEST(ExplainVisibility, AnOverrideCountsOnlyWhereItChangesTheRule) {
  const Indices overrides = indices({1, 2, 2}, {-1, 1, 1, -1});
  const ExplainedVisibility explained = explain_visibility(mask({1, 2}, {1, 1}), {true, false, overrides});
  expect_equal(explained.reasons, indices({1, 1, 2, 2}, {4, 5, 0, 4}));
  expect_equal(explained.visible, mask({1, 1, 2, 2}, {0, 1, 1, 0}));
  const Indices blocks_future = indices({1, 2, 2}, {0, -1, 0, 0});
  expect_equal(explain_visibility(mask({1, 2}, {1, 1}), {true, false, blocks_future}).reasons,
               indices({1, 1, 2, 2}, {0, 1, 0, 0}));
}

TEST(ExplainVisibility, RefusesWrongOverrides) {
  const Mask valid = mask({1, 2}, {1, 1});
  expect_error(ErrorCode::shape_mismatch, "overrides: expected shape [1,2,2], got [2,2]",
               [&] { explain_visibility(valid, {true, false, indices({2, 2}, {0, 0, 0, 0})}); });
  expect_error(ErrorCode::out_of_range, "overrides: expected -1, 0 or 1, got 2 at index [0,1,0]",
               [&] { explain_visibility(valid, {true, false, indices({1, 2, 2}, {0, 0, 2, 0})}); });
  expect_error(ErrorCode::shape_mismatch, "valid: expected shape [*,*], got [2]",
               [] { explain_visibility(mask({2}, {1, 1}), {}); });
}

TEST(CountVisible, CountsCellsAndEmptyRows) {
  const VisibilityCounts counts = count_visible(mask({2, 2, 2}, {1, 0, 0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(counts.cells, 8u);
  EXPECT_EQ(counts.visible, 3u);
  EXPECT_EQ(counts.empty_rows, 2u);
  expect_error(ErrorCode::empty_input, "visible: expected at least one element, got shape [2,0]",
               [] { count_visible(mask({2, 0}, {})); });
}

}  // namespace
}  // namespace maskscope
