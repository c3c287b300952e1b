// The reports whose mistake lies in a step of attention rather than in who reads whom: scale, heads, axes, bias, the
// place of the softmax.

#include "maskscope/attention/bias.hpp"
#include "maskscope/attention/rounded_softmax.hpp"
#include "maskscope/base/axes.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/conventions.hpp"
#include "maskscope/masks/visibility.hpp"
#include "support/mask_reports.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// One head: q `[L,D]`, k and v `[S,D]`.
AttentionTrace<double> attend(const Tensor<double>& q, const Tensor<double>& k, const Tensor<double>& v,
                              const AttentionOptions<double>& options = {}) {
  const auto head = [](const Tensor<double>& rows) { return reshaped(rows, {1, 1, rows.shape(0), rows.shape(1)}); };
  return trace_attention(head(q), head(k), head(v), options);
}

Tensor<double> matrix(const Tensor<double>& array) {
  return reshaped(array, {array.shape(array.dimension() - 2), array.shape(array.dimension() - 1)});
}

TEST(StepReports, C21AFloatMaskIsAddedToTheScores) {
  Report report("C21");
  const Tensor<double> x = report.input("x");
  // PyTorch's Linear keeps its matrix transposed: x W^T.
  const auto linear = [&](const std::string& key) { return project<double>(x, xt::transpose(report.input(key))); };
  const Tensor<double> q = linear("wq"), k = linear("wk"), v = linear("wv");
  expect_printed(q, report.expected("q"));
  expect_printed(k, report.expected("k"));
  const auto trace = [&](const Tensor<double>& bias, const Mask& visible) {
    AttentionOptions<double> options;
    options.bias = bias;
    options.visible = visible;
    return attend(q, k, v, options);
  };
  const Tensor<double> keep = report.input("variant_keep_mask_as_float");
  const Mask kept = from_attention_mask(reshaped(report.input<Indices>("variant_keep_mask_as_float"), {1, 2}));
  expect_printed(matrix(trace({}, {}).scores), report.expected("scores"));
  expect_printed(matrix(trace({}, {}).softmax.weights), report.expected("weights_no_mask"));
  expect_printed(matrix(trace(report.input("key_padding_mask"), {}).softmax.weights),
                 report.expected("weights_with_[1,2]"));
  expect_printed(matrix(trace(keep, {}).softmax.weights), report.expected("variant_weights_wrong"));
  expect_printed(matrix(trace({}, kept).softmax.weights), report.expected("variant_weights_right"));
}

TEST(StepReports, C23TheMaskAfterTheSoftmax) {
  Report report("C23");
  const Tensor<double> scores = report.input("scores"), v = report.input("v");
  const Mask visible = report.input<Mask>("mask");
  const Tensor<double> right = weights_of(scores, visible), wrong = faulty::softmax_then_mask(scores, visible);
  expect_printed(right, report.expected("weights_right"));
  expect_printed(output_of(right, v), report.expected("output_right"));
  expect_printed(wrong, report.expected("weights_zeroed_after"));
  EXPECT_NEAR(wrong(0, 0) + wrong(0, 1) + wrong(0, 2), report.expected("row_sum_zeroed_after")(), 5e-7);
  expect_printed(output_of(wrong, v), report.expected("output_zeroed_after"));
}

TEST(StepReports, C24AndC32AndC33WeightsSumToOneAlongTheKeys) {
  Report batch_axis("C24");
  expect_printed(masked_softmax(batch_axis.input("scores")), batch_axis.expected("weights_right"));
  Report one_key("C32");
  expect_printed(masked_softmax(one_key.input("scores")), one_key.expected("weights_eval"));
  Report equal_scores("C33");
  const Tensor<double> weights = masked_softmax(equal_scores.input("scores"));
  expect_printed(weights, equal_scores.expected("weights_right"));
  expect_printed(output_of(weights, equal_scores.input("v")), equal_scores.expected("output_right"));
}

TEST(StepReports, C26TheScaleForgotten) {
  Report report("C26");
  const Tensor<double> q = report.input("q"), k = report.input("k");
  const auto trace = [&](std::optional<double> scale) {
    AttentionOptions<double> options;
    options.scale = scale;
    return attend(q, k, k, options);
  };
  // q_0 . k_0 is 4.
  EXPECT_NEAR(trace({}).scores(0, 0, 0, 0) / 4, report.expected("scale_right")(), 5e-7);
  expect_printed(matrix(trace({}).softmax.weights), report.expected("weights_right"));
  expect_printed(matrix(trace(report.number("scale_given")).softmax.weights), report.expected("weights_wrong"));
  expect_printed(matrix(trace(report.number("variant_scale_given")).softmax.weights),
                 report.expected("variant_weights_scale_0"));
}

TEST(StepReports, C27TheScaleOfTheWholeWidth) {
  Report report("C27");
  const Tensor<double> q = report.input("q_head0"), k = report.input("k_head0");
  AttentionOptions<double> wrong;
  wrong.scale = report.number("scale_given");
  // q_0 . k_0 is 1.
  EXPECT_NEAR(attend(q, k, k).scores(0, 0, 0, 0), report.expected("scale_right")(), 5e-7);
  expect_printed(matrix(attend(q, k, k).softmax.weights), report.expected("weights_right"));
  expect_printed(matrix(attend(q, k, k, wrong).softmax.weights), report.expected("weights_wrong"));
}

