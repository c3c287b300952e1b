// Exercise 2: a row of scores goes through the softmax first and is masked afterwards.

#include <algorithm>
#include <numeric>

#include "chapter/exercises/parts.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/visibility.hpp"

namespace maskscope::exercises {

namespace {

struct Query {
  std::size_t position = 1;  ///< 1-based
  Values scores;             ///< `[T]`
  Values v;                  ///< `[T,2]`
};

Query chapter_query() {
  const ChapterInputs inputs = chapter_inputs();
  return {1, row(inputs.scores, 0), inputs.v};
}

Query draw_query(Random& random) {
  const int length = random.between(3, 4);
  const auto keys = static_cast<std::size_t>(length);
  Query query;
  query.position = static_cast<std::size_t>(random.between(1, length - 1));  // the last query has nothing to mask
  query.scores = draw_integers(random, {keys}, 0, 2);
  query.v = draw_integers(random, {keys, 2}, 0, 3);
  return query;
}

double total(const Values& values) { return std::accumulate(values.data(), values.data() + values.size(), 0.0); }

/// `weights` with `share` more on every key of `keys`.
Values add_share(Values weights, const Mask& keys, double share) {
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (keys.data()[j]) weights.data()[j] += share;
  }
  return weights;
}

/// `values` at the keys of `keys`, 0 elsewhere.
Values only(Values values, const Mask& keys) {
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!keys.data()[j]) values.data()[j] = 0;
  }
  return values;
}

/// The weights `[1,T]` that one way or another gives the query.
struct Weights {
  Values masked_after;       ///< the exercise's own: softmax, then mask
  Values causal;             ///< mask, then softmax
  Values unmasked;
  Values spread_uniform;     ///< what `masked_after` lacks, shared among all keys
  Values spread_on_blocked;  ///< shared among the blocked keys
  Values equal;              ///< every visible key alike
  Values ones;               ///< 1 for every visible key
  Values raw_scores;         ///< the scores themselves at visible keys
  Values reversed;           ///< `masked_after` from the last key to the first
  Values strict;             ///< the diagonal is blocked too
  Values future;             ///< reads the present and the future
};

Values softmax_over(const Values& scores, const Mask& keys) {
  return masked_softmax<double>(scores, {keys, {}, EmptyRow::zeros});
}

Weights weigh(const Values& scores, std::size_t index) {
  const std::size_t length = scores.size();
  const Mask visible = mask_row(causal(length, length), index);
  const Mask blocked = visible_not(visible);
  const Mask everywhere = visible_or(visible, blocked);

  const Values masked_after = faulty::softmax_then_mask<double>(scores, visible);
  const double missing = 1.0 - total(masked_after);
  const auto blocked_keys = static_cast<double>(count_visible(blocked).visible);
  Values reversed = masked_after;
  std::reverse(reversed.data(), reversed.data() + length);
  return {.masked_after = masked_after,
          .causal = softmax_over(scores, visible),
          .unmasked = softmax_over(scores, everywhere),
          .spread_uniform = add_share(masked_after, everywhere, missing / static_cast<double>(length)),
          .spread_on_blocked = add_share(masked_after, blocked, missing / blocked_keys),
          .equal = softmax_over(filled<Values>(scores.shape(), 0.0), visible),
          .ones = to_values(visible),
          .raw_scores = only(scores, visible),
          .reversed = reversed,
          .strict = softmax_over(scores, mask_row(faulty::strict_triangle(length), index)),
          .future = softmax_over(scores, mask_row(faulty::reversed_triangle(length), index))};
}

Values output_of(const Values& weights, const Values& v) { return as_vector(mix(weights, v)); }

/// What somebody weighs with who makes the mistake `id`.
struct WrongWeights {
  const char* id;
  Values Weights::*weights;
};

/// A part that asks for the output under the weights `right`.
void add_output_part(Exercise& exercise, const char* id, const Weights& weights, const Values& v,
                     Values Weights::*right, std::initializer_list<WrongWeights> mistakes) {
  Part& part = add_part(exercise, id, AnswerKind::numbers, output_of(weights.*right, v));
  for (const WrongWeights& wrong : mistakes) add_mistake(part, wrong.id, output_of(weights.*wrong.weights, v));
}

void add_sum_part(Exercise& exercise, const Weights& weights, const Values& v) {
  const double kept = total(weights.masked_after);
  Part& part = add_part(exercise, "weight_sum", kept);
  add_mistake(part, "assumed_to_sum_to_one", total(weights.causal));
  add_mistake(part, "removed_weight_given", total(weights.unmasked) - kept);
  add_mistake(part, "weights_averaged", kept / static_cast<double>(weights.masked_after.size()));
  add_mistake(part, "visible_keys_counted", total(weights.ones));
  add_mistake(part, "mixture_coordinates_added", total(output_of(weights.masked_after, v)));
}

Exercise build(const Query& query) {
  const Weights weights = weigh(as_row(query.scores), query.position - 1);
  Exercise exercise;
  add_given(exercise, "query", static_cast<double>(query.position));
  add_given(exercise, "scores", query.scores);
  add_given(exercise, "weights", as_vector(weights.masked_after));
  add_given(exercise, "V", query.v);
  add_output_part(exercise, "mixture", weights, query.v, &Weights::masked_after,
                  {{"causal_output_given", &Weights::causal},
                   {"unmasked_mixture", &Weights::unmasked},
                   {"remainder_spread_uniform", &Weights::spread_uniform},
                   {"remainder_spread_on_blocked", &Weights::spread_on_blocked},
                   {"values_averaged_equally", &Weights::equal},
                   {"values_summed_without_weights", &Weights::ones},
                   {"scores_used_as_weights", &Weights::raw_scores},
                   {"keys_reversed", &Weights::reversed}});
  add_sum_part(exercise, weights, query.v);
  add_output_part(exercise, "causal_output", weights, query.v, &Weights::causal,
                  {{"masked_after_softmax", &Weights::masked_after},
                   {"unmasked_mixture", &Weights::unmasked},
                   {"remainder_spread_uniform", &Weights::spread_uniform},
                   {"values_averaged_equally", &Weights::equal},
                   {"values_summed_without_weights", &Weights::ones},
                   {"diagonal_dropped", &Weights::strict},
                   {"triangle_reversed", &Weights::future}});
  add_choice(exercise, "why",
             {"rounding", "denominator_counts_blocked", "blocked_weights_not_zero", "values_were_changed",
              "scale_forgotten"},
             "denominator_counts_blocked");
  return exercise;
}

}  // namespace

Exercise mask_after_softmax(std::uint32_t seed) {
  return build_for_seed(2, seed, [] { return build(chapter_query()); },
                        [](Random& random) { return build(draw_query(random)); },
                        {"causal_output_given", "masked_after_softmax"});
}

}  // namespace maskscope::exercises
