// The rule by position as the page has it.

#include "convert.hpp"

namespace maskscope::bindings {

void read_position_rule(PositionRule& rule, const val& options) {
  const val causal = option(options, "causal");
  if (!causal.isUndefined()) rule.causal = read_bool("causal", causal);
  const val window_left = option(options, "windowLeft");
  if (!window_left.isUndefined()) rule.window_left = read_int("windowLeft", window_left);
}

}  // namespace maskscope::bindings
