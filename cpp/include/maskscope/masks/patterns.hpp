#pragma once

// Visibilities by name: who may read what in the sparse and structured attentions. All of them combine with
// `visible_and`, `visible_or` and `visible_not`. p stands for the position of a query, j for a key.
// Windows to both sides, key lengths and bottom-right alignment are in position_rule.hpp.

#include <cstdint>
#include <optional>

#include "maskscope/masks/cells.hpp"
#include "maskscope/masks/visibility.hpp"

namespace maskscope::patterns {

/// `[L,S]`: blocks the cells that `triu(ones, diagonal)` marks, so j - p < diagonal may be read. 1 is the causal rule,
/// 0 blocks the own position too (and leaves position 0 nothing), 2 lets every query read one key ahead.
Mask look_ahead(const Cells& cells, std::ptrdiff_t diagonal = 1);

/// `[L,S]`: the last `window` keys up to and with the own: p - window < j <= p. A window of w keeps w keys.
/// Throws `out_of_range` for 0. Beltagy et al. 2020, "Longformer"; Jiang et al. 2023, "Mistral 7B".
Mask sliding_window(const Cells& cells, std::size_t window);

/// `[L,S]`: the other reading of a window: the own key and `keys_back` before it, keys_back + 1 in all.
/// `tril().triu(-w)` and FlashAttention's `window_size=(w, 0)` mean this one.
Mask sliding_window_back(const Cells& cells, std::size_t keys_back);

/// `[L,S]`: `window` keys up to the own, `dilation` apart: p - j = 0, dilation, … (window - 1) dilation. With `causal` off
/// the same keys ahead as well. Dilation 1 is the sliding window. Throws `out_of_range` for 0 of either.
/// Longformer, section 3.1.
Mask dilated(const Cells& cells, std::size_t window, std::size_t dilation, bool causal = true);

/// `[L,S]`: every `stride`-th key back from the own, without limit. With `sliding_window(cells, stride)`, as an "or" or
/// in another head, the strided pattern of Child et al. 2019, "Sparse Transformers". Throws `out_of_range` for 0.
Mask strided(const Cells& cells, std::size_t stride);

/// `[L,S]`: j < length or j <= p: everybody reads the whole prefix, the rest is causal. Raffel et al. 2020 (T5),
/// section 3.2.1. Lengths 0 and 1 are the causal rule. Throws `out_of_range` above S.
Mask prefix(const Cells& cells, std::size_t length);

/// `[B,1,L,S]`: a prefix length for each record.
Mask prefix_per_record(const Cells& cells, const std::vector<std::size_t>& lengths);

/// What a padding query of packed segments may read. Real queries never read padding.
enum class SegmentPadding {
  reads_nothing,  ///< its row is empty: it must be marked as padding where weights are computed, or a policy chosen
  own_segment,    ///< all padding counts as one more segment: no empty rows, and padding outputs to be ignored
  itself,         ///< only the key at its own position
};

/// "reads_nothing", "own_segment" or "itself", else `unknown_name`.
SegmentPadding segment_padding_from_name(std::string_view name);

struct SegmentOptions {
  bool causal = false;        ///< within a segment only j <= p
  std::optional<int> pad_id;  ///< the id that marks padding; none: every id is a segment
  SegmentPadding padding = SegmentPadding::reads_nothing;
  std::ptrdiff_t offset = 0;  ///< position of query 0, as in `Cells`
};

/// `[B,1,L,S]`: documents packed into one sequence do not read each other: a query reads the keys with its own id.
/// query_ids `[B,L]`, key_ids `[B,S]`.
Mask segments(const Indices& query_ids, const Indices& key_ids, const SegmentOptions& options = {});

/// `[B,1,T,T]` from ids `[B,T]`.
Mask segments(const Indices& ids, const SegmentOptions& options = {});

/// `[L,S]`: these keys, read by every query, and nothing else. Throws `out_of_range` for a position above S - 1.
Mask global_keys(const Cells& cells, const std::vector<std::size_t>& positions);

/// `[L,S]`: the queries at these positions read every key, the others nothing; positions without a query are no error.
Mask global_queries(const Cells& cells, const std::vector<std::size_t>& positions);

/// `[L,S]`: global tokens read everything and are read by everybody: the "or" of the two above. Where the future must
/// stay hidden, "and" a causal rule. Longformer, section 3.1.
Mask global_tokens(const Cells& cells, const std::vector<std::size_t>& positions);

/// `[...,L,S]` from a block-sparse layout `[...,R,C]`: the cell (p,j) is as the block (p / block_queries,
/// j / block_keys). The last blocks may be cut off. Throws `shape_mismatch` unless R and C are the blocks that the cells
/// need, and `out_of_range` for empty blocks or a negative offset.
Mask blocks(const Mask& layout, std::size_t block_queries, std::size_t block_keys, const Cells& cells);

/// `[...,R,C]`: the blocks of a visibility `[...,L,S]` with at least one visible cell: those that a block-sparse kernel
/// computes.
Mask block_layout(const Mask& visible, std::size_t block_queries, std::size_t block_keys);

/// `[L,S]`: bars of a piece of music: of the current bar everything up to the own position, of earlier bars only their
/// first position, no future. starts: the first position of each bar, rising from 0, below S, else `out_of_range`.
Mask bars(const Cells& cells, const std::vector<std::size_t>& starts);

/// The first positions of bars from a bar number for each position, `[T]`: where it differs from the one before.
std::vector<std::size_t> bar_starts(const Indices& bar_ids);

/// The same numbers for the same seed on every machine.
struct RandomPattern {
  std::uint32_t seed = 0;
  bool diagonal = true;  ///< the own position may always be read; off: it is drawn like any other key
  bool causal = false;   ///< only keys up to the own position are drawn
};

/// `[L,S]`: each cell visible with probability `density`, independently. Throws `out_of_range` outside 0…1.
Mask random_cells(const Cells& cells, double density, const RandomPattern& options = {});

/// `[L,S]`: each query reads `count` different keys (as many as there are, where fewer may be drawn), besides the
/// diagonal where that is always visible. Throws `out_of_range` above S. Zaheer et al. 2020, "Big Bird".
Mask random_keys(const Cells& cells, std::size_t count, const RandomPattern& options = {});

/// Another rule for each head: H masks `[L,S]` become `[H,L,S]`, H masks `[B,1,L,S]` become `[B,H,L,S]`.
/// Throws `shape_mismatch` unless all have the same shape, one of these two.
Mask per_head(const std::vector<Mask>& masks);

/// Another rule for each layer: N masks of one shape become `[N,...]`.
Mask per_layer(const std::vector<Mask>& masks);

/// The mask of layer n, 0-based, out of `[N,...]`.
Mask layer(const Mask& masks, std::size_t n);

struct PatternCounts {
  std::size_t cells = 0;
  std::size_t visible = 0;
  double density = 0;           ///< visible / cells
  std::size_t empty_rows = 0;   ///< queries that read no key
  std::size_t unread_keys = 0;  ///< columns that no query reads
};

/// Over all `[L,S]` of a visibility `[...,L,S]`.
PatternCounts count_pattern(const Mask& visible);

}  // namespace maskscope::patterns
