// Exercise 4: two heads change places while W_O stays.

#include <utility>

#include "chapter/exercises/parts.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/visibility.hpp"

namespace maskscope::exercises {

namespace {

struct Heads {
  Values x;                  ///< `[3,2]`
  Values w_o;                ///< `[2,2]`
  std::size_t position = 2;  ///< 1-based
};

Heads chapter_heads() {
  const ChapterInputs inputs = chapter_inputs();
  return {inputs.x, inputs.two_heads.w_o, 2};
}

Heads draw_heads(Random& random) {
  Heads heads;
  heads.x = draw_integers(random, {3, 2}, 0, 2);
  heads.w_o = draw_integers(random, {2, 2}, -2, 2);
  heads.position = static_cast<std::size_t>(random.between(2, 3));  // the first query only copies its own value
  return heads;
}

/// Joined rows and outputs of one way to do it.
struct Result {
  Values joined;  ///< `[3,2]`
  Values output;  ///< `[3,2]`
};

Result run(const Heads& heads, const MultiHeadParameters<double>& parameters, const Mask& visible) {
  const std::size_t length = heads.x.shape()[0];
  AttentionOptions<double> options;
  options.visible = visible;
  options.empty_row = EmptyRow::zeros;
  const MultiHeadTrace<double> trace =
      trace_multi_head<double>(reshaped(heads.x, {1, length, 2}), parameters, options);
  return {reshaped(trace.merged, {length, 2}), reshaped(trace.output, {length, 2})};
}

/// Both columns of a matrix `[m,2]`, or both coordinates of a vector `[2]`, in each other's place.
Values swap_columns(Values w) {
  for (std::size_t i = 0; i < w.size(); i += 2) std::swap(w.data()[i], w.data()[i + 1]);
  return w;
}

/// `[2,2]`
Values transpose(Values w) {
  std::swap(w(0, 1), w(1, 0));
  return w;
}

/// `[2,2]`
Values negate_second_column(Values w) {
  w(0, 1) = -w(0, 1);
  w(1, 1) = -w(1, 1);
  return w;
}

/// `[2,1]`
Values column(const Values& matrix, std::size_t index) {
  Values result = filled<Values>({2, 1}, matrix(0, index));
  result.data()[1] = matrix(1, index);
  return result;
}

/// One row `[2]` times w_o.
Values times(const Values& joined_row, const Values& w_o) {
  return as_vector(project<double>(as_row(joined_row), w_o));
}

/// The mean of both heads, in both places.
Values averaged(const Values& joined_row) {
  return filled<Values>({2}, (joined_row(0) + joined_row(1)) / 2);
}

/// One asked row of the joined heads and of the output, done rightly and wrongly.
struct Results {
  std::size_t index;  ///< 0-based: the asked row
  Result old;         ///< before the swap
  Result swapped;
  Result unmasked;    ///< swapped, the future readable
  Result strict;      ///< swapped, the diagonal blocked
};

/// The mistakes that give another row, or the asked row under another rule.
void add_wrong_rows(Part& part, const Results& results, Values Result::*rows) {
  const Values& swapped = results.swapped.*rows;
  for (std::size_t i = 0; i < swapped.shape(0); ++i) {
    if (i != results.index) add_mistake(part, "wrong_query_row", row(swapped, i));
  }
  add_mistake(part, "causal_rule_forgotten", row(results.unmasked.*rows, results.index));
  add_mistake(part, "diagonal_dropped", row(results.strict.*rows, results.index));
}

void add_joined_part(Exercise& exercise, const Results& results, const Values& x) {
  const Values right = row(results.swapped.joined, results.index);
  Part& part = add_part(exercise, "joined", AnswerKind::numbers, right);
  add_mistake(part, "heads_not_swapped", row(results.old.joined, results.index));
  add_mistake(part, "heads_averaged", averaged(right));
  add_wrong_rows(part, results, &Result::joined);
  add_mistake(part, "input_row_swapped", swap_columns(row(x, results.index)));
}

void add_output_part(Exercise& exercise, const Results& results, const Values& w_o) {
  const Values joined = row(results.swapped.joined, results.index);
  const Values old = row(results.old.output, results.index);
  Part& part = add_part(exercise, "output", AnswerKind::numbers, row(results.swapped.output, results.index));
  add_mistake(part, "output_unchanged", old);
  add_mistake(part, "output_columns_swapped", times(joined, swap_columns(w_o)));
  add_mistake(part, "output_coordinates_swapped", swap_columns(old));
  add_mistake(part, "w_o_transposed", times(joined, transpose(w_o)));
  add_mistake(part, "projection_skipped", joined);
  add_mistake(part, "heads_averaged", times(averaged(joined), w_o));
  add_wrong_rows(part, results, &Result::output);
}

void add_repair_part(Exercise& exercise, const MultiHeadParameters<double>& parameters) {
  const Values& w_o = parameters.w_o;
  const Values repaired = permute_output_rows<double>(parameters, {1, 0}).w_o;
  Part& part = add_part(exercise, "repaired_w_o", AnswerKind::matrix, repaired);
  add_mistake(part, "w_o_unchanged", w_o);
  add_mistake(part, "columns_swapped", swap_columns(w_o));
  add_mistake(part, "rows_and_columns_swapped", swap_columns(repaired));
  add_mistake(part, "w_o_transposed", transpose(w_o));
  add_mistake(part, "permutation_matrix", array_of<Values>({2, 2}, {0, 1, 1, 0}));
  add_mistake(part, "second_column_negated", negate_second_column(w_o));
}

Exercise build(const Heads& heads) {
  const std::size_t length = heads.x.shape()[0];
  MultiHeadParameters<double> before = chapter_inputs().two_heads;
  before.w_o = heads.w_o;
  const MultiHeadParameters<double> after = permute_heads<double>(before, {1, 0});
  const Results results{heads.position - 1, run(heads, before, causal(length, length)),
                        run(heads, after, causal(length, length)), run(heads, after, faulty::no_triangle(length)),
                        run(heads, after, faulty::strict_triangle(length))};

  Exercise exercise;
  add_given(exercise, "X", heads.x);
  add_given(exercise, "W_1", column(before.w_q, 0));
  add_given(exercise, "W_2", column(before.w_q, 1));
  add_given(exercise, "W_O", heads.w_o);
  add_given(exercise, "J", results.old.joined);
  add_given(exercise, "position", static_cast<double>(heads.position));
  add_joined_part(exercise, results, heads.x);
  add_output_part(exercise, results, heads.w_o);
  add_repair_part(exercise, before);
  return exercise;
}

}  // namespace

Exercise swapped_heads(std::uint32_t seed) {
  return build_for_seed(4, seed, [] { return build(chapter_heads()); },
                        [](Random& random) { return build(draw_heads(random)); },
                        {"heads_not_swapped", "output_unchanged", "w_o_unchanged"});
}

}  // namespace maskscope::exercises
