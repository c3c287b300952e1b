// Exports: the leak copier, the wrong variants, the probe, and the axes.

#include <iterator>

#include "expose.hpp"
#include "maskscope/base/axes.hpp"
#include "maskscope/chapter/leak.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val softmax_then_mask_export(const val& scores, const val& visible) {
  return write(faulty::softmax_then_mask(*read_tensor("scores", scores), *read_mask("visible", visible)));
}

val additive_fill_export(const val& scores, const val& visible, const val& fill) {
  return write(faulty::additive_fill(*read_tensor("scores", scores), *read_mask("visible", visible),
                                     read_number("fill", fill)));
}

val leak_copier_export(const val& ratio, const val& future_visible) {
  const LeakCopier<double> copier =
      leak_copier(read_number("ratio", ratio), read_bool("futureVisible", future_visible));
  return Object()
      .set("scores", copier.scores)
      .set("exponentials", copier.exponentials)
      .set("weights", copier.weights)
      .set("values", copier.values)
      .set("probabilities", copier.probabilities)
      .set("correct", copier.correct)
      .set("loss", copier.loss);
}

val variants_export() {
  const std::vector<Variant> all(std::begin(all_variants), std::end(all_variants));
  return write_list(all, [](Variant variant) { return write(name(variant)); });
}

Variant read_variant(const val& value) { return variant_from_name(read_string("variant", value)); }

val variant_weights_export(const val& variant, const val& scores, const val& valid, const val& empty_row) {
  const VariantTrace<double> trace = variant_weights(read_variant(variant), *read_tensor("scores", scores),
                                                     *read_mask("valid", valid), read_empty_row(empty_row));
  return Object().set("visible", trace.visible).set("weights", trace.weights);
}

val probe_future_export(const val& variant, const val& parameters, const val& x, const val& changed, const val& prefix,
                        const val& options) {
  Options given("options", options);
  const SequenceFunction<double> function =
      variant_function(read_variant(variant), read_parameters(parameters),
                       read_optional_mask("valid", given["valid"]), read_empty_row(given["emptyRow"]));
  given.refuse_others();
  const ProbeReport<double> report =
      probe_future(function, *read_tensor("x", x), *read_tensor("changed", changed), read_length("prefix", prefix));
  const val list = write_list(report.changed, [](const ChangedOutput<double>& output) {
    return Object()
        .set("position", output.position)
        .set("coordinate", output.coordinate)
        .set("before", output.before)
        .set("after", output.after);
  });
  return Object()
      .set("before", report.before)
      .set("after", report.after)
      .set("changed", list)
      .set("largestChange", report.largest_change);
}

val write_step(const AxisStep& step) {
  return Object()
      .set("step", step.step)
      .set("axes", step.axes)
      .set("shape", step.shape)
      .set("index", step.index)
      .set("offset", step.offset);
}

val follow_axes_export(const val& axes, const val& b, const val& t, const val& c) {
  Options given("axes", axes);
  const Axes read{read_index("batch", given["batch"]), read_index("positions", given["positions"]),
                  read_index("width", given["width"]), read_index("heads", given["heads"])};
  given.refuse_others();
  const AxisTrace trace = follow_axes(read, read_index("b", b), read_index("t", t), read_index("c", c));
  return Object()
      .set("right", write_list(trace.right, write_step))
      .set("reshapeOnly", write_step(trace.reshape_only))
      .set("reshapeOnlySource", trace.reshape_only_source)
      .set("reversedAxes", write_step(trace.reversed_axes));
}

std::uint64_t read_count(const char* argument, const val& value) {
  return static_cast<std::uint64_t>(read_whole(argument, value, 0, 0x1p53));
}

val score_memory_export(const val& batch, const val& heads, const val& positions, const val& dtype) {
  const ScoreMemory memory = score_memory(read_count("batch", batch), read_count("heads", heads),
                                          read_count("positions", positions), read_string("dtype", dtype));
  return Object()
      .set("scores", static_cast<double>(memory.scores))
      .set("bytes", static_cast<double>(memory.bytes));
}

EMSCRIPTEN_BINDINGS(leaks) {
  expose<softmax_then_mask_export>("softmaxThenMask");
  expose<additive_fill_export>("additiveFill");
  expose<leak_copier_export>("leakCopier");
  expose<variants_export>("variants");
  expose<variant_weights_export>("variantWeights");
  expose<probe_future_export>("probeFuture");
  expose<follow_axes_export>("followAxes");
  expose<score_memory_export>("scoreMemory");
}

}  // namespace
}  // namespace maskscope::bindings
