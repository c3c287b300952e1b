#include "maskscope/base/error.hpp"

#include <utility>

namespace maskscope {
namespace {

/// Axes counted from the last: of four there are batch, head, query and key.
std::string place(const std::vector<std::size_t>& row) {
  constexpr const char* axes[] = {"query ", "head ", "batch "};
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t from_last = row.size() - 1 - i;
    text.append(i == 0 ? "" : ", ").append(from_last < 3 ? axes[from_last] : "index ").append(std::to_string(row[i]));
  }
  return text;
}

}  // namespace

std::string_view name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::empty_input: return "empty_input";
    case ErrorCode::shape_mismatch: return "shape_mismatch";
    case ErrorCode::not_finite: return "not_finite";
    case ErrorCode::out_of_range: return "out_of_range";
    case ErrorCode::too_large: return "too_large";
    case ErrorCode::no_visible_key: return "no_visible_key";
    case ErrorCode::no_scored_target: return "no_scored_target";
    case ErrorCode::unknown_name: return "unknown_name";
    case ErrorCode::prefix_changed: return "prefix_changed";
    case ErrorCode::disposed: return "disposed";
  }
  return "";
}

EmptyRowError::EmptyRowError(std::vector<std::size_t> row, std::size_t empty_rows, std::size_t rows)
    : Error(ErrorCode::no_visible_key, "a valid query has no visible key: " + place(row) + "; " +
                                           std::to_string(empty_rows) + " of " + std::to_string(rows) + " rows"),
      row_(std::move(row)), empty_rows_(empty_rows), rows_(rows) {}

}  // namespace maskscope
