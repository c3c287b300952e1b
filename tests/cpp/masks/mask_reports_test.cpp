// What went wrong in other people's masks: the core gives the right numbers, and where it has that mistake as a named
// variant, the wrong ones too.

#include "maskscope/attention/rounded_softmax.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/conventions.hpp"
#include "maskscope/masks/patterns.hpp"
#include "support/mask_reports.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// The weights with a fill in place of blocked scores, in float32.
Tensor<double> filled_weights(const Tensor<double>& scores, const Mask& visible, double fill) {
  return trace_rounded_softmax(scores, {Precision::float32, {{visible, fill}}, FillMode::replace, true}).weights;
}

TEST(MaskReports, C01AnEmptyRowIsWhatThePolicySays) {
  Report report("C01");
  const Tensor<double> scores = report.input("scores"), v = report.input("v");
  const Mask visible = from_sdpa_mask(report.input<Mask>("mask"));
  expect_equal(visible, report.expected<Mask>("allowed"));
  expect_equal(empty_rows(visible), report.expected("fully_masked_rows"));
  const auto expect_policy = [&](const Tensor<double>& weights, const std::string& policy) {
    expect_printed(weights, report.expected("weights_" + policy));
    expect_printed(output_of(weights, v), report.expected("output_" + policy));
  };
  expect_policy(weights_of(scores, visible, EmptyRow::nan), "naive_inf");
  expect_policy(weights_of(scores, visible, EmptyRow::zeros), "zero_policy");
  expect_policy(filled_weights(scores, visible, limits_of(Precision::float32).lowest), "finfo_min_fill");
}

TEST(MaskReports, C02TrueToHideReadAsTrueToAttend) {
  Report report("C02");
  const Tensor<double> scores = report.input("scores"), v = report.input("v");
  const Mask as_read = from_sdpa_mask(report.input<Mask>("mask"));
  const Mask intended = from_mha_attn_mask(report.input<Mask>("mask"), 1);
  expect_equal(as_read, report.expected<Mask>("allowed_as_read"));
  expect_equal(intended, report.expected<Mask>("allowed_intended"));
  expect_equal(intended, causal(4, 4));
  expect_printed(weights_of(scores, as_read), report.expected("weights_wrong"));
  expect_printed(weights_of(scores, intended), report.expected("weights_right"));
  expect_printed(output_of(weights_of(scores, intended), v), report.expected("output_right"));
  expect_equal(empty_rows(as_read), report.expected("fully_masked_rows_as_read"));
}

TEST(MaskReports, C04TheDiagonalBlockedToo) {
  Report report("C04");
  const Tensor<double> scores = report.input("scores");
  const Mask strict = faulty::strict_triangle(3);
  expect_equal(strict, report.input<Mask>("mask_allowed"));
  expect_equal(strict, report.expected<Mask>("allowed"));
  expect_equal(strict, patterns::look_ahead({3, 3}, 0));
  expect_equal(empty_rows(strict), report.expected("fully_masked_rows"));
  expect_printed(weights_of(scores, strict), report.expected("weights_wrong"));
  expect_printed(weights_of(scores, causal(3, 3)), report.expected("weights_right"));
  expect_printed(output_of(weights_of(scores, causal(3, 3)), report.input("v")), report.expected("output_right"));
}

TEST(MaskReports, C05PaddingOnQueryRows) {
  Report report("C05");
  const Tensor<double> scores = report.input("scores");
  const Mask valid = valid_from_token_ids(reshaped(report.input<Indices>("token_ids"), {1, 4}),
                                          static_cast<int>(report.number("pad_id")));
  expect_equal(reshaped(valid, {4}), report.input<Mask>("mask"));
  const Mask wrong = reshaped(faulty::padding_on_query_rows(valid), {4, 4});
  const Mask right = reshaped(key_padding(valid, 4), {4, 4});
  expect_equal(wrong, report.expected<Mask>("allowed_as_broadcast"));
  expect_equal(right, report.expected<Mask>("allowed_intended"));
  expect_printed(filled_weights(scores, wrong, report.number("fill")), report.expected("weights_wrong_fill_-10000"));
  expect_printed(weights_of(scores, wrong), report.expected("weights_wrong_fill_-inf"));
  expect_printed(weights_of(scores, right), report.expected("weights_right"));
  expect_printed(output_of(weights_of(scores, right), report.input("v")), report.expected("output_right"));
}

