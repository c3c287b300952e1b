// Exercise 3: the leak copier of example 16.2 with another ratio.

#include <cmath>
#include <numbers>

#include "chapter/exercises/parts.hpp"
#include "maskscope/attention/loss.hpp"
#include "maskscope/chapter/leak.hpp"

namespace maskscope::exercises {

namespace {

constexpr double example_ratio = 99;
constexpr double chapter_ratio = 9;

/// Ratios near the chapter's own: with larger ones every probability is nearly 1 and mistakes look alike.
double draw_ratio(Random& random) { return random.pick(std::vector<double>{2, 3, 4, 5, 7, 11, 14, 15, 19, 24}); }

/// -ln p as the core takes it. p may be any number in (0,1].
double loss_of(double probability) {
  return mean_negative_log_likelihood<double>(filled<Values>({1, 1, 1}, probability), filled<Indices>({1, 1}, 0),
                                              filled<Mask>({1, 1}, true));
}

/// What a reader gets who makes one step of -ln p wrong.
void add_loss_slips(Part& part, double probability, double loss) {
  add_mistake(part, "bits_not_nats", loss / std::numbers::ln2);
  add_mistake(part, "log10_not_ln", loss / std::numbers::ln10);
  add_mistake(part, "sign_dropped", -loss);
  add_mistake(part, "probability_not_loss", probability);
  add_mistake(part, "exp_instead_of_log", std::exp(-probability));
  add_mistake(part, "summed_not_averaged", 2 * loss);
}

Values softmax_of(const Values& scores) { return as_vector(masked_softmax<double>(as_row(scores))); }

/// The copier as asked for, and as somebody gets it who makes one mistake.
struct Copiers {
  LeakCopier<double> leaking;
  LeakCopier<double> masked;   ///< the future forbidden
  LeakCopier<double> example;  ///< the example's ratio
  LeakCopier<double> swapped;  ///< the large weight on BOS
  Values divided_by_ratio;     ///< the exponentials, each divided by the ratio instead of their sum
  double bos_value = 0;        ///< what BOS says of either label

  double bos_weight() const { return leaking.weights(0); }
  double answer_weight() const { return leaking.weights(1); }
  double right() const { return leaking.correct(0); }
  double wrong_label() const { return leaking.probabilities(0, 1); }
};

Copiers copy_with(double ratio) {
  Copiers copiers{leak_copier<double>(ratio, true), leak_copier<double>(ratio, false),
                  leak_copier<double>(example_ratio, true), leak_copier<double>(1 / ratio, true), {}, 0};
  copiers.divided_by_ratio = copiers.leaking.exponentials;
  for (double& exponential : copiers.divided_by_ratio.storage()) exponential /= ratio;
  copiers.bos_value = copiers.leaking.values(0, 0, 0);
  return copiers;
}

void add_weights_part(Exercise& exercise, const Copiers& copiers) {
  Part& part = add_part(exercise, "weights", AnswerKind::numbers, copiers.leaking.weights);
  add_mistake(part, "kept_ratio_99", copiers.example.weights);
  add_mistake(part, "weights_swapped", copiers.swapped.weights);
  add_mistake(part, "divided_by_ratio_not_sum", copiers.divided_by_ratio);
  add_mistake(part, "not_normalised", copiers.leaking.exponentials);
  add_mistake(part, "scores_as_weights", copiers.leaking.scores);
  add_mistake(part, "ratio_taken_as_score", softmax_of(copiers.leaking.exponentials));
  add_mistake(part, "causal_weights", copiers.masked.weights);
}

void add_leak_probability_part(Exercise& exercise, const Copiers& copiers) {
  const Values& divided = copiers.divided_by_ratio;
  Part& part = add_part(exercise, "leak_probability", copiers.right());
  add_mistake(part, "weight_for_probability", copiers.answer_weight());
  add_mistake(part, "kept_ratio_99", copiers.example.correct(0));
  add_mistake(part, "weights_swapped", copiers.swapped.correct(0));
  add_mistake(part, "divided_by_ratio_not_sum", divided(0) * copiers.bos_value + divided(1));
  add_mistake(part, "wrong_label_probability", copiers.wrong_label());
  add_mistake(part, "causal_probability_given", copiers.masked.correct(0));
}

void add_leak_loss_part(Exercise& exercise, const Copiers& copiers) {
  Part& part = add_part(exercise, "leak_loss", copiers.leaking.loss);
  add_loss_slips(part, copiers.right(), copiers.leaking.loss);
  add_mistake(part, "one_minus_probability", 1 - copiers.right());
  add_mistake(part, "weight_for_probability", loss_of(copiers.answer_weight()));
  add_mistake(part, "wrong_label_loss", loss_of(copiers.wrong_label()));
  add_mistake(part, "kept_ratio_99", copiers.example.loss);
  add_mistake(part, "weights_swapped", copiers.swapped.loss);
  add_mistake(part, "causal_loss_given", copiers.masked.loss);
}

void add_causal_probability_part(Exercise& exercise, const Copiers& copiers) {
  Part& part = add_part(exercise, "causal_probability", copiers.masked.correct(0));
  add_mistake(part, "leak_probability_given", copiers.right());
  add_mistake(part, "masked_after_softmax", copiers.bos_weight() * copiers.bos_value);
  add_mistake(part, "weight_for_probability", copiers.masked.weights(0));
  add_mistake(part, "old_weight_for_probability", copiers.bos_weight());
  add_mistake(part, "wrong_certainty", copiers.masked.weights(1));
}

void add_causal_loss_part(Exercise& exercise, const Copiers& copiers) {
  Part& part = add_part(exercise, "causal_loss", copiers.masked.loss);
  add_mistake(part, "leak_loss_given", copiers.leaking.loss);
  add_mistake(part, "masked_after_softmax", loss_of(copiers.bos_weight() * copiers.bos_value));
  add_loss_slips(part, copiers.masked.correct(0), copiers.masked.loss);
}

Exercise build(double ratio) {
  const Copiers copiers = copy_with(ratio);
  Exercise exercise;
  add_given(exercise, "ratio", ratio);
  add_given(exercise, "chapter_ratio", example_ratio);
  add_weights_part(exercise, copiers);
  add_leak_probability_part(exercise, copiers);
  add_leak_loss_part(exercise, copiers);
  add_causal_probability_part(exercise, copiers);
  add_causal_loss_part(exercise, copiers);
  add_choice(exercise, "unchanged", {"leak_weights", "leak_loss", "causal_prediction", "both_losses", "nothing"},
             "causal_prediction");
  return exercise;
}

}  // namespace

Exercise leak_ratio(std::uint32_t seed) {
  return build_for_seed(3, seed, [] { return build(chapter_ratio); },
                        [](Random& random) { return build(draw_ratio(random)); });
}

}  // namespace maskscope::exercises
