// Exercise 5: a strict triangle leaves the first real query with nothing to read.

#include <cmath>

#include "exercises/parts.hpp"
#include "maskscope/leak.hpp"
#include "maskscope/visibility.hpp"

namespace maskscope::exercises {

namespace {

struct Scores {
  Values scores;  ///< `[T,T]`
  Values v;       ///< `[T,2]`
};

Scores chapter_scores() {
  const ChapterInputs inputs = chapter_inputs();
  return {inputs.scores, inputs.v};
}

Scores draw_scores(Random& random) {
  const auto length = static_cast<std::size_t>(random.between(3, 4));
  // No value is 0, or a policy that gives zeros could give the right output.
  return {draw_integers(random, {length, length}, 0, 2), draw_integers(random, {length, 2}, 1, 4)};
}

SoftmaxTrace<double> trace(const Values& scores, const Mask& visible, EmptyRow empty_row = EmptyRow::zeros) {
  SoftmaxOptions options;
  options.visible = visible;
  options.empty_row = empty_row;
  return trace_masked_softmax<double>(scores, options);
}

Values visible_in_first_row(const Mask& visible) {
  return number(static_cast<double>(count_visible(mask_row(visible, 0)).visible));
}

Part count_part(std::size_t length) {
  Part part = make_part("visible_count", AnswerKind::number, visible_in_first_row(faulty::strict_triangle(length)));
  add_mistake(part, "diagonal_counted", visible_in_first_row(causal(length, length)));
  add_mistake(part, "all_keys_counted", visible_in_first_row(faulty::no_triangle(length)));
  add_mistake(part, "future_keys_counted", visible_in_first_row(visible_not(causal(length, length))));
  return part;
}

Part denominator_part(const Values& scores) {
  const std::size_t length = scores.shape()[0];
  Part part = make_part("denominator", AnswerKind::number,
                        number(trace(scores, faulty::strict_triangle(length)).row_sum(0)));
  // With and without the shift by the row maximum: a reader may leave it out.
  const auto add = [&](const std::string& id, const Mask& visible) {
    const SoftmaxTrace<double> steps = trace(scores, visible);
    add_mistake(part, id, number(steps.row_sum(0)));
    add_mistake(part, id, number(steps.row_sum(0) * std::exp(steps.row_max(0))));
  };
  add("diagonal_counted", causal(length, length));
  add("all_keys_counted", faulty::no_triangle(length));
  const Values zero_scores = filled<Values>(shape_of(scores), 0.0);
  add_mistake(part, "blocked_score_taken_as_zero", number(trace(zero_scores, faulty::no_triangle(length)).row_sum(0)));
  return part;
}

Exercise build(const Scores& given) {
  const std::size_t length = given.scores.shape()[0];
  const auto output_of = [&](const Values& weights, std::size_t query) { return row(mix(weights, given.v), query); };
  const auto first_output = [&](const Values& scores, const Mask& visible, EmptyRow empty_row) {
    return output_of(trace(scores, visible, empty_row).weights, 0);
  };
  const Mask strict = faulty::strict_triangle(length);
  const Mask everything = faulty::no_triangle(length);
  const Mask triangle = causal(length, length);
  const Values zero_scores = filled<Values>(shape_of(given.scores), 0.0);

  const Values uniform = first_output(given.scores, strict, EmptyRow::uniform);
  const Values zeros = first_output(given.scores, strict, EmptyRow::zeros);
  const Values right = first_output(given.scores, triangle, EmptyRow::error);
  const Values unmasked = first_output(given.scores, everything, EmptyRow::error);

  Part policy = make_part("policy_output", AnswerKind::numbers, uniform);
  add_mistake(policy, "zeros_policy_output", zeros);
  add_mistake(policy, "causal_output_given", right);
  add_mistake(policy, "values_summed_without_weights", output_of(to_values(everything), 0));
  add_mistake(policy, "own_key_left_out", first_output(zero_scores, visible_not(triangle), EmptyRow::zeros));
  add_mistake(policy, "unmasked_mixture", unmasked);

  Part correct = make_part("correct_output", AnswerKind::numbers, right);
  add_mistake(correct, "uniform_policy_output", uniform);
  add_mistake(correct, "zeros_policy_output", zeros);
  add_mistake(correct, "unmasked_mixture", unmasked);
  add_mistake(correct, "masked_after_softmax",
              output_of(faulty::softmax_then_mask<double>(given.scores, triangle), 0));
  add_mistake(correct, "wrong_query_row", output_of(trace(given.scores, triangle).weights, 1));

  Exercise exercise;
  exercise.givens = {{"scores", given.scores}, {"V", given.v}};
  exercise.parts = {count_part(length), denominator_part(given.scores), policy, correct,
                    make_choice("what_happens", {"error", "zeros", "uniform", "nothing"}, "error"),
                    make_choice("why_not_uniform",
                                {"row_not_normalised", "same_as_zeros", "reads_forbidden_keys", "only_slower",
                                 "loss_becomes_infinite"},
                                "reads_forbidden_keys")};
  return exercise;
}

}  // namespace

Exercise strict_triangle(std::uint32_t seed) {
  return build_for_seed(5, seed, chapter_scores(), draw_scores, build,
                        {"causal_output_given", "uniform_policy_output"});
}

}  // namespace maskscope::exercises
