#include "maskscope/masks/patterns.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "masks/cells.hpp"

namespace maskscope::patterns {
namespace {

/// `[L,S]` with `rule(position, key)` at each cell.
template <class Rule>
Mask from_rule(const Cells& cells, Rule rule) {
  const Shape shape = {cells.queries, cells.keys};
  require_cells(cells, shape, sizeof(bool));
  Mask visible = filled<Mask>(shape, false);
  bool* cell = visible.data();
  walk_cells(cells, [&](std::int64_t position, std::int64_t key) { *cell++ = rule(position, key); });
  return visible;
}

/// Whether a key is one of those 0, step, … (count - 1) step before the query.
bool is_step_back(std::int64_t distance, std::uint64_t count, std::uint64_t step) {
  if (distance < 0) return false;
  const auto back = static_cast<std::uint64_t>(distance);
  return back % step == 0 && back / step < count;
}

void require_below(std::string_view argument, const std::vector<std::size_t>& positions, std::size_t limit) {
  for (std::size_t n = 0; n < positions.size(); ++n) {
    if (positions[n] >= limit) {
      refuse(ErrorCode::out_of_range, argument, "at most " + std::to_string(limit - 1),
             std::to_string(positions[n]) + " at index [" + std::to_string(n) + "]");
    }
  }
}

void require_prefix(std::size_t length, const Cells& cells) {
  if (length > cells.keys) {
    refuse(ErrorCode::out_of_range, "length", "at most " + std::to_string(cells.keys), std::to_string(length));
  }
}

bool is_in_prefix_or_past(std::int64_t position, std::int64_t key, std::size_t length) {
  return key <= position || static_cast<std::uint64_t>(key) < length;
}

std::size_t blocks_for(std::size_t cells, std::size_t block) { return (cells - 1) / block + 1; }

void require_blocks(std::size_t block_queries, std::size_t block_keys) {
  require_positive("block_queries", block_queries);
  require_positive("block_keys", block_keys);
}

/// The leading axes of `shape` with two others in place of the last two.
Shape with_last_two(ShapeView shape, std::size_t rows, std::size_t columns) {
  Shape result(shape.begin(), shape.end());
  result[result.size() - 2] = rows;
  result[result.size() - 1] = columns;
  return result;
}

void require_matrices(std::string_view argument, ShapeView shape) {
  if (shape.size() < 2) refuse(ErrorCode::shape_mismatch, argument, "two axes or more", to_string(shape));
  require_not_empty(argument, shape);
}

void require_one_shape(const std::vector<Mask>& masks) {
  require_not_empty("masks", {masks.size()});
  for (const Mask& mask : masks) require_shape("masks", mask.shape(), masks.front().shape());
  require_not_empty("masks", masks.front().shape());
}

}  // namespace

Mask look_ahead(const Cells& cells, std::ptrdiff_t diagonal) {
  return from_rule(cells, [&](std::int64_t position, std::int64_t key) { return key - position < diagonal; });
}

Mask sliding_window(const Cells& cells, std::size_t window) { return dilated(cells, window, 1); }

Mask sliding_window_back(const Cells& cells, std::size_t keys_back) {
  return from_rule(cells, [&](std::int64_t position, std::int64_t key) {
    return key <= position && static_cast<std::uint64_t>(position - key) <= keys_back;
  });
}

Mask dilated(const Cells& cells, std::size_t window, std::size_t dilation, bool causal) {
  require_positive("window", window);
  require_positive("dilation", dilation);
  return from_rule(cells, [&](std::int64_t position, std::int64_t key) {
    return is_step_back(position - key, window, dilation) ||
           (!causal && is_step_back(key - position, window, dilation));
  });
}

Mask strided(const Cells& cells, std::size_t stride) {
  require_positive("stride", stride);
  return from_rule(cells, [&](std::int64_t position, std::int64_t key) {
    return key <= position && static_cast<std::uint64_t>(position - key) % stride == 0;
  });
}

Mask prefix(const Cells& cells, std::size_t length) {
  require_prefix(length, cells);
  return from_rule(cells, [&](std::int64_t position, std::int64_t key) {
    return is_in_prefix_or_past(position, key, length);
  });
}

Mask prefix_per_record(const Cells& cells, const std::vector<std::size_t>& lengths) {
  const Shape shape = {lengths.size(), 1, cells.queries, cells.keys};
  require_not_empty("lengths", {lengths.size()});
  require_cells(cells, shape, sizeof(bool));
  for (const std::size_t length : lengths) require_prefix(length, cells);
  Mask visible = filled<Mask>(shape, false);
  bool* cell = visible.data();
  for (const std::size_t length : lengths) {
    walk_cells(cells, [&](std::int64_t position, std::int64_t key) {
      *cell++ = is_in_prefix_or_past(position, key, length);
    });
  }
  return visible;
}

SegmentPadding segment_padding_from_name(std::string_view name) {
  if (name == "reads_nothing") return SegmentPadding::reads_nothing;
  if (name == "own_segment") return SegmentPadding::own_segment;
  if (name == "itself") return SegmentPadding::itself;
  refuse_name("padding", {"reads_nothing", "own_segment", "itself"}, name);
}

Mask segments(const Indices& query_ids, const Indices& key_ids, const SegmentOptions& options) {
  require_axes("query_ids", query_ids.shape(), 2);
  require_axes("key_ids", key_ids.shape(), 2);
  require_shape("key_ids", key_ids.shape(), {query_ids.shape(0), any_extent});
  const Cells cells{query_ids.shape(1), key_ids.shape(1), options.offset};
  const Shape shape = {query_ids.shape(0), 1, cells.queries, cells.keys};
  require_cells(cells, shape, sizeof(bool));
  Mask visible = filled<Mask>(shape, false);
  bool* cell = visible.data();
  for (std::size_t b = 0; b < shape[0]; ++b) {
    walk_cells(cells, [&](std::int64_t position, std::int64_t key) {
      const int query_id = query_ids.data()[b * cells.queries + static_cast<std::size_t>(position - cells.offset)];
      const int key_id = key_ids.data()[b * cells.keys + static_cast<std::size_t>(key)];
      bool readable = query_id == key_id && (!options.causal || key <= position);
      if (options.pad_id == query_id) {
        if (options.padding == SegmentPadding::reads_nothing) readable = false;
        if (options.padding == SegmentPadding::itself) readable = readable && key == position;
      }
      *cell++ = readable;
    });
  }
  return visible;
}

Mask segments(const Indices& ids, const SegmentOptions& options) {
  require_axes("ids", ids.shape(), 2);
  return segments(ids, ids, options);
}

Mask global_keys(const Cells& cells, const std::vector<std::size_t>& positions) {
  require_cells(cells, {cells.queries, cells.keys}, sizeof(bool));
  require_below("positions", positions, cells.keys);
  Mask visible = filled<Mask>({cells.queries, cells.keys}, false);
  for (std::size_t i = 0; i < cells.queries; ++i) {
    for (const std::size_t position : positions) visible.data()[i * cells.keys + position] = true;
  }
  return visible;
}

Mask global_queries(const Cells& cells, const std::vector<std::size_t>& positions) {
  return from_rule(cells, [&](std::int64_t position, std::int64_t) {
    return position >= 0 &&
           std::find(positions.begin(), positions.end(), static_cast<std::size_t>(position)) != positions.end();
  });
}

Mask global_tokens(const Cells& cells, const std::vector<std::size_t>& positions) {
  return visible_or(global_keys(cells, positions), global_queries(cells, positions));
}

Mask blocks(const Mask& layout, std::size_t block_queries, std::size_t block_keys, const Cells& cells) {
  require_matrices("layout", layout.shape());
  require_blocks(block_queries, block_keys);
  const Shape shape = with_last_two(layout.shape(), cells.queries, cells.keys);
  require_cells(cells, shape, sizeof(bool));
  if (cells.offset < 0) {
    refuse(ErrorCode::out_of_range, "offset", "0 or more for blocks", std::to_string(cells.offset));
  }
  const std::size_t rows = blocks_for(cells.queries + static_cast<std::size_t>(cells.offset), block_queries);
  const std::size_t columns = blocks_for(cells.keys, block_keys);
  require_shape("layout", layout.shape(), with_last_two(layout.shape(), rows, columns));

  Mask visible = filled<Mask>(shape, false);
  bool* cell = visible.data();
  for (std::size_t first = 0; first < layout.size(); first += rows * columns) {
    walk_cells(cells, [&](std::int64_t position, std::int64_t key) {
      const std::size_t row = static_cast<std::size_t>(position) / block_queries;
      *cell++ = layout.data()[first + row * columns + static_cast<std::size_t>(key) / block_keys];
    });
  }
  return visible;
}

Mask block_layout(const Mask& visible, std::size_t block_queries, std::size_t block_keys) {
  require_matrices("visible", visible.shape());
  require_blocks(block_queries, block_keys);
  const std::size_t queries = visible.shape()[visible.dimension() - 2];
  const std::size_t keys = visible.shape()[visible.dimension() - 1];
  const std::size_t rows = blocks_for(queries, block_queries);
  const std::size_t columns = blocks_for(keys, block_keys);
  Mask layout = filled<Mask>(with_last_two(visible.shape(), rows, columns), false);
  for (std::size_t n = 0; n < visible.size(); ++n) {
    if (!visible.data()[n]) continue;
    const std::size_t matrix = n / keys / queries;
    const std::size_t row = n / keys % queries / block_queries;
    layout.data()[(matrix * rows + row) * columns + n % keys / block_keys] = true;
  }
  return layout;
}

Mask bars(const Cells& cells, const std::vector<std::size_t>& starts) {
  require_cells(cells, {cells.queries, cells.keys}, sizeof(bool));
  require_not_empty("starts", {starts.size()});
  require_below("starts", starts, cells.keys);
  if (starts.front() != 0 || std::adjacent_find(starts.begin(), starts.end(), std::greater_equal<>()) != starts.end()) {
    refuse(ErrorCode::out_of_range, "starts", "positions that rise from 0", to_string(starts));
  }
  // For each key the start of its bar. Queries after the last key belong to the bar of the last key.
  std::vector<std::int64_t> bar_of(cells.keys, 0);
  for (const std::size_t start : starts) {
    std::fill(bar_of.begin() + static_cast<std::ptrdiff_t>(start), bar_of.end(), static_cast<std::int64_t>(start));
  }
  return from_rule(cells, [&](std::int64_t position, std::int64_t key) {
    if (key > position) return false;
    const auto own = std::min(static_cast<std::size_t>(position), cells.keys - 1);
    return key >= bar_of[own] || key == bar_of[static_cast<std::size_t>(key)];
  });
}

std::vector<std::size_t> bar_starts(const Indices& bar_ids) {
  require_axes("bar_ids", bar_ids.shape(), 1);
  std::vector<std::size_t> starts;
  for (std::size_t position = 0; position < bar_ids.size(); ++position) {
    if (position == 0 || bar_ids.data()[position] != bar_ids.data()[position - 1]) starts.push_back(position);
  }
  return starts;
}

Mask per_head(const std::vector<Mask>& masks) {
  require_one_shape(masks);
  const ShapeView shape = masks.front().shape();
  const bool is_matrix = shape.size() == 2;
  if (!is_matrix) require_shape("masks", shape, {any_extent, 1, any_extent, any_extent});
  const std::size_t batch = is_matrix ? 1 : shape[0];
  const std::size_t cells = masks.front().size() / batch;
  const Shape result_shape = is_matrix ? Shape{masks.size(), shape[0], shape[1]}
                                       : Shape{batch, masks.size(), shape[2], shape[3]};
  require_fits("masks", result_shape, sizeof(bool));
  Mask result = filled<Mask>(result_shape, false);
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < masks.size(); ++h) {
      std::copy_n(masks[h].data() + b * cells, cells, result.data() + (b * masks.size() + h) * cells);
    }
  }
  return result;
}

