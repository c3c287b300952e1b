#include "maskscope/masks/position_rule.hpp"

#include <algorithm>
#include <cstdint>

#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "masks/readable_keys.hpp"

namespace maskscope {

void require_window(std::string_view argument, int keys) {
  if (keys < -1) refuse(ErrorCode::out_of_range, argument, "-1 (open) or more", std::to_string(keys));
}

void require_key_lengths(std::string_view argument, const Indices& lengths, std::size_t batch, std::size_t keys) {
  require_shape(argument, lengths.shape(), {batch});
  for (std::size_t b = 0; b < batch; ++b) {
    const int length = lengths.data()[b];
    // A negative one becomes larger than any count.
    if (static_cast<std::size_t>(length) > keys) {
      refuse(ErrorCode::out_of_range, argument, "0 to " + std::to_string(keys), std::to_string(length));
    }
  }
}

Alignment alignment_from_name(std::string_view name) {
  if (name == "top_left") return Alignment::top_left;
  if (name == "bottom_right") return Alignment::bottom_right;
  refuse_name("alignment", {"top_left", "bottom_right"}, name);
}

void require_position_rule(const PositionRule& rule, std::size_t batch, std::size_t keys) {
  require_window("window_left", rule.window_left);
  require_window("window_right", rule.window_right);
  if (rule.alignment == Alignment::bottom_right && rule.offset != 0) {
    refuse(ErrorCode::out_of_range, "offset", "0 under \"bottom_right\"", std::to_string(rule.offset));
  }
  if (is_given(rule.key_lengths)) require_key_lengths("key_lengths", rule.key_lengths, batch, keys);
}

KeyRange readable_keys(const PositionRule& rule, std::size_t b, std::size_t i, std::size_t queries, std::size_t keys) {
  const auto length = is_given(rule.key_lengths) ? rule.key_lengths.data()[b] : static_cast<std::int64_t>(keys);
  const std::int64_t offset =
      rule.alignment == Alignment::bottom_right ? length - static_cast<std::int64_t>(queries) : rule.offset;
  const std::int64_t position = static_cast<std::int64_t>(i) + offset;
  std::int64_t begin = 0;
  std::int64_t end = length;
  if (rule.causal) end = std::min(end, position + 1);
  if (rule.window_left >= 0) begin = std::max(begin, position - rule.window_left);
  if (rule.window_right >= 0) end = std::min(end, position + rule.window_right + 1);
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(std::max(begin, end))};
}

Mask visible_by_position(const PositionRule& rule, std::size_t queries, std::size_t keys) {
  require_positive("queries", queries);
  require_positive("keys", keys);
  const std::size_t batch = is_given(rule.key_lengths) ? rule.key_lengths.size() : 1;
  require_position_rule(rule, batch, keys);
  require_fits("visible", {batch, 1, queries, keys}, sizeof(bool));
  Mask visible = filled<Mask>({batch, 1, queries, keys}, false);
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t i = 0; i < queries; ++i) {
      const KeyRange range = readable_keys(rule, b, i, queries, keys);
      bool* row = visible.data() + (b * queries + i) * keys;
      for (std::size_t j = range.begin; j < range.end; ++j) row[j] = true;
    }
  }
  return visible;
}

}  // namespace maskscope
