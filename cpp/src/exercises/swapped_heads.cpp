// Exercise 4: two heads change places while W_O stays.

#include "exercises/parts.hpp"
#include "maskscope/leak.hpp"
#include "maskscope/visibility.hpp"

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

const std::vector<std::size_t> exchange{1, 0};

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
      trace_multi_head<double>(reshaped(heads.x, Shape{1, length, 2}), parameters, options);
  return {reshaped(trace.merged, Shape{length, 2}), reshaped(trace.output, Shape{length, 2})};
}

/// `[2,1]`
Values column(const Values& matrix, std::size_t index) {
  return reshaped(Values{matrix(0, index), matrix(1, index)}, Shape{2, 1});
}

Values swap_columns(const Values& w) { return Values{{w(0, 1), w(0, 0)}, {w(1, 1), w(1, 0)}}; }
Values transpose(const Values& w) { return Values{{w(0, 0), w(1, 0)}, {w(0, 1), w(1, 1)}}; }

/// One row `[2]` times w_o.
Values times(const Values& joined_row, const Values& w_o) {
  return as_vector(project<double>(as_row(joined_row), w_o));
}

/// The mean of both heads, in both places.
Values averaged(const Values& joined_row) {
  const double mean = (joined_row(0) + joined_row(1)) / 2;
  return Values{mean, mean};
}

/// One asked row of the joined heads and of the output, done rightly and wrongly.
struct Results {
  std::size_t index;  ///< 0-based: the asked row
  Result old;         ///< before the swap
  Result swapped;
  Result unmasked;    ///< swapped, the future readable
  Result strict;      ///< swapped, the diagonal blocked
};

/// The rows of the other positions.
std::vector<Values> other_rows(const Values& matrix, std::size_t index) {
  std::vector<Values> rows;
  for (std::size_t i = 0; i < matrix.shape()[0]; ++i) {
    if (i != index) rows.push_back(row(matrix, i));
  }
  return rows;
}

Part joined_part(const Results& results, const Values& x) {
  const std::size_t index = results.index;
  const Values right = row(results.swapped.joined, index);
  Part part = make_part("joined", AnswerKind::numbers, right);
  add_mistake(part, "heads_not_swapped", row(results.old.joined, index));
  add_mistake(part, "heads_averaged", averaged(right));
  for (const Values& other : other_rows(results.swapped.joined, index)) add_mistake(part, "wrong_query_row", other);
  add_mistake(part, "causal_rule_forgotten", row(results.unmasked.joined, index));
  add_mistake(part, "diagonal_dropped", row(results.strict.joined, index));
  add_mistake(part, "input_row_swapped", Values{x(index, 1), x(index, 0)});
  return part;
}

Part output_part(const Results& results, const Values& w_o) {
  const std::size_t index = results.index;
  const Values joined = row(results.swapped.joined, index);
  const Values old = row(results.old.output, index);
  Part part = make_part("output", AnswerKind::numbers, row(results.swapped.output, index));
  add_mistake(part, "output_unchanged", old);
  add_mistake(part, "output_columns_swapped", times(joined, swap_columns(w_o)));
  add_mistake(part, "output_coordinates_swapped", Values{old(1), old(0)});
  add_mistake(part, "w_o_transposed", times(joined, transpose(w_o)));
  add_mistake(part, "projection_skipped", joined);
  add_mistake(part, "heads_averaged", times(averaged(joined), w_o));
  for (const Values& other : other_rows(results.swapped.output, index)) add_mistake(part, "wrong_query_row", other);
  add_mistake(part, "causal_rule_forgotten", row(results.unmasked.output, index));
  add_mistake(part, "diagonal_dropped", row(results.strict.output, index));
  return part;
}

Part repair_part(const MultiHeadParameters<double>& parameters) {
  const Values& w_o = parameters.w_o;
  const Values repaired = permute_output_rows<double>(parameters, exchange).w_o;
  Part part = make_part("repaired_w_o", AnswerKind::matrix, repaired);
  add_mistake(part, "w_o_unchanged", w_o);
  add_mistake(part, "columns_swapped", swap_columns(w_o));
  add_mistake(part, "rows_and_columns_swapped", swap_columns(repaired));
  add_mistake(part, "w_o_transposed", transpose(w_o));
  add_mistake(part, "permutation_matrix", Values{{0, 1}, {1, 0}});
  add_mistake(part, "second_column_negated", Values{{w_o(0, 0), -w_o(0, 1)}, {w_o(1, 0), -w_o(1, 1)}});
  return part;
}

Exercise build(const Heads& heads) {
  const std::size_t length = heads.x.shape()[0];
  MultiHeadParameters<double> before = chapter_inputs().two_heads;
  before.w_o = heads.w_o;
  const MultiHeadParameters<double> after = permute_heads<double>(before, exchange);
  const Results results{heads.position - 1, run(heads, before, causal(length, length)),
                        run(heads, after, causal(length, length)), run(heads, after, faulty::no_triangle(length)),
                        run(heads, after, faulty::strict_triangle(length))};

  Exercise exercise;
  exercise.givens = {{"X", heads.x},
                     {"W_1", column(before.w_q, 0)},
                     {"W_2", column(before.w_q, 1)},
                     {"W_O", heads.w_o},
                     {"J", results.old.joined},
                     {"position", number(static_cast<double>(heads.position))}};
  exercise.parts = {joined_part(results, heads.x), output_part(results, heads.w_o), repair_part(before)};
  return exercise;
}

}  // namespace

Exercise swapped_heads(std::uint32_t seed) {
  return build_for_seed(4, seed, chapter_heads(), draw_heads, build,
                        {"heads_not_swapped", "output_unchanged", "w_o_unchanged"});
}

}  // namespace maskscope::exercises
