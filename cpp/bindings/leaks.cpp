// Exports: the leak copier, the wrong variants, the probe, and the axes.

#include <iterator>

#include "expose.hpp"
#include "maskscope/axes.hpp"
#include "maskscope/leak.hpp"

namespace maskscope::bindings {
namespace {

val leak_copier_export(const val& ratio, const val& future_visible) {
  const LeakCopier<double> copier =
      leak_copier(read_number("ratio", ratio), read_bool("futureVisible", future_visible));
  return object({{"scores", write(copier.scores)},
                 {"exponentials", write(copier.exponentials)},
                 {"weights", write(copier.weights)},
                 {"values", write(copier.values)},
                 {"probabilities", write(copier.probabilities)},
                 {"correct", write(copier.correct)},
                 {"loss", val(copier.loss)}});
}

val variants_export() {
  const std::vector<Variant> all(std::begin(all_variants), std::end(all_variants));
  return write_list(all, [](Variant variant) { return write(name(variant)); });
}

Variant read_variant(const val& value) { return variant_from_name(read_string("variant", value)); }

val variant_weights_export(const val& variant, const val& scores, const val& valid, const val& empty_row) {
  const VariantTrace<double> trace = variant_weights(read_variant(variant), read_tensor("scores", scores),
                                                     read_mask("valid", valid), read_empty_row(empty_row));
  return object({{"visible", write(trace.visible)}, {"weights", write(trace.weights)}});
}

val probe_future_export(const val& variant, const val& parameters, const val& x, const val& changed, const val& prefix,
                        const val& options) {
  const SequenceFunction<double> function = variant_function(
      read_variant(variant), read_parameters(parameters), read_optional_mask("valid", option(options, "valid")),
      read_empty_row(option(options, "emptyRow")));
  const ProbeReport<double> report =
      probe_future(function, read_tensor("x", x), read_tensor("changed", changed), read_length("prefix", prefix));
  const val list = write_list(report.changed, [](const ChangedOutput<double>& output) {
    return object({{"position", write(output.position)},
                   {"coordinate", write(output.coordinate)},
                   {"before", val(output.before)},
                   {"after", val(output.after)}});
  });
  return object({{"before", write(report.before)},
                 {"after", write(report.after)},
                 {"changed", list},
                 {"largestChange", val(report.largest_change)}});
}

val write_step(const AxisStep& step) {
  return object({{"step", write(step.step)},
                 {"axes", write(step.axes)},
                 {"shape", write(step.shape)},
                 {"index", write(step.index)},
                 {"offset", write(step.offset)}});
}

val follow_axes_export(const val& axes, const val& b, const val& t, const val& c) {
  const Axes read{read_index("batch", option(axes, "batch")), read_index("positions", option(axes, "positions")),
                  read_index("width", option(axes, "width")), read_index("heads", option(axes, "heads"))};
  const AxisTrace trace = follow_axes(read, read_index("b", b), read_index("t", t), read_index("c", c));
  return object({{"right", write_list(trace.right, write_step)},
                 {"reshapeOnly", write_step(trace.reshape_only)},
                 {"reshapeOnlySource", write(trace.reshape_only_source)},
                 {"reversedAxes", write_step(trace.reversed_axes)}});
}

std::uint64_t read_count(const std::string& argument, const val& value) {
  return static_cast<std::uint64_t>(read_whole(argument, value, 0, 0x1p53));
}

val score_memory_export(const val& batch, const val& heads, const val& positions, const val& dtype) {
  const ScoreMemory memory = score_memory(read_count("batch", batch), read_count("heads", heads),
                                          read_count("positions", positions), read_string("dtype", dtype));
  return object({{"scores", val(static_cast<double>(memory.scores))}, {"bytes", val(static_cast<double>(memory.bytes))}});
}

EMSCRIPTEN_BINDINGS(leaks) {
  expose<leak_copier_export>("leakCopier");
  expose<variants_export>("variants");
  expose_with_options<variant_weights_export>("variantWeights");
  expose_with_options<probe_future_export>("probeFuture");
  expose<follow_axes_export>("followAxes");
  expose<score_memory_export>("scoreMemory");
}

}  // namespace
}  // namespace maskscope::bindings
