// Exports: softmax, attention step by step, heads and loss.

#include "base/refuse.hpp"
#include "expose.hpp"
#include "maskscope/attention/loss.hpp"
#include "maskscope/attention/multi_head.hpp"
#include "options.hpp"
#include "residents.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val write_trace(const SoftmaxTrace<double>& trace) {
  return Object()
      .set("visible", trace.visible)
      .set("validQueries", trace.valid_queries)
      .set("masked", trace.masked)
      .set("rowMax", trace.row_max)
      .set("shifted", trace.shifted)
      .set("exponentials", trace.exponentials)
      .set("rowSum", trace.row_sum)
      .set("weights", trace.weights);
}

val write_trace(const AttentionTrace<double>& trace) {
  return Object()
      .set("scores", trace.scores)
      .set("capped", trace.capped)
      .set("biased", trace.biased)
      .set("softmax", write_trace(trace.softmax))
      .set("output", trace.output);
}

val write_trace(const MultiHeadTrace<double>& trace) {
  return Object()
      .set("q", trace.q)
      .set("k", trace.k)
      .set("v", trace.v)
      .set("qHeads", trace.q_heads)
      .set("kHeads", trace.k_heads)
      .set("vHeads", trace.v_heads)
      .set("attention", write_trace(trace.attention))
      .set("merged", trace.merged)
      .set("contributions", trace.contributions)
      .set("output", trace.output);
}

val masked_softmax_export(const val& scores, const val& options) {
  return write(masked_softmax(*read_tensor("scores", scores), read_softmax_options(options)));
}

val trace_masked_softmax_export(const val& scores, const val& options) {
  return write_trace(trace_masked_softmax(*read_tensor("scores", scores), read_softmax_options(options)));
}

/// Where the output goes, if it is to stay in the module.
template <class T>
Tensor<T>* read_out(const val& out, ShapeView q, ShapeView v) {
  if (out.isUndefined()) return nullptr;
  require_object("out", out);
  Tensor<T>* array = held_by<Tensor<T>>(find_resident("out", out));
  if (!array) refuse(ErrorCode::shape_mismatch, "out", "an array that stays, of the same width as q", describe(out));
  if (q.size() == 4 && v.size() == 4) require_shape("out", array->shape(), {q[0], q[1], q[2], v[3]});
  return array;
}

val attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) -> val {
    const ArrayArgument<Tensor<T>> queries = read_array_of<T>("q", q), keys = read_array_of<T>("k", k),
                           values = read_array_of<T>("v", v);
    Options given("options", options);
    const AttentionOptions<T> read = read_attention_options<T>(given);
    const val out = given["out"];
    given.refuse_others();
    Tensor<T>* array = read_out<T>(out, (*queries).shape(), (*values).shape());
    if (!array) return write(attention(*queries, *keys, *values, read));
    if (array == &*queries || array == &*keys || array == &*values) {
      refuse(ErrorCode::shape_mismatch, "out", "none of the inputs", "one of them");
    }
    attention_into(*array, *queries, *keys, *values, read);
    return out;
  });
}

val attention_path_export(const val& q, const val& k, const val& v) {
  const bool tiled = attention_path(read_lengths("q", q), read_lengths("k", k), read_lengths("v", v)) == AttentionPath::tiled;
  return write(std::string_view(tiled ? "tiled" : "reference"));
}

val instruction_set_export() { return write(instruction_set()); }

val trace_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return write_trace(trace_attention(*read_tensor("q", q), *read_tensor("k", k), *read_tensor("v", v),
                               read_attention_options(options)));
}

val weighted_sum_export(const val& weights, const val& v) {
  return write(weighted_sum(*read_tensor("weights", weights), *read_tensor("v", v)));
}

val project_export(const val& x, const val& w) {
  return write(project(*read_tensor("x", x), *read_tensor("w", w)));
}

val split_heads_export(const val& x, const val& num_heads) {
  return write(split_heads(*read_tensor("x", x), read_length("numHeads", num_heads)));
}

val merge_heads_export(const val& heads) { return write(merge_heads(*read_tensor("heads", heads))); }

val multi_head_attention_export(const val& x, const val& parameters, const val& options) {
  return write(
      multi_head_attention(*read_tensor("x", x), read_parameters(parameters), read_attention_options(options)));
}

val trace_multi_head_export(const val& x, const val& parameters, const val& options) {
  return write_trace(trace_multi_head(*read_tensor("x", x), read_parameters(parameters), read_attention_options(options)));
}

val permute_heads_export(const val& parameters, const val& order) {
  return write(permute_heads(read_parameters(parameters), read_lengths("order", order)));
}

val permute_output_rows_export(const val& parameters, const val& order) {
  return write(permute_output_rows(read_parameters(parameters), read_lengths("order", order)));
}

val mean_negative_log_likelihood_export(const val& probabilities, const val& targets, const val& scored) {
  return val(mean_negative_log_likelihood(*read_tensor("probabilities", probabilities), *read_indices("targets", targets),
                                          *read_mask("scored", scored)));
}

EMSCRIPTEN_BINDINGS(attention) {
  expose<masked_softmax_export>("maskedSoftmax");
  expose<trace_masked_softmax_export>("traceMaskedSoftmax");
  expose<attention_export>("attention");
  expose<attention_path_export>("attentionPath");
  expose<instruction_set_export>("instructionSet");
  expose<trace_attention_export>("traceAttention");
  expose<weighted_sum_export>("weightedSum");
  expose<project_export>("project");
  expose<split_heads_export>("splitHeads");
  expose<merge_heads_export>("mergeHeads");
  expose<multi_head_attention_export>("multiHeadAttention");
  expose<trace_multi_head_export>("traceMultiHead");
  expose<permute_heads_export>("permuteHeads");
  expose<permute_output_rows_export>("permuteOutputRows");
  expose<mean_negative_log_likelihood_export>("meanNegativeLogLikelihood");
}

}  // namespace
}  // namespace maskscope::bindings
