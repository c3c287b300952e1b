#include "options.hpp"

namespace maskscope::bindings {
namespace {

template <class Softmax>
void read_softmax(Softmax& read, Options& options) {
  options.read(read.visible, "visible", read_mask);
  options.read(read.valid_queries, "validQueries", read_mask);
  read.empty_row = read_empty_row(options["emptyRow"]);
}

}  // namespace

Mask read_optional_mask(const char* argument, const val& value) {
  return value.isUndefined() ? Mask() : *read_mask(argument, value);
}

EmptyRow read_empty_row(const val& value) {
  return value.isUndefined() ? EmptyRow::error : empty_row_from_name(read_string("emptyRow", value));
}

SoftmaxOptions read_softmax_options(const val& given) {
  Options options("options", given);
  SoftmaxOptions read;
  read_softmax(read, options);
  options.refuse_others();
  return read;
}

void read_position_rule(PositionRule& rule, Options& options) {
  options.read(rule.causal, "causal", read_bool);
  options.read(rule.alignment, "alignment", [](const char* argument, const val& value) {
    return alignment_from_name(read_string(argument, value));
  });
  options.read(rule.offset, "offset", read_int);
  options.read(rule.window_left, "windowLeft", read_int);
  options.read(rule.window_right, "windowRight", read_int);
  options.read(rule.key_lengths, "keyLengths", read_indices);
}

template <class T>
AttentionOptions<T> read_attention_options(Options& options) {
  const auto read_real = [](const char* argument, const val& value) { return static_cast<T>(read_number(argument, value)); };
  AttentionOptions<T> read;
  read_softmax(read, options);
  options.read(read.scale, "scale", read_real);
  options.read(read.softcap, "softcap", read_real);
  options.read(read.bias, "bias", read_array_of<T>);
  read_position_rule(read, options);
  return read;
}

template AttentionOptions<float> read_attention_options(Options&);
template AttentionOptions<double> read_attention_options(Options&);

AttentionOptions<double> read_attention_options(const val& given) {
  Options options("options", given);
  const AttentionOptions<double> read = read_attention_options<double>(options);
  options.refuse_others();
  return read;
}

MultiHeadParameters<double> read_parameters(const val& value) {
  Options parameters("parameters", value);
  MultiHeadParameters<double> read{read_length("numHeads", parameters["numHeads"]), *read_tensor("wQ", parameters["wQ"]),
                                   *read_tensor("wK", parameters["wK"]), *read_tensor("wV", parameters["wV"]),
                                   *read_tensor("wO", parameters["wO"])};
  parameters.refuse_others();
  return read;
}

Precision read_precision(const char* argument, const val& value) {
  return precision_from_name(read_string(argument, value), argument);
}

Cells read_cells(const val& value) {
  Options given("cells", value);
  Cells cells{read_length("cells.queries", given["queries"]), read_length("cells.keys", given["keys"])};
  given.read(cells.offset, "offset", read_int);
  given.refuse_others();
  return cells;
}

std::uint32_t read_seed(const char* argument, const val& value) {
  return static_cast<std::uint32_t>(read_index(argument, value));
}

}  // namespace maskscope::bindings