TEST(MaskReports, C06PaddedQueryRowsDoNoHarm) {
  Report report("C06");
  const Tensor<double> scores = report.input("scores");
  const Mask valid = valid_from_token_ids(reshaped(report.input<Indices>("token_ids"), {1, 5}),
                                          static_cast<int>(report.number("pad_id")));
  const Mask existing = reshaped(visible_and(causal(5, 5), key_padding(valid, 5)), {5, 5});
  const Mask proposed = visible_and(existing, reshaped(faulty::padding_on_query_rows(valid), {5, 5}));
  expect_equal(existing, report.input<Mask>("mask_existing"));
  expect_equal(proposed, report.input<Mask>("mask_proposed"));
  expect_printed(weights_of(scores, existing), report.expected("weights_existing"));
  expect_printed(weights_of(scores, proposed), report.expected("weights_proposed"));
  expect_equal(empty_rows(proposed), report.expected("fully_masked_rows_proposed"));
}

TEST(MaskReports, C09TheLowestFloat16PlusAScoreOverflows) {
  Report report("C09");
  const auto expect_row = [&](const std::string& row, const std::string& name) {
    const Mask visible = report.input<Mask>("allowed/" + row);
    const RoundedSoftmaxTrace trace =
        trace_rounded_softmax(reshaped(report.input("rows/" + name), {1, 2}),
                              {Precision::float16, {{visible, report.number("fill")}}, FillMode::add, true});
    expect_equal(reshaped(trace.filled, {2}), report.expected(row + "_sum"));
    expect_printed(reshaped(trace.weights, {2}), report.expected(row + "_weights"));
  };
  expect_row("a", "a_fully_masked_low");
  expect_row("b", "b_fully_masked_mid");
  expect_row("c", "c_second_key_allowed");
  expect_equal(round_to(Precision::float16, report.input("constants_to_convert")),
               report.expected("constants_in_fp16"));
}

TEST(MaskReports, C10HeadsOfOneRecordFollowEachOther) {
  Report report("C10");
  const Mask visible = visible_not(reshaped(report.input<Mask>("mask_hidden_per_sample"), {2, 1, 2, 2}));
  expect_equal(to_mha_attn_mask(visible, 2), report.expected<Mask>("expanded_hidden_right"));
  const auto weights = [&](const Mask& hidden) {
    const Tensor<double> scores = reshaped(copies(report.input("scores_each_head"), 4), {2, 2, 2, 2});
    return reshaped(weights_of(scores, from_mha_attn_mask(hidden, 2)), {4, 2, 2});
  };
  expect_printed(weights(report.input<Mask>("expanded_hidden_given")), report.expected("weights_wrong"));
  expect_printed(weights(to_mha_attn_mask(visible, 2)), report.expected("weights_right"));
}

TEST(MaskReports, C11LengthsAreNoQueryByKeyMask) {
  Report report("C11");
  const Tensor<double> scores = report.input("scores_each_sample");
  const Mask valid = valid_from_lengths({3, 2, 1}, 3);
  expect_equal(valid, report.input<Mask>("mask"));
  expect_printed(weights_of(scores, valid), report.expected("weights_wrong_every_sample"));
  const Tensor<double> each = reshaped(copies(scores, 3), {3, 1, 3, 3});
  expect_printed(reshaped(weights_of(each, key_padding(valid, 3)), {3, 3, 3}), report.expected("weights_right"));
}

TEST(MaskReports, C13AndC14CausalWithACacheStandsAtTheEnd) {
  const auto expect_rule = [](Report& report, const Mask& visible, const std::string& corner) {
    const Tensor<double> weights = weights_of(report.input("scores"), visible);
    expect_printed(weights, report.expected("weights_" + corner));
    expect_printed(output_of(weights, report.input("v")), report.expected("output_" + corner));
  };
  Report prefill("C13");
  const auto past = static_cast<std::ptrdiff_t>(prefill.number("past"));
  expect_equal(causal(2, 6), prefill.expected<Mask>("allowed_top_left"));
  expect_equal(causal(2, 6, past), prefill.expected<Mask>("allowed_bottom_right"));
  expect_rule(prefill, causal(2, 6), "top_left");
  expect_rule(prefill, causal(2, 6, past), "bottom_right");
  Report decode("C14");
  expect_rule(decode, causal(1, 4), "upper_left");
  expect_rule(decode, causal(1, 4, 3), "lower_right");
}

