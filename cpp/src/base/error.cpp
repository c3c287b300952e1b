#include "maskscope/base/error.hpp"

namespace maskscope {

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
  }
  return "";
}

}  // namespace maskscope
