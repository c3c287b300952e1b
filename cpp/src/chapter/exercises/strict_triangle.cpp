// Exercise 5: a strict triangle leaves the first real query with nothing to read.

#include <cmath>

#include "chapter/exercises/parts.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/visibility.hpp"

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

SoftmaxTrace<double> trace(const Values& scores, const Mask& visible, EmptyRow empty_row) {
  return trace_masked_softmax<double>(scores, {visible, {}, empty_row});
}

double visible_in_first_row(const Mask& visible) {
  return static_cast<double>(count_visible(mask_row(visible, 0)).visible);
}

void add_count_part(Exercise& exercise, std::size_t length) {
  Part& part = add_part(exercise, "visible_count", visible_in_first_row(faulty::strict_triangle(length)));
  add_mistake(part, "diagonal_counted", visible_in_first_row(causal(length, length)));
  add_mistake(part, "all_keys_counted", visible_in_first_row(faulty::no_triangle(length)));
  add_mistake(part, "future_keys_counted", visible_in_first_row(visible_not(causal(length, length))));
}

/// The first row's denominator, with the shift by the row maximum and without: a reader may leave it out.
void add_denominators(Part& part, const char* id, const Values& scores, const Mask& visible) {
  const SoftmaxTrace<double> steps = trace(scores, visible, EmptyRow::zeros);
  add_mistake(part, id, steps.row_sum(0));
  add_mistake(part, id, steps.row_sum(0) * std::exp(steps.row_max(0)));
}

void add_denominator_part(Exercise& exercise, const Values& scores) {
  const std::size_t length = scores.shape(0);
  const Values zero_scores = filled<Values>(scores.shape(), 0.0);
  Part& part = add_part(exercise, "denominator",
                        trace(scores, faulty::strict_triangle(length), EmptyRow::zeros).row_sum(0));
  add_denominators(part, "diagonal_counted", scores, causal(length, length));
  add_denominators(part, "all_keys_counted", scores, faulty::no_triangle(length));
  add_denominators(part, "blocked_score_taken_as_zero", zero_scores, faulty::no_triangle(length));
}

Values output_of(const Values& weights, const Values& v, std::size_t query) { return row(mix(weights, v), query); }

Exercise build(const Scores& given) {
  const std::size_t length = given.scores.shape(0);
  const Mask strict = faulty::strict_triangle(length);
  const Mask everything = faulty::no_triangle(length);
  const Mask triangle = causal(length, length);
  const Values zero_scores = filled<Values>(given.scores.shape(), 0.0);
  const auto first_output = [&](const Values& scores, const Mask& visible, EmptyRow empty_row) {
    return output_of(trace(scores, visible, empty_row).weights, given.v, 0);
  };
  const Values uniform = first_output(given.scores, strict, EmptyRow::uniform);
  const Values zeros = first_output(given.scores, strict, EmptyRow::zeros);
  const Values right = first_output(given.scores, triangle, EmptyRow::error);
  const Values unmasked = first_output(given.scores, everything, EmptyRow::error);

  Exercise exercise;
  add_given(exercise, "scores", given.scores);
  add_given(exercise, "V", given.v);
  add_count_part(exercise, length);
  add_denominator_part(exercise, given.scores);

  Part& policy = add_part(exercise, "policy_output", AnswerKind::numbers, uniform);
  add_mistake(policy, "zeros_policy_output", zeros);
  add_mistake(policy, "causal_output_given", right);
  add_mistake(policy, "values_summed_without_weights", output_of(to_values(everything), given.v, 0));
  add_mistake(policy, "own_key_left_out", first_output(zero_scores, visible_not(triangle), EmptyRow::zeros));
  add_mistake(policy, "unmasked_mixture", unmasked);

  Part& correct = add_part(exercise, "correct_output", AnswerKind::numbers, right);
  add_mistake(correct, "uniform_policy_output", uniform);
  add_mistake(correct, "zeros_policy_output", zeros);
  add_mistake(correct, "unmasked_mixture", unmasked);
  add_mistake(correct, "masked_after_softmax",
              output_of(faulty::softmax_then_mask<double>(given.scores, triangle), given.v, 0));
  add_mistake(correct, "wrong_query_row",
              output_of(trace(given.scores, triangle, EmptyRow::error).weights, given.v, 1));

  add_choice(exercise, "what_happens", {"error", "zeros", "uniform", "nothing"}, "error");
  add_choice(exercise, "why_not_uniform",
             {"row_not_normalised", "same_as_zeros", "reads_forbidden_keys", "only_slower", "loss_becomes_infinite"},
             "reads_forbidden_keys");
  return exercise;
}

}  // namespace

Exercise strict_triangle(std::uint32_t seed) {
  return build_for_seed(5, seed, [] { return build(chapter_scores()); },
                        [](Random& random) { return build(draw_scores(random)); },
                        {"causal_output_given", "uniform_policy_output"});
}

}  // namespace maskscope::exercises
