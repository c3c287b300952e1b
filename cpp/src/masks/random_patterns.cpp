#include <algorithm>

#include "base/random.hpp"
#include "base/refuse.hpp"
#include "masks/cells.hpp"
#include "maskscope/masks/patterns.hpp"

namespace maskscope::patterns {

Mask random_cells(const Cells& cells, double density, const RandomPattern& options) {
  require_cells(cells, {cells.queries, cells.keys}, sizeof(bool));
  if (!(density >= 0 && density <= 1)) {
    refuse(ErrorCode::out_of_range, "density", "0 to 1", number_text(density));
  }
  Random random(options.seed);
  Mask visible = filled<Mask>({cells.queries, cells.keys}, false);
  bool* cell = visible.data();
  walk_cells(cells, [&](std::int64_t position, std::int64_t key) {
    // Drawn for every cell, so that the other options leave the rest of the pattern as it is.
    const bool drawn = random.uniform() <= density;
    *cell++ = (drawn && (!options.causal || key <= position)) || (options.diagonal && key == position);
  });
  return visible;
}

Mask random_keys(const Cells& cells, std::size_t count, const RandomPattern& options) {
  require_cells(cells, {cells.queries, cells.keys}, sizeof(bool));
  if (count > cells.keys) {
    refuse(ErrorCode::out_of_range, "count", "at most " + std::to_string(cells.keys), std::to_string(count));
  }
  Random random(options.seed);
  Mask visible = filled<Mask>({cells.queries, cells.keys}, false);
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < cells.queries; ++i) {
    const std::int64_t position = static_cast<std::int64_t>(i) + cells.offset;
    bool* row = visible.data() + i * cells.keys;
    candidates.clear();
    for (std::size_t j = 0; j < cells.keys; ++j) {
      const auto key = static_cast<std::int64_t>(j);
      if (options.diagonal && key == position) {
        row[j] = true;
      } else if (!options.causal || key <= position) {
        candidates.push_back(j);
      }
    }
    const std::size_t drawn = std::min(count, candidates.size());
    for (std::size_t n = 0; n < drawn; ++n) {
      std::swap(candidates[n], candidates[n + static_cast<std::size_t>(random.next() % (candidates.size() - n))]);
      row[candidates[n]] = true;
    }
  }
  return visible;
}

}  // namespace maskscope::patterns
