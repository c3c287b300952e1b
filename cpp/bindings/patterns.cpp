// Exports: visibilities by name.

#include "expose.hpp"
#include "maskscope/masks/patterns.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val look_ahead_export(const val& cells, const val& diagonal) {
  return write(patterns::look_ahead(read_cells(cells), diagonal.isUndefined() ? 1 : read_int("diagonal", diagonal)));
}

val sliding_window_export(const val& cells, const val& window) {
  return write(patterns::sliding_window(read_cells(cells), read_length("window", window)));
}

val sliding_window_back_export(const val& cells, const val& keys_back) {
  return write(patterns::sliding_window_back(read_cells(cells), read_length("keysBack", keys_back)));
}

val dilated_export(const val& cells, const val& window, const val& dilation, const val& causal) {
  return write(patterns::dilated(read_cells(cells), read_length("window", window), read_length("dilation", dilation),
                                 causal.isUndefined() || read_bool("causal", causal)));
}

val strided_export(const val& cells, const val& stride) {
  return write(patterns::strided(read_cells(cells), read_length("stride", stride)));
}

val prefix_export(const val& cells, const val& length) {
  return write(patterns::prefix(read_cells(cells), read_length("length", length)));
}

val prefix_per_record_export(const val& cells, const val& lengths) {
  return write(patterns::prefix_per_record(read_cells(cells), read_lengths("lengths", lengths)));
}

val segments_export(const val& query_ids, const val& options) {
  Options given("options", options);
  patterns::SegmentOptions read;
  given.read(read.causal, "causal", read_bool);
  given.read(read.pad_id, "padId", read_int);
  given.read(read.padding, "padding", [](const char* argument, const val& value) {
    return patterns::segment_padding_from_name(read_string(argument, value));
  });
  given.read(read.offset, "offset", read_int);
  const Indices ids = *read_indices("queryIds", query_ids);
  Indices key_ids = ids;
  given.read(key_ids, "keyIds", read_indices);
  given.refuse_others();
  return write(patterns::segments(ids, key_ids, read));
}

val global_keys_export(const val& cells, const val& positions) {
  return write(patterns::global_keys(read_cells(cells), read_lengths("positions", positions)));
}

val global_queries_export(const val& cells, const val& positions) {
  return write(patterns::global_queries(read_cells(cells), read_lengths("positions", positions)));
}

val global_tokens_export(const val& cells, const val& positions) {
  return write(patterns::global_tokens(read_cells(cells), read_lengths("positions", positions)));
}

val blocks_export(const val& layout, const val& block_queries, const val& block_keys, const val& cells) {
  return write(patterns::blocks(*read_mask("layout", layout), read_length("blockQueries", block_queries),
                                read_length("blockKeys", block_keys), read_cells(cells)));
}

val block_layout_export(const val& visible, const val& block_queries, const val& block_keys) {
  return write(patterns::block_layout(*read_mask("visible", visible), read_length("blockQueries", block_queries),
                                      read_length("blockKeys", block_keys)));
}

val bars_export(const val& cells, const val& starts) {
  return write(patterns::bars(read_cells(cells), read_lengths("starts", starts)));
}

val bar_starts_export(const val& bar_ids) {
  return write(ShapeView(patterns::bar_starts(*read_indices("barIds", bar_ids))));
}

patterns::RandomPattern read_random_pattern(const val& options) {
  Options given("options", options);
  patterns::RandomPattern read;
  given.read(read.seed, "seed", read_seed);
  given.read(read.diagonal, "diagonal", read_bool);
  given.read(read.causal, "causal", read_bool);
  given.refuse_others();
  return read;
}

val random_cells_export(const val& cells, const val& density, const val& options) {
  return write(
      patterns::random_cells(read_cells(cells), read_number("density", density), read_random_pattern(options)));
}

val random_keys_export(const val& cells, const val& count, const val& options) {
  return write(patterns::random_keys(read_cells(cells), read_length("count", count), read_random_pattern(options)));
}

std::vector<Mask> read_masks(const val& masks) {
  return read_list("masks", masks, [](const char* argument, const val& mask) -> Mask { return *read_mask(argument, mask); });
}

val per_head_export(const val& masks) { return write(patterns::per_head(read_masks(masks))); }
val per_layer_export(const val& masks) { return write(patterns::per_layer(read_masks(masks))); }

val layer_export(const val& masks, const val& n) {
  return write(patterns::layer(*read_mask("masks", masks), read_index("n", n)));
}

val count_pattern_export(const val& visible) {
  const patterns::PatternCounts counts = patterns::count_pattern(*read_mask("visible", visible));
  return Object()
      .set("cells", counts.cells)
      .set("visible", counts.visible)
      .set("density", counts.density)
      .set("emptyRows", counts.empty_rows)
      .set("unreadKeys", counts.unread_keys);
}

EMSCRIPTEN_BINDINGS(patterns) {
  expose<look_ahead_export>("lookAhead");
  expose<sliding_window_export>("slidingWindow");
  expose<sliding_window_back_export>("slidingWindowBack");
  expose<dilated_export>("dilated");
  expose<strided_export>("strided");
  expose<prefix_export>("prefix");
  expose<prefix_per_record_export>("prefixPerRecord");
  expose<segments_export>("segments");
  expose<global_keys_export>("globalKeys");
  expose<global_queries_export>("globalQueries");
  expose<global_tokens_export>("globalTokens");
  expose<blocks_export>("blocks");
  expose<block_layout_export>("blockLayout");
  expose<bars_export>("bars");
  expose<bar_starts_export>("barStarts");
  expose<random_cells_export>("randomCells");
  expose<random_keys_export>("randomKeys");
  expose<per_head_export>("perHead");
  expose<per_layer_export>("perLayer");
  expose<layer_export>("layer");
  expose<count_pattern_export>("countPattern");
}

}  // namespace
}  // namespace maskscope::bindings
