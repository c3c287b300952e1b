// Exports: softmax, attention, heads and loss.

#include "expose.hpp"
#include "maskscope/leak.hpp"
#include "maskscope/loss.hpp"
#include "maskscope/multi_head.hpp"

namespace maskscope::bindings {
namespace {

val write(const SoftmaxTrace<double>& trace) {
  return object({{"visible", bindings::write(trace.visible)},
                 {"validQueries", bindings::write(trace.valid_queries)},
                 {"masked", bindings::write(trace.masked)},
                 {"rowMax", bindings::write(trace.row_max)},
                 {"shifted", bindings::write(trace.shifted)},
                 {"exponentials", bindings::write(trace.exponentials)},
                 {"rowSum", bindings::write(trace.row_sum)},
                 {"weights", bindings::write(trace.weights)}});
}

val write(const AttentionTrace<double>& trace) {
  return object({{"scores", bindings::write(trace.scores)},
                 {"biased", bindings::write(trace.biased)},
                 {"softmax", write(trace.softmax)},
                 {"output", bindings::write(trace.output)}});
}

val write(const MultiHeadTrace<double>& trace) {
  return object({{"q", bindings::write(trace.q)},
                 {"k", bindings::write(trace.k)},
                 {"v", bindings::write(trace.v)},
                 {"qHeads", bindings::write(trace.q_heads)},
                 {"kHeads", bindings::write(trace.k_heads)},
                 {"vHeads", bindings::write(trace.v_heads)},
                 {"attention", write(trace.attention)},
                 {"merged", bindings::write(trace.merged)},
                 {"contributions", bindings::write(trace.contributions)},
                 {"output", bindings::write(trace.output)}});
}

val masked_softmax_export(const val& scores, const val& options) {
  return bindings::write(masked_softmax(read_tensor("scores", scores), read_softmax_options(options)));
}

val trace_masked_softmax_export(const val& scores, const val& options) {
  return write(trace_masked_softmax(read_tensor("scores", scores), read_softmax_options(options)));
}

val softmax_then_mask_export(const val& scores, const val& visible) {
  return bindings::write(faulty::softmax_then_mask(read_tensor("scores", scores), read_mask("visible", visible)));
}

val additive_fill_export(const val& scores, const val& visible, const val& fill) {
  return bindings::write(faulty::additive_fill(read_tensor("scores", scores), read_mask("visible", visible),
                                               read_number("fill", fill)));
}

val attention_export(const val& q, const val& k, const val& v, const val& options) {
  return bindings::write(attention(read_tensor("q", q), read_tensor("k", k), read_tensor("v", v),
                                   read_attention_options(options)));
}

val trace_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return write(trace_attention(read_tensor("q", q), read_tensor("k", k), read_tensor("v", v),
                               read_attention_options(options)));
}

val weighted_sum_export(const val& weights, const val& v) {
  return bindings::write(weighted_sum(read_tensor("weights", weights), read_tensor("v", v)));
}

val project_export(const val& x, const val& w) {
  return bindings::write(project(read_tensor("x", x), read_tensor("w", w)));
}

val split_heads_export(const val& x, const val& num_heads) {
  return bindings::write(split_heads(read_tensor("x", x), read_length("numHeads", num_heads)));
}

val merge_heads_export(const val& heads) { return bindings::write(merge_heads(read_tensor("heads", heads))); }

val multi_head_attention_export(const val& x, const val& parameters, const val& options) {
  return bindings::write(
      multi_head_attention(read_tensor("x", x), read_parameters(parameters), read_attention_options(options)));
}

val trace_multi_head_export(const val& x, const val& parameters, const val& options) {
  return write(trace_multi_head(read_tensor("x", x), read_parameters(parameters), read_attention_options(options)));
}

val permute_heads_export(const val& parameters, const val& order) {
  return bindings::write(permute_heads(read_parameters(parameters), read_lengths("order", order)));
}

val permute_output_rows_export(const val& parameters, const val& order) {
  return bindings::write(permute_output_rows(read_parameters(parameters), read_lengths("order", order)));
}

val mean_negative_log_likelihood_export(const val& probabilities, const val& targets, const val& scored) {
  return val(mean_negative_log_likelihood(read_tensor("probabilities", probabilities), read_indices("targets", targets),
                                          read_mask("scored", scored)));
}

EMSCRIPTEN_BINDINGS(attention) {
  expose_with_options<masked_softmax_export>("maskedSoftmax");
  expose_with_options<trace_masked_softmax_export>("traceMaskedSoftmax");
  expose<softmax_then_mask_export>("softmaxThenMask");
  expose<additive_fill_export>("additiveFill");
  expose_with_options<attention_export>("attention");
  expose_with_options<trace_attention_export>("traceAttention");
  expose<weighted_sum_export>("weightedSum");
  expose<project_export>("project");
  expose<split_heads_export>("splitHeads");
  expose<merge_heads_export>("mergeHeads");
  expose_with_options<multi_head_attention_export>("multiHeadAttention");
  expose_with_options<trace_multi_head_export>("traceMultiHead");
  expose<permute_heads_export>("permuteHeads");
  expose<permute_output_rows_export>("permuteOutputRows");
  expose<mean_negative_log_likelihood_export>("meanNegativeLogLikelihood");
}

}  // namespace
}  // namespace maskscope::bindings