TEST(StepReports, C28HeadsSplitByAReshapeAlone) {
  Report report("C28");
  const Tensor<double> x = reshaped(report.input("x"), {1, 3, 4});
  const Tensor<double> right = split_heads(x, 2), wrong = reshaped(x, {1, 2, 3, 2});
  expect_printed(reshaped(right, {2, 3, 2}), report.expected("heads_right"));
  expect_printed(reshaped(wrong, {2, 3, 2}), report.expected("heads_wrong"));
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t c = 0; c < 4; ++c) {
      const AxisTrace followed = follow_axes({1, 3, 4, 2}, 0, t, c);
      EXPECT_EQ(wrong(0, c / 2, t, c % 2), x(0, followed.reshape_only_source[1], followed.reshape_only_source[2]));
    }
  }
  expect_printed(reshaped(merge_heads(attention(right, right, right)), {3, 4}), report.expected("output_right"));
  expect_printed(reshaped(attention(wrong, wrong, wrong), {3, 4}), report.expected("output_wrong"));
}

TEST(StepReports, C30KeysTransposedAlongAllAxes) {
  Report report("C30");
  const Tensor<double> k = report.input("k");  // [B,H,T,d], all 2
  Tensor<double> wrong = k;
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t t = 0; t < 2; ++t) {
      for (std::size_t c = 0; c < 4; ++c) {
        // An element of [d,T,H,B] is read as one of [B,H,d,T], whose last two axes the product with q swaps again.
        const Shape at = follow_axes({2, 2, 4, 2}, b, t, c).reversed_axes.index;
        wrong(at[0], at[1], at[3], at[2]) = k(b, c / 2, t, c % 2);
      }
    }
  }
  const AttentionTrace<double> right_trace = trace_attention(k, k, k), wrong_trace = trace_attention(k, wrong, k);
  expect_printed(right_trace.scores, report.expected("scores_right"));
  expect_printed(right_trace.softmax.weights, report.expected("weights_right"));
  expect_printed(wrong_trace.scores, report.expected("scores_wrong"));
  expect_printed(wrong_trace.softmax.weights, report.expected("weights_wrong"));
}

TEST(StepReports, C34HeadsHaveWeightsOfTheirOwn) {
  Report report("C34");
  const Tensor<double> weights = masked_softmax(report.input("scores_per_head"));
  expect_printed(weights, report.expected("weights_per_head"));
  const Tensor<double> v = reshaped(report.input("v_per_head"), {1, 2, 2, 1});
  expect_printed(reshaped(weighted_sum(reshaped(weights, {1, 2, 1, 2}), v), {2}), report.expected("output_per_head"));
}

TEST(StepReports, C38TheSignOfALiBi) {
  Report report("C38");
  const Tensor<double> scores = report.input("scores"), slope = tensor({1}, {report.number("slope")});
  const Tensor<double> right = matrix(alibi(slope, {3, 3}));
  expect_equal(right, report.expected("bias_right"));
  expect_printed(weights_of(scores + right, causal(3, 3)), report.expected("weights_right"));
  expect_printed(weights_of(scores + report.input("bias_given"), causal(3, 3)), report.expected("weights_wrong"));
}

TEST(StepReports, C39AConstantInARowChangesNothing) {
  Report report("C39");
  const Tensor<double> scores = report.input("scores"), row = report.input("bias_row");
  const Tensor<double> slope = tensor({1}, {report.number("slope")});
  const Tensor<double> relative = matrix(alibi(slope, {3, 3}, AlibiForm::symmetric));
  expect_printed(weights_of(scores + row, causal(3, 3)), report.expected("weights_row_form_causal"));
  expect_printed(weights_of(scores + relative, causal(3, 3)), report.expected("weights_relative_form_causal"));
  expect_printed(masked_softmax<double>(scores + row), report.expected("weights_row_form_bidirectional"));
  expect_printed(masked_softmax<double>(scores + relative), report.expected("weights_relative_form_bidirectional"));
}

TEST(StepReports, C44NaNInABlockedKeyOrValue) {
  Report report("C44");
  const Tensor<double> q = report.input("q");
  Tensor<double> k = q;
  k(1, 0) = nan;
  AttentionOptions<double> options;
  options.visible = from_sdpa_mask(report.input<Mask>("mask"));
  const Tensor<double> output = report.expected("output_right");
  for (const std::string v : {"v", "v_variant"}) {
    const AttentionTrace<double> trace = attend(q, k, report.input(v), options);
    expect_printed(matrix(trace.softmax.weights), report.expected("weights_right"));
    expect_printed(matrix(trace.output), output);
  }
  const Tensor<double> scores = matrix(attend(q, k, q, options).scores);
  const auto filled = [&](FillMode mode) {
    return trace_rounded_softmax(scores, {Precision::float32, {{options.visible, -inf}}, mode, true}).weights;
  };
  expect_printed(filled(FillMode::add), report.expected("weights_additive_neg_inf_with_nan_k"));
  expect_printed(filled(FillMode::replace), report.expected("weights_select_with_nan_k"));
}

TEST(StepReports, C46HeadsMergedInAnotherOrder) {
  Report report("C46");
  const Tensor<double> flat = report.input("flat_BH_T");
  expect_printed(merge_heads(reshaped(flat, {3, 2, 2, 1})), report.expected("merged_right[b][t][h]"));
  // Taken for [H,B,T,d], merged, and read on as [B,T,H d].
  expect_printed(reshaped(merge_heads(reshaped(flat, {2, 3, 2, 1})), {3, 2, 2}),
                 report.expected("merged_wrong[b][t][h]"));
}

}  // namespace
}  // namespace maskscope
