// Exercise 2: a row of scores goes through the softmax first and is masked afterwards.

#include <algorithm>
#include <numeric>

#include "exercises/parts.hpp"
#include "maskscope/leak.hpp"
#include "maskscope/visibility.hpp"

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

double total(const Values& values) { return std::accumulate(values.storage().begin(), values.storage().end(), 0.0); }

/// `weights` with `share` more on every key of `keys`.
Values add_share(Values weights, const Mask& keys, double share) {
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (keys(0, j)) weights(0, j) += share;
  }
  return weights;
}

/// `values` at the keys of `keys`, 0 elsewhere.
Values only(Values values, const Mask& keys) {
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!keys(0, j)) values(0, j) = 0;
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

Weights weigh(const Values& scores, std::size_t index) {
  const std::size_t length = scores.size();
  const auto softmax_over = [](const Values& row_of_scores, const Mask& keys) {
    SoftmaxOptions options;
    options.visible = keys;
    options.empty_row = EmptyRow::zeros;
    return masked_softmax<double>(row_of_scores, options);
  };
  const Mask visible = mask_row(causal(length, length), index);
  const Mask blocked = visible_not(visible);
  const Mask everywhere = visible_or(visible, blocked);

  Weights weights;
  weights.masked_after = faulty::softmax_then_mask<double>(scores, visible);
  weights.causal = softmax_over(scores, visible);
  weights.unmasked = softmax_over(scores, everywhere);
  const double missing = 1.0 - total(weights.masked_after);
  const auto blocked_keys = static_cast<double>(count_visible(blocked).visible);
  weights.spread_uniform = add_share(weights.masked_after, everywhere, missing / static_cast<double>(length));
  weights.spread_on_blocked = add_share(weights.masked_after, blocked, missing / blocked_keys);
  weights.equal = softmax_over(filled<Values>(shape_of(scores), 0.0), visible);
  weights.ones = to_values(visible);
  weights.raw_scores = only(scores, visible);
  weights.reversed = weights.masked_after;
  std::reverse(weights.reversed.storage().begin(), weights.reversed.storage().end());
  weights.strict = softmax_over(scores, mask_row(faulty::strict_triangle(length), index));
  weights.future = softmax_over(scores, mask_row(faulty::reversed_triangle(length), index));
  return weights;
}

Values output_of(const Values& weights, const Values& v) { return as_vector(mix(weights, v)); }

Part mixture_part(const Weights& weights, const Values& v) {
  Part part = make_part("mixture", AnswerKind::numbers, output_of(weights.masked_after, v));
  add_mistake(part, "causal_output_given", output_of(weights.causal, v));
  add_mistake(part, "unmasked_mixture", output_of(weights.unmasked, v));
  add_mistake(part, "remainder_spread_uniform", output_of(weights.spread_uniform, v));
  add_mistake(part, "remainder_spread_on_blocked", output_of(weights.spread_on_blocked, v));
  add_mistake(part, "values_averaged_equally", output_of(weights.equal, v));
  add_mistake(part, "values_summed_without_weights", output_of(weights.ones, v));
  add_mistake(part, "scores_used_as_weights", output_of(weights.raw_scores, v));
  add_mistake(part, "keys_reversed", output_of(weights.reversed, v));
  return part;
}

Part sum_part(const Weights& weights, const Values& v) {
  const double kept = total(weights.masked_after);
  Part part = make_part("weight_sum", AnswerKind::number, number(kept));
  add_mistake(part, "assumed_to_sum_to_one", number(total(weights.causal)));
  add_mistake(part, "removed_weight_given", number(total(weights.unmasked) - kept));
  add_mistake(part, "weights_averaged", number(kept / static_cast<double>(weights.masked_after.size())));
  add_mistake(part, "visible_keys_counted", number(total(weights.ones)));
  add_mistake(part, "mixture_coordinates_added", number(total(output_of(weights.masked_after, v))));
  return part;
}

Part causal_part(const Weights& weights, const Values& v) {
  Part part = make_part("causal_output", AnswerKind::numbers, output_of(weights.causal, v));
  add_mistake(part, "masked_after_softmax", output_of(weights.masked_after, v));
  add_mistake(part, "unmasked_mixture", output_of(weights.unmasked, v));
  add_mistake(part, "remainder_spread_uniform", output_of(weights.spread_uniform, v));
  add_mistake(part, "values_averaged_equally", output_of(weights.equal, v));
  add_mistake(part, "values_summed_without_weights", output_of(weights.ones, v));
  add_mistake(part, "diagonal_dropped", output_of(weights.strict, v));
  add_mistake(part, "triangle_reversed", output_of(weights.future, v));
  return part;
}

Exercise build(const Query& query) {
  const Weights weights = weigh(as_row(query.scores), query.position - 1);
  Exercise exercise;
  exercise.givens = {{"query", number(static_cast<double>(query.position))},
                     {"scores", query.scores},
                     {"weights", as_vector(weights.masked_after)},
                     {"V", query.v}};
  exercise.parts = {mixture_part(weights, query.v), sum_part(weights, query.v), causal_part(weights, query.v),
                    make_choice("why",
                                {"rounding", "denominator_counts_blocked", "blocked_weights_not_zero",
                                 "values_were_changed", "scale_forgotten"},
                                "denominator_counts_blocked")};
  return exercise;
}

}  // namespace

Exercise mask_after_softmax(std::uint32_t seed) {
  return build_for_seed(2, seed, chapter_query(), draw_query, build, {"causal_output_given", "masked_after_softmax"});
}

}  // namespace maskscope::exercises
