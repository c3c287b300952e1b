// Exports: numbers in narrower formats, and the softmax in one.

#include "expose.hpp"
#include "maskscope/attention/precision.hpp"
#include "maskscope/attention/rounded_softmax.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val limits_of_export(const val& precision) {
  const PrecisionLimits limits = limits_of(read_precision("precision", precision));
  return Object()
      .set("largest", limits.largest)
      .set("lowest", limits.lowest)
      .set("epsilon", limits.epsilon)
      .set("smallestNormal", limits.smallest_normal)
      .set("smallestSubnormal", limits.smallest_subnormal);
}

val round_to_export(const val& precision, const val& array) {
  const Precision read = read_precision("precision", precision);
  return by_element_type("array", array,
                         [&]<class T>(T) { return write(round_to(read, *read_array_of<T>("array", array))); });
}

Fill read_fill(const char*, const val& value) {
  Options given("fills", value);
  const Fill fill{*read_mask("fills.visible", given["visible"]), read_number("fills.value", given["value"])};
  given.refuse_others();
  return fill;
}

RoundedSoftmaxOptions read_rounded_options(const val& options) {
  Options given("options", options);
  RoundedSoftmaxOptions read;
  given.read(read.precision, "precision", read_precision);
  given.read(read.fills, "fills", [](const char* argument, const val& value) {
    return read_list(argument, value, read_fill);
  });
  given.read(read.mode, "mode", [](const char* argument, const val& value) {
    return fill_mode_from_name(read_string(argument, value));
  });
  given.read(read.subtract_max, "subtractMax", read_bool);
  given.refuse_others();
  return read;
}

val trace_rounded_softmax_export(const val& scores, const val& options) {
  const RoundedSoftmaxTrace trace = trace_rounded_softmax(*read_tensor("scores", scores), read_rounded_options(options));
  return Object()
      .set("fills", write_list(trace.fills, [](double fill) { return val(fill); }))
      .set("scores", trace.scores)
      .set("fill", trace.fill)
      .set("filled", trace.filled)
      .set("rowMax", trace.row_max)
      .set("shifted", trace.shifted)
      .set("exponentials", trace.exponentials)
      .set("rowSum", trace.row_sum)
      .set("weights", trace.weights);
}

EMSCRIPTEN_BINDINGS(precision) {
  expose<limits_of_export>("limitsOf");
  expose<round_to_export>("roundTo");
  expose<trace_rounded_softmax_export>("traceRoundedSoftmax");
}

}  // namespace
}  // namespace maskscope::bindings
