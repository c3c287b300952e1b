// Exports: softmax, attention step by step, heads and loss.

#include "expose.hpp"
#include "maskscope/attention/loss.hpp"
#include "maskscope/attention/multi_head.hpp"
#include "maskscope/chapter/leak.hpp"

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
  return write(masked_softmax(read_tensor("scores", scores), read_softmax_options(options)));
}

val trace_masked_softmax_export(const val& scores, const val& options) {
  return write_trace(trace_masked_softmax(read_tensor("scores", scores), read_softmax_options(options)));
}

val softmax_then_mask_export(const val& scores, const val& visible) {
  return write(faulty::softmax_then_mask(read_tensor("scores", scores), read_mask("visible", visible)));
}

val additive_fill_export(const val& scores, const val& visible, const val& fill) {
  return write(faulty::additive_fill(read_tensor("scores", scores), read_mask("visible", visible),
                                               read_number("fill", fill)));
}

val trace_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return write_trace(trace_attention(read_tensor("q", q), read_tensor("k", k), read_tensor("v", v),
                               read_attention_options(options)));
}

val weighted_sum_export(const val& weights, const val& v) {
  return write(weighted_sum(read_tensor("weights", weights), read_tensor("v", v)));
}

val project_export(const val& x, const val& w) {
  return write(project(read_tensor("x", x), read_tensor("w", w)));
}

val split_heads_export(const val& x, const val& num_heads) {
  return write(split_heads(read_tensor("x", x), read_length("numHeads", num_heads)));
}

val merge_heads_export(const val& heads) { return write(merge_heads(read_tensor("heads", heads))); }

val multi_head_attention_export(const val& x, const val& parameters, const val& options) {
  return write(
      multi_head_attention(read_tensor("x", x), read_parameters(parameters), read_attention_options(options)));
}

val trace_multi_head_export(const val& x, const val& parameters, const val& options) {
  return write_trace(trace_multi_head(read_tensor("x", x), read_parameters(parameters), read_attention_options(options)));
}

val permute_heads_export(const val& parameters, const val& order) {
  return write(permute_heads(read_parameters(parameters), read_lengths("order", order)));
}

val permute_output_rows_export(const val& parameters, const val& order) {
  return write(permute_output_rows(read_parameters(parameters), read_lengths("order", order)));
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
