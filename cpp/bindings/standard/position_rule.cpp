// Exports: the rule by position as a mask. The whole rule is read for attention's options as well.

#include "maskscope/masks/position_rule.hpp"

#include "options.hpp"

namespace maskscope::bindings {

void read_position_rule(PositionRule& rule, const val& options) {
  read_option(rule.causal, options, "causal", read_bool);
  read_option(rule.alignment, options, "alignment", [](const char* argument, const val& value) {
    return alignment_from_name(read_string(argument, value));
  });
  read_option(rule.offset, options, "offset", read_int);
  read_option(rule.window_left, options, "windowLeft", read_int);
  read_option(rule.window_right, options, "windowRight", read_int);
  read_option(rule.key_lengths, options, "keyLengths", read_indices);
}

namespace {

val visible_by_position_export(const val& rule, const val& queries, const val& keys) {
  PositionRule read;
  read_position_rule(read, rule);
  return write(visible_by_position(read, read_length("queries", queries), read_length("keys", keys)));
}

EMSCRIPTEN_BINDINGS(position_rule) { expose<visible_by_position_export>("visibleByPosition"); }

}  // namespace
}  // namespace maskscope::bindings