TEST(MaskReports, C17ASlotOfARingIsNotAPosition) {
  Report report("C17");
  const Tensor<double> scores = report.input("scores_by_position");
  const Indices slots = report.input<Indices>("slot_positions");
  const Mask window = patterns::sliding_window({5, 5}, 3), wrong = causal(5, 3), right = columns(window, slots);
  expect_equal(wrong, report.expected<Mask>("allowed_wrong_by_slot"));
  expect_equal(right, report.expected<Mask>("allowed_right_by_slot"));
  expect_equal(visible_and(wrong, columns(visible_not(causal(5, 5)), slots)), report.expected<Mask>("future_cells"));
  expect_printed(weights_of(columns(scores, slots), wrong), report.expected("weights_wrong"));
  expect_printed(weights_of(columns(scores, slots), right, EmptyRow::zeros),
                 report.expected("weights_right_for_stored_slots"));
  expect_printed(weights_of(scores, window), report.expected("weights_ideal_by_position"));
}

TEST(MaskReports, C20ARecordOfLengthZero) {
  Report report("C20");
  const Tensor<double> scores = copies(report.input("scores_each_sample"), 2);
  const Mask visible = reshaped(key_padding(valid_from_lengths({2, 0}, 3), 1), {2, 1, 3});
  expect_printed(filled_weights(scores, visible, report.number("fill")), report.expected("weights_fill_-1e6"));
  expect_printed(weights_of(scores, visible, EmptyRow::zeros), report.expected("weights_zero_policy"));
}

TEST(MaskReports, C35CausalAndAMask) {
  Report report("C35");
  const Tensor<double> scores = report.input("scores");
  const Mask mask = from_sdpa_mask(report.input<Mask>("mask"));
  const Tensor<double> composed = weights_of(scores, visible_and(mask, causal(3, 3)));
  expect_printed(composed, report.expected("weights_composed"));
  expect_printed(weights_of(scores, mask), report.expected("weights_mask_only"));
  expect_printed(weights_of(scores, causal(3, 3)), report.expected("weights_causal_only"));
  expect_printed(output_of(composed, report.input("v")), report.expected("output_composed"));
}

TEST(MaskReports, C36ATriangleOnCrossAttention) {
  Report report("C36");
  const Tensor<double> scores = report.input("scores"), v = report.input("v");
  const Tensor<double> right = masked_softmax(scores), wrong = weights_of(scores, causal(2, 3));
  expect_printed(right, report.expected("weights_right"));
  expect_printed(output_of(right, v), report.expected("output_right"));
  expect_printed(wrong, report.expected("weights_wrong"));
  expect_printed(output_of(wrong, v), report.expected("output_wrong"));
}

TEST(MaskReports, C41PaddingAsASegmentOfItsOwn) {
  Report report("C41");
  const Tensor<double> scores = report.input("scores");
  const Indices ids = reshaped(report.input<Indices>("segment_ids"), {1, 6});
  const auto segments = [&](patterns::SegmentPadding padding) {
    return reshaped(patterns::segments(ids, {false, 0, padding, 0}), {6, 6});
  };
  const Mask equality = segments(patterns::SegmentPadding::own_segment);
  const Mask both_real = segments(patterns::SegmentPadding::reads_nothing);
  expect_equal(equality, report.input<Mask>("mask_equality"));
  expect_equal(both_real, report.input<Mask>("mask_and"));
  expect_printed(weights_of(scores, equality), report.expected("weights_equality"));
  expect_printed(weights_of(scores, both_real), report.expected("weights_and"));
  expect_equal(empty_rows(both_real), report.expected("fully_masked_rows_and"));
}

TEST(MaskReports, C42APrefixTheWrongWayRound) {
  Report report("C42");
  const Tensor<double> scores = report.input("scores");
  const Mask right = patterns::prefix({4, 4}, static_cast<std::size_t>(report.number("prefix_len")));
  const Mask wrong = report.input<Mask>("mask_given");
  expect_equal(right, report.expected<Mask>("allowed_right"));
  expect_equal(wrong, report.expected<Mask>("allowed_wrong"));
  expect_printed(weights_of(scores, right), report.expected("weights_right"));
  expect_printed(weights_of(scores, wrong), report.expected("weights_wrong"));
  expect_equal(visible_and(wrong, visible_not(right)), report.expected<Mask>("leak_cells"));
  expect_equal(visible_and(right, visible_not(wrong)), report.expected<Mask>("lost_cells"));
}

}  // namespace
}  // namespace maskscope
