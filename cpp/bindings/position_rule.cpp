// The rule by position as the page has it.

#include "convert.hpp"

namespace maskscope::bindings {

void read_position_rule(PositionRule& rule, const val& options) {
  const val causal = option(options, "causal");
  if (!causal.isUndefined()) rule.causal = read_bool("causal", causal);
}

}  // namespace maskscope::bindings