Mask per_layer(const std::vector<Mask>& masks) {
  require_one_shape(masks);
  Shape shape = shape_of(masks.front());
  shape.insert(shape.begin(), masks.size());
  require_fits("masks", shape, sizeof(bool));
  Mask result = filled<Mask>(shape, false);
  bool* cell = result.data();
  for (const Mask& mask : masks) cell = std::copy_n(mask.data(), mask.size(), cell);
  return result;
}

Mask layer(const Mask& masks, std::size_t n) {
  require_matrices("masks", masks.shape());
  const ShapeView shape = masks.shape();
  if (n >= shape[0]) {
    refuse(ErrorCode::out_of_range, "n", "0 to " + std::to_string(shape[0] - 1), std::to_string(n));
  }
  Mask result = filled<Mask>(shape.subspan(1), false);
  std::copy_n(masks.data() + n * result.size(), result.size(), result.data());
  return result;
}

PatternCounts count_pattern(const Mask& visible) {
  require_matrices("visible", visible.shape());
  const VisibilityCounts rows = count_visible(visible);
  const std::size_t keys = visible.shape()[visible.dimension() - 1];
  const std::size_t cells = visible.shape()[visible.dimension() - 2] * keys;
  PatternCounts counts{rows.cells, rows.visible, static_cast<double>(rows.visible) / static_cast<double>(rows.cells),
                       rows.empty_rows, 0};
  for (std::size_t first = 0; first < visible.size(); first += cells) {
    for (std::size_t key = first; key < first + keys; ++key) {
      bool read = false;
      for (std::size_t n = key; n < first + cells; n += keys) read = read || visible.data()[n];
      if (!read) ++counts.unread_keys;
    }
  }
  return counts;
}

}  // namespace maskscope::patterns
