#include "maskscope/masks/patterns.hpp"

#include "support/checks.hpp"

namespace maskscope::patterns {
namespace {

using namespace checks;

/// 5 queries, the first at position 3, over 9 keys.
constexpr Cells shifted{5, 9, 3};

/// `[L,S]` straight from a rule on position and key.
template <class Rule>
Mask cells_where(const Cells& cells, Rule rule) {
  Mask visible = Mask::from_shape({cells.queries, cells.keys});
  for (std::size_t i = 0; i < cells.queries; ++i) {
    for (std::size_t j = 0; j < cells.keys; ++j) {
      visible(i, j) = rule(static_cast<std::ptrdiff_t>(i) + cells.offset, static_cast<std::ptrdiff_t>(j));
    }
  }
  return visible;
}

std::size_t keys_read(const Mask& visible, std::size_t query) {
  std::size_t count = 0;
  for (std::size_t j = 0; j < visible.shape(1); ++j) count += visible(query, j);
  return count;
}

TEST(LookAhead, BlocksFromTheDiagonalOn) {
  expect_equal(look_ahead({3, 3}), causal(3, 3));
  expect_equal(look_ahead({3, 3}, 0), mask({3, 3}, {0, 0, 0, 1, 0, 0, 1, 1, 0}));
  expect_equal(look_ahead({3, 3}, 2), mask({3, 3}, {1, 1, 0, 1, 1, 1, 1, 1, 1}));
  expect_equal(look_ahead({2, 4}, -1), mask({2, 4}, {0, 0, 0, 0, 0, 0, 0, 0}));
  for (std::ptrdiff_t diagonal = -10; diagonal <= 10; ++diagonal) {
    expect_equal(look_ahead(shifted, diagonal), causal(5, 9, 3 + diagonal - 1));
  }
}

TEST(SlidingWindow, OfWKeepsWKeys) {
  expect_equal(sliding_window({4, 4}, 2), mask({4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1}));
  for (std::size_t window = 1; window <= 12; ++window) {
    const Mask visible = sliding_window({7, 11, 4}, window);
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(keys_read(visible, i), std::min(window, i + 5)) << window << " keys, query " << i;
    }
  }
}

TEST(SlidingWindow, BackIsTheReadingWithOneKeyMore) {
  // tril().triu(-2)
  expect_equal(sliding_window_back({4, 4}, 2), mask({4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1}));
  for (std::size_t back = 0; back <= 12; ++back) {
    expect_equal(sliding_window_back(shifted, back), sliding_window(shifted, back + 1));
  }
  expect_equal(sliding_window_back({3, 3}, static_cast<std::size_t>(-1)), causal(3, 3));
}

TEST(Dilated, ReadsKeysApart) {
  for (std::ptrdiff_t window = 1; window <= 4; ++window) {
    for (std::ptrdiff_t dilation = 1; dilation <= 4; ++dilation) {
      const auto is_read = [&](std::ptrdiff_t distance) {
        return distance >= 0 && distance % dilation == 0 && distance < window * dilation;
      };
      const auto w = static_cast<std::size_t>(window), d = static_cast<std::size_t>(dilation);
      expect_equal(dilated(shifted, w, d),
                   cells_where(shifted, [&](std::ptrdiff_t p, std::ptrdiff_t j) { return is_read(p - j); }));
      expect_equal(dilated(shifted, w, d, false),
                   cells_where(shifted, [&](std::ptrdiff_t p, std::ptrdiff_t j) {
                     return is_read(p - j) || is_read(j - p);
                   }));
    }
  }
  expect_equal(dilated(shifted, 3, 1), sliding_window(shifted, 3));
  expect_equal(dilated({4, 4}, static_cast<std::size_t>(-1), static_cast<std::size_t>(-1)), sliding_window({4, 4}, 1));
}

TEST(Strided, ReadsEveryNthKeyBack) {
  expect_equal(strided({5, 5}, 2), mask({5, 5}, {1, 0, 0, 0, 0,  //
                                                 0, 1, 0, 0, 0,  //
                                                 1, 0, 1, 0, 0,  //
                                                 0, 1, 0, 1, 0,  //
                                                 1, 0, 1, 0, 1}));
  expect_equal(strided(shifted, 3), cells_where(shifted, [](std::ptrdiff_t p, std::ptrdiff_t j) {
                 return j <= p && (p - j) % 3 == 0;
               }));
  expect_equal(strided(shifted, 3), dilated(shifted, 9, 3));
  expect_equal(strided(shifted, 1), look_ahead(shifted));
}

TEST(Windows, RefuseZero) {
  expect_error(ErrorCode::out_of_range, "window: expected at least 1, got 0", [] { sliding_window({2, 2}, 0); });
  expect_error(ErrorCode::out_of_range, "window: expected at least 1, got 0", [] { dilated({2, 2}, 0, 1); });
  expect_error(ErrorCode::out_of_range, "dilation: expected at least 1, got 0", [] { dilated({2, 2}, 1, 0); });
  expect_error(ErrorCode::out_of_range, "stride: expected at least 1, got 0", [] { strided({2, 2}, 0); });
}

TEST(Prefix, IsReadByEverybodyAndTheRestIsCausal) {
  expect_equal(prefix({4, 4}, 2), mask({4, 4}, {1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1}));
  expect_equal(prefix({4, 4}, 0), causal(4, 4));
  expect_equal(prefix({4, 4}, 1), causal(4, 4));
  expect_equal(prefix(shifted, 6), visible_or(look_ahead(shifted), global_keys(shifted, {0, 1, 2, 3, 4, 5})));
  EXPECT_EQ(count_pattern(prefix({3, 5}, 5)).density, 1);
  expect_error(ErrorCode::out_of_range, "length: expected at most 4, got 5", [] { prefix({4, 4}, 5); });
}

TEST(Prefix, DiffersFromRecordToRecord) {
  const Mask visible = prefix_per_record(shifted, {6, 0});
  ASSERT_EQ(shape_of(visible), (Shape{2, 1, 5, 9}));
  expect_equal(layer(layer(visible, 0), 0), prefix(shifted, 6));
  expect_equal(layer(layer(visible, 1), 0), prefix(shifted, 0));
  expect_error(ErrorCode::out_of_range, "length: expected at most 9, got 10",
               [] { prefix_per_record(shifted, {1, 10}); });
  expect_error(ErrorCode::empty_input, "lengths: expected at least one element, got shape [0]",
               [] { prefix_per_record(shifted, {}); });
}

TEST(Segments, DoNotReadEachOther) {
  const Indices ids = indices({1, 4}, {7, 7, 3, 3});
  expect_equal(segments(ids), mask({1, 1, 4, 4}, {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}));
  SegmentOptions options;
  options.causal = true;
  expect_equal(segments(ids, options), mask({1, 1, 4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1}));
}

TEST(Segments, TreatPaddingAsAsked) {
  const Indices ids = indices({1, 4}, {1, 1, 0, 0});
  SegmentOptions options;
  options.pad_id = 0;
  expect_equal(segments(ids, options), mask({1, 1, 4, 4}, {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  options.padding = SegmentPadding::own_segment;
  expect_equal(segments(ids, options), mask({1, 1, 4, 4}, {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}));
  options.padding = SegmentPadding::itself;
  expect_equal(segments(ids, options), mask({1, 1, 4, 4}, {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  options.padding = SegmentPadding::own_segment;
  options.causal = true;
  expect_equal(segments(ids, options), mask({1, 1, 4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1}));
}

TEST(Segments, ContinueACache) {
  SegmentOptions options;
  options.causal = true;
  options.offset = 2;
  const Indices query_ids = indices({2, 2}, {5, 6, 8, 8});
  const Indices key_ids = indices({2, 4}, {5, 5, 5, 6, 4, 8, 8, 8});
  expect_equal(segments(query_ids, key_ids, options), mask({2, 1, 2, 4}, {1, 1, 1, 0, 0, 0, 0, 1,  //
                                                                          0, 1, 1, 0, 0, 1, 1, 1}));
}

TEST(Segments, KnowTheirPaddingRulesByName) {
  EXPECT_EQ(segment_padding_from_name("reads_nothing"), SegmentPadding::reads_nothing);
  EXPECT_EQ(segment_padding_from_name("own_segment"), SegmentPadding::own_segment);
  EXPECT_EQ(segment_padding_from_name("itself"), SegmentPadding::itself);
  expect_error(ErrorCode::unknown_name, "padding: expected \"reads_nothing\", \"own_segment\" or \"itself\", got \"none\"",
               [] { segment_padding_from_name("none"); });
}

TEST(Segments, RefuseShapesThatDoNotFit) {
  expect_error(ErrorCode::shape_mismatch, "ids: expected shape [*,*], got [2]", [] { segments(indices({2}, {1, 2})); });
  expect_error(ErrorCode::shape_mismatch, "query_ids: expected shape [*,*], got [2]",
               [] { segments(indices({2}, {1, 2}), indices({1, 2}, {1, 2})); });
  expect_error(ErrorCode::shape_mismatch, "key_ids: expected shape [*,*], got [2]",
               [] { segments(indices({1, 2}, {1, 2}), indices({2}, {1, 2})); });
  expect_error(ErrorCode::shape_mismatch, "key_ids: expected shape [1,*], got [2,1]",
               [] { segments(indices({1, 2}, {1, 2}), indices({2, 1}, {1, 2})); });
}

TEST(GlobalTokens, ReadEverythingAndAreReadByAll) {
  expect_equal(global_keys({2, 3}, {2}), mask({2, 3}, {0, 0, 1, 0, 0, 1}));
  expect_equal(global_queries({3, 2}, {0, 2}), mask({3, 2}, {1, 1, 0, 0, 1, 1}));
  expect_equal(global_queries(shifted, {0, 4}),
               cells_where(shifted, [](std::ptrdiff_t p, std::ptrdiff_t) { return p == 4; }));
  expect_equal(global_queries({2, 2, -1}, {0}), mask({2, 2}, {0, 0, 1, 1}));
  expect_equal(global_queries({2, 2, -1}, {static_cast<std::size_t>(-1)}), mask({2, 2}, {0, 0, 0, 0}));
  expect_equal(global_tokens(shifted, {0, 4}), cells_where(shifted, [](std::ptrdiff_t p, std::ptrdiff_t j) {
                 return p == 4 || j == 0 || j == 4;
               }));
  expect_equal(global_tokens({2, 3}, {}), mask({2, 3}, {0, 0, 0, 0, 0, 0}));
  expect_error(ErrorCode::out_of_range, "positions: expected at most 2, got 3 at index [1]",
               [] { global_tokens({4, 3}, {0, 3}); });
}

TEST(Blocks, ExpandToCells) {
  const Mask layout = mask({2, 3}, {1, 0, 1, 0, 1, 0});
  expect_equal(blocks(layout, 2, 3, {3, 7}), mask({3, 7}, {1, 1, 1, 0, 0, 0, 1,  //
                                                           1, 1, 1, 0, 0, 0, 1,  //
                                                           0, 0, 0, 1, 1, 1, 0}));
  // The same rows, as two queries that continue after the first.
  expect_equal(blocks(layout, 2, 3, {2, 7, 1}), mask({2, 7}, {1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0}));
  EXPECT_EQ(shape_of(blocks(random_mask({2, 4, 2, 3}, 1), 2, 3, {3, 7})), (Shape{2, 4, 3, 7}));
}

TEST(Blocks, AndTheirLayoutAreInverse) {
  const Mask layout = random_mask({5, 2, 3}, 2);
  expect_equal(block_layout(blocks(layout, 4, 3, {7, 8}), 4, 3), layout);
  expect_equal(block_layout(causal(4, 6), 2, 4), mask({2, 2}, {1, 0, 1, 0}));
}

TEST(Blocks, RefuseLayoutsThatDoNotFit) {
  const Mask layout = mask({2, 3}, {1, 0, 1, 0, 1, 0});
  expect_error(ErrorCode::shape_mismatch, "layout: expected shape [3,3], got [2,3]",
               [&] { blocks(layout, 2, 3, {5, 7}); });
  expect_error(ErrorCode::shape_mismatch, "layout: expected shape [2,2], got [2,3]",
               [&] { blocks(layout, 2, 4, {3, 7}); });
  expect_error(ErrorCode::shape_mismatch, "layout: expected shape [3,3], got [2,3]",
               [&] { blocks(layout, 2, 3, {3, 7, 2}); });
  expect_error(ErrorCode::shape_mismatch, "layout: expected two axes or more, got [3]",
               [] { blocks(mask({3}, {1, 0, 1}), 2, 3, {3, 7}); });
  expect_error(ErrorCode::out_of_range, "block_queries: expected at least 1, got 0",
               [&] { blocks(layout, 0, 3, {3, 7}); });
  expect_error(ErrorCode::out_of_range, "block_keys: expected at least 1, got 0", [&] { block_layout(layout, 3, 0); });
  expect_error(ErrorCode::out_of_range, "offset: expected 0 or more for blocks, got -1",
               [&] { blocks(layout, 2, 3, {3, 7, -1}); });
}

TEST(Bars, ReadTheirOwnBarAndTheStartsOfEarlierOnes) {
  expect_equal(bars({6, 6}, {0, 2, 5}), mask({6, 6}, {1, 0, 0, 0, 0, 0,  //
                                                      1, 1, 0, 0, 0, 0,  //
                                                      1, 0, 1, 0, 0, 0,  //
                                                      1, 0, 1, 1, 0, 0,  //
                                                      1, 0, 1, 1, 1, 0,  //
                                                      1, 0, 1, 0, 0, 1}));
  expect_equal(bars({2, 6, 4}, {0, 2, 5}), mask({2, 6}, {1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1}));
  expect_equal(bars({2, 3, 3}, {0, 2}), mask({2, 3}, {1, 0, 1, 1, 0, 1}));
  expect_equal(bars({4, 4}, {0}), causal(4, 4));
  expect_equal(bars({2, 2, -1}, {0}), mask({2, 2}, {0, 0, 1, 0}));
}

TEST(Bars, BeginWhereTheBarNumberChanges) {
  EXPECT_EQ(bar_starts(indices({6}, {1, 1, 2, 2, 2, 3})), (std::vector<std::size_t>{0, 2, 5}));
  expect_error(ErrorCode::shape_mismatch, "bar_ids: expected shape [*], got [1,2]",
               [] { bar_starts(indices({1, 2}, {1, 2})); });
}

TEST(Bars, RefuseStartsThatDoNotRiseFromZero) {
  expect_error(ErrorCode::empty_input, "starts: expected at least one element, got shape [0]",
               [] { bars({3, 3}, {}); });
  expect_error(ErrorCode::out_of_range, "starts: expected positions that rise from 0, got [1,2]",
               [] { bars({3, 3}, {1, 2}); });
  expect_error(ErrorCode::out_of_range, "starts: expected positions that rise from 0, got [0,2,2]",
               [] { bars({3, 3}, {0, 2, 2}); });
  expect_error(ErrorCode::out_of_range, "starts: expected at most 2, got 3 at index [1]", [] { bars({3, 3}, {0, 3}); });
}

TEST(RandomCells, AreTheSameForTheSameSeed) {
  const Mask visible = random_cells({3, 4}, 0.5, {1, false, false});
  expect_equal(visible, random_cells({3, 4}, 0.5, {1, false, false}));
  EXPECT_NE(visible, random_cells({3, 4}, 0.5, {2, false, false}));
  // The same on every machine: splitmix64 with seed 1.
  expect_equal(visible, mask({3, 4}, {0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0}));
}

TEST(RandomCells, HaveTheDensityAskedFor) {
  EXPECT_EQ(count_pattern(random_cells({40, 50}, 0, {1, false, false})).visible, 0u);
  EXPECT_EQ(count_pattern(random_cells({40, 50}, 1, {1, false, false})).density, 1.0);
  // 2000 cells: a standard deviation of 0.01.
  EXPECT_NEAR(count_pattern(random_cells({40, 50}, 0.3, {1, false, false})).density, 0.3, 0.04);
}

TEST(RandomCells, KeepTheDiagonalAndTheFutureAsAsked) {
  const Mask drawn = random_cells(shifted, 0.6, {4, false, false});
  const Mask own = cells_where(shifted, [](std::ptrdiff_t p, std::ptrdiff_t j) { return p == j; });
  expect_equal(random_cells(shifted, 0.6, {4, true, false}), visible_or(drawn, own));
  expect_equal(random_cells(shifted, 0.6, {4, false, true}), visible_and(drawn, look_ahead(shifted)));
  expect_equal(random_cells(shifted, 0, {4, true, true}), own);
}

TEST(RandomKeys, DrawsSoManyDifferentKeys) {
  for (std::size_t count = 0; count <= 9; ++count) {
    const Mask visible = random_keys(shifted, count, {5, false, false});
    const Mask with_own = random_keys(shifted, count, {5, true, false});
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(keys_read(visible, i), count);
      EXPECT_TRUE(with_own(i, i + 3));
      EXPECT_EQ(keys_read(with_own, i), std::min<std::size_t>(count + 1, 9));
    }
  }
  expect_equal(random_keys({3, 3}, 3, {5, false, true}), causal(3, 3));
  expect_equal(random_keys({3, 3}, 2, {5, true, true}), causal(3, 3));
  expect_equal(random_keys(shifted, 2, {5, true, true}), random_keys(shifted, 2, {5, true, true}));
  EXPECT_NE(random_keys(shifted, 2, {5, true, true}), random_keys(shifted, 2, {6, true, true}));
}

TEST(RandomKeys, DrawsEveryKeyAboutAsOften) {
  const Mask visible = random_keys({3000, 5}, 2, {7, false, false});
  for (std::size_t key = 0; key < 5; ++key) {
    int times = 0;
    for (std::size_t i = 0; i < 3000; ++i) times += visible(i, key);
    // 2/5 of 3000, with a standard deviation of 27.
    EXPECT_NEAR(times, 1200, 110) << "key " << key;
  }
}

TEST(RandomPatterns, RefuseNumbersOutOfRange) {
  expect_error(ErrorCode::out_of_range, "density: expected 0 to 1, got 1.5", [] { random_cells({2, 2}, 1.5); });
  expect_error(ErrorCode::out_of_range, "density: expected 0 to 1, got -0.1", [] { random_cells({2, 2}, -0.1); });
  expect_error(ErrorCode::out_of_range, "density: expected 0 to 1, got NaN", [] { random_cells({2, 2}, nan); });
  expect_error(ErrorCode::out_of_range, "count: expected at most 2, got 3", [] { random_keys({2, 2}, 3); });
}

TEST(PerHead, GivesEachHeadItsRule) {
  const Mask masks = per_head({causal(2, 3), mask({2, 3}, {1, 1, 1, 0, 0, 1})});
  expect_equal(masks, mask({2, 2, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1}));
  expect_equal(per_head({mask({2, 1, 1, 2}, {1, 0, 1, 1}), mask({2, 1, 1, 2}, {0, 0, 0, 1})}),
               mask({2, 2, 1, 2}, {1, 0, 0, 0, 1, 1, 0, 1}));
  expect_error(ErrorCode::empty_input, "masks: expected at least one element, got shape [0]", [] { per_head({}); });
  expect_error(ErrorCode::shape_mismatch, "masks: expected shape [2,3], got [3,2]",
               [] { per_head({causal(2, 3), causal(3, 2)}); });
  expect_error(ErrorCode::shape_mismatch, "masks: expected shape [*,1,*,*], got [1,2,1,1]",
               [] { per_head({mask({1, 2, 1, 1}, {1, 1})}); });
}

TEST(PerLayer, GivesEachLayerItsRule) {
  const Mask first = random_mask({2, 1, 3, 4}, 8), second = random_mask({2, 1, 3, 4}, 9);
  const Mask masks = per_layer({first, second, first});
  EXPECT_EQ(shape_of(masks), (Shape{3, 2, 1, 3, 4}));
  expect_equal(layer(masks, 0), first);
  expect_equal(layer(masks, 1), second);
  expect_equal(layer(masks, 2), first);
  expect_error(ErrorCode::out_of_range, "n: expected 0 to 2, got 3", [&] { layer(masks, 3); });
  expect_error(ErrorCode::shape_mismatch, "masks: expected shape [2,3], got [3,2]",
               [] { per_layer({causal(2, 3), causal(3, 2)}); });
  expect_error(ErrorCode::shape_mismatch, "masks: expected two axes or more, got [2]",
               [] { layer(mask({2}, {1, 1}), 0); });
}

TEST(CountPattern, CountsCellsEmptyRowsAndUnreadKeys) {
  const PatternCounts counts = count_pattern(mask({2, 2, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(counts.cells, 12u);
  EXPECT_EQ(counts.visible, 5u);
  EXPECT_EQ(counts.density, 5.0 / 12);
  EXPECT_EQ(counts.empty_rows, 1u);
  EXPECT_EQ(counts.unread_keys, 2u);
  expect_error(ErrorCode::shape_mismatch, "visible: expected two axes or more, got [3]",
               [] { count_pattern(mask({3}, {1, 0, 1})); });
}

TEST(Patterns, CombineByAndOrNot) {
  // The strided attention of "Sparse Transformers", without global tokens.
  const Mask sparse = visible_or(sliding_window({6, 6}, 2), strided({6, 6}, 2));
  EXPECT_EQ(count_pattern(sparse).visible, 6u + 5u + 4u + 2u);
  const Mask heads = visible_and(per_head({causal(6, 6), sparse}), key_padding(mask({1, 6}, {1, 1, 1, 1, 0, 0}), 6));
  EXPECT_EQ(shape_of(heads), (Shape{1, 2, 6, 6}));
  EXPECT_EQ(count_pattern(visible_not(heads)).visible, 72u - count_pattern(heads).visible);
}

TEST(Patterns, RefuseCellsThatCannotBe) {
  expect_error(ErrorCode::empty_input, "cells: expected at least one element, got shape [0,3]",
               [] { look_ahead({0, 3}); });
  expect_error(ErrorCode::empty_input, "cells: expected at least one element, got shape [3,0]",
               [] { global_keys({3, 0}, {}); });
  expect_error(ErrorCode::out_of_range, "offset: expected -2^30 to 2^30, got 1073741825",
               [] { look_ahead({2, 2, 1073741825}); });
  expect_error(ErrorCode::out_of_range, "offset: expected -2^30 to 2^30, got -1073741825",
               [] { look_ahead({2, 2, -1073741825}); });
}

TEST(Patterns, RefuseTooLargeArraysBeforeMakingThem) {
  const std::string limit = "cells: expected at most 2147483648 bytes, got ";
  expect_error(ErrorCode::too_large, limit + "1000000000000 bytes for the shape [1000000,1000000]",
               [] { sliding_window({1000000, 1000000}, 4); });
  expect_error(ErrorCode::too_large, limit + "2147516416 bytes for the shape [32768,65537]",
               [] { random_cells({32768, 65537}, 0.5); });
  expect_error(ErrorCode::too_large, limit + "3000000000000 bytes for the shape [3,1,1000000,1000000]",
               [] { prefix_per_record({1000000, 1000000}, {1, 2, 3}); });
  expect_error(ErrorCode::too_large, limit + "1000000000000 bytes for the shape [1000000,1000000]",
               [] { blocks(mask({1, 1}, {1}), 1000000, 1000000, {1000000, 1000000}); });
  const std::size_t huge = std::size_t{1} << 60;
  expect_error(ErrorCode::too_large,
               limit + "more than 2^64 bytes for the shape [1152921504606846976,1152921504606846976]",
               [&] { random_keys({huge, huge}, 1); });
}

}  // namespace
}  // namespace maskscope::patterns
