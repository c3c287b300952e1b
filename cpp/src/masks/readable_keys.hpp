#pragma once

// A position rule, one query at a time: the keys that it allows are neighbours.

#include "masks/key_range.hpp"
#include "maskscope/masks/position_rule.hpp"

namespace maskscope {

/// Throws `out_of_range` below -1.
void require_window(std::string_view argument, int keys);

/// Throws `shape_mismatch` unless there is a length for each sequence, `out_of_range` for one outside 0…keys.
void require_key_lengths(std::string_view argument, const Indices& lengths, std::size_t batch, std::size_t keys);

/// Throws `out_of_range` or `shape_mismatch` for a rule that does not make sense for these sizes.
void require_position_rule(const PositionRule& rule, std::size_t batch, std::size_t keys);

/// What query i of sequence b may read.
KeyRange readable_keys(const PositionRule& rule, std::size_t b, std::size_t i, std::size_t queries, std::size_t keys);

}  // namespace maskscope
