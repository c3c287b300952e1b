#pragma once

// Who may read what. Rows are queries, columns are keys, and true means "may read".
// Three things are kept apart (table 16.1): which keys a query may read, which queries are real,
// and which targets are scored.

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// Causal visibility `[L,S]`: query i reads keys j <= i + offset. With offset 0 the diagonal is visible:
/// the target is the next token, so the current input is known.
Mask causal(std::size_t queries, std::size_t keys, std::ptrdiff_t offset = 0);

/// Which positions are real, `[B,T]`, from record lengths: position t of record b is real when t < lengths[b].
/// Throws `out_of_range` for a length above T.
Mask valid_from_lengths(const std::vector<std::size_t>& lengths, std::size_t positions);

/// Which positions are real, `[B,T]`: those whose id differs from `pad_id`. ids `[B,T]`.
Mask valid_from_token_ids(const Indices& ids, int pad_id);

/// Which positions are real, `[B,T]`. A position of x `[B,T,E]` is padding when its whole vector equals `pad_value`;
/// a single coordinate that happens to equal it is not enough.
template <class T>
Mask valid_from_embeddings(const Tensor<T>& x, T pad_value);

/// Key-padding visibility `[B,1,L,S]` from real keys `[B,S]`: every query may read every real key.
Mask key_padding(const Mask& valid_keys, std::size_t queries);

/// Which targets are scored, `[B,T]`: real queries whose target id differs from `ignored_id`.
Mask scored_targets(const Mask& valid_queries, const Indices& targets, int ignored_id);

Mask visible_and(const Mask& a, const Mask& b);
Mask visible_or(const Mask& a, const Mask& b);
Mask visible_not(const Mask& a);

/// Why a cell is as it is.
enum class Reason : int {
  visible = 0,
  future = 1,              ///< the key lies after the query
  padding = 2,             ///< the key is padding
  future_and_padding = 3,  ///< both
  blocked_by_hand = 4,     ///< the rules allow it, an override blocks it
  allowed_by_hand = 5,     ///< the rules block it, an override allows it
};

/// An override of single cells: 0 leaves the rules alone, 1 allows, -1 blocks.
using Overrides = Indices;

struct VisibilityRules {
  bool causal = false;
  bool padding = false;  ///< exclude keys that `valid` marks as padding
  Overrides overrides;   ///< `[B,T,T]`, or empty for none
};

struct ExplainedVisibility {
  Mask visible;     ///< `[B,1,T,T]`
  Indices reasons;  ///< `[B,1,T,T]`, values of `Reason`
};

/// The visibility of a padded batch under named rules, each cell with its reason. valid `[B,T]`.
ExplainedVisibility explain_visibility(const Mask& valid, const VisibilityRules& rules);

struct VisibilityCounts {
  std::size_t cells = 0;
  std::size_t visible = 0;
  std::size_t empty_rows = 0;  ///< rows with no visible key
};

VisibilityCounts count_visible(const Mask& visible);

}  // namespace maskscope
