// Exercise 6: what agreeing shapes and a falling loss leave open, and what stays open when the future-perturbation
// probe passes too.

#include <algorithm>
#include <span>
#include <string_view>

#include "chapter/exercises/parts.hpp"

namespace maskscope::exercises {

namespace {

/// What brings a fault to light.
enum class Shows {
  in_shapes,    ///< a shape check
  in_loss,      ///< a loss that does not fall
  in_probe,     ///< future perturbation, but neither shapes nor loss
  nowhere,      ///< none of the three
};

struct Statement {
  std::string_view id;
  Shows shows;
};

bool operator==(const Statement& a, const Statement& b) { return a.id == b.id; }

constexpr Statement triangle_faults[] = {{"missing_triangle", Shows::in_probe}, {"reversed_triangle", Shows::in_probe}};
constexpr Statement mask_order_fault{"softmax_then_mask", Shows::in_probe};
constexpr Statement data_faults[] = {{"answer_copied_into_earlier_field", Shows::nowhere},
                                     {"contaminated_split", Shows::nowhere},
                                     {"labels_used_in_preprocessing", Shows::nowhere}};
constexpr Statement scoring_fault{"padding_targets_scored", Shows::nowhere};
constexpr Statement generalisation{"generalisation", Shows::nowhere};
constexpr Statement usefulness{"usefulness_of_each_head", Shows::nowhere};
constexpr Statement shape_faults[] = {{"wrong_output_width", Shows::in_shapes},
                                      {"heads_not_merged", Shows::in_shapes},
                                      {"positions_lost", Shows::in_shapes}};
constexpr Statement loss_fault{"loss_never_fell", Shows::in_loss};

using Statements = std::vector<Statement>;

struct Report {
  Statements not_excluded;
  Statements still_open;
};

Report chapter_report() {
  return {
      {triangle_faults[0], shape_faults[0], triangle_faults[1], mask_order_fault, data_faults[0], shape_faults[1]},
      {triangle_faults[0], data_faults[0], data_faults[1], shape_faults[0], generalisation, triangle_faults[1]}};
}

Statements in_random_order(Random& random, std::span<const Statement> pool) {
  Statements statements(pool.begin(), pool.end());
  random.shuffle(statements);
  return statements;
}

Statement draw_one(Random& random, std::initializer_list<Statement> pool) {
  return in_random_order(random, pool).front();
}

/// Six statements each. At least one triangle and one data fault are among them, and one that shapes or the loss show.
Report draw_report(Random& random) {
  const Statements triangles = in_random_order(random, triangle_faults);
  const Statements data = in_random_order(random, data_faults);
  const Statements shapes = in_random_order(random, shape_faults);
  Report report;
  report.not_excluded = {triangles[0], data[0], shapes[0],
                         draw_one(random, {triangles[1], mask_order_fault}),
                         draw_one(random, {data[1], scoring_fault}),
                         draw_one(random, {shapes[1], loss_fault})};
  report.still_open = {triangles[0], data[0], generalisation,
                       draw_one(random, {triangles[1], mask_order_fault}),
                       draw_one(random, {data[1], scoring_fault, usefulness}),
                       draw_one(random, {shapes[1], loss_fault})};
  random.shuffle(report.not_excluded);
  random.shuffle(report.still_open);
  return report;
}

bool is_one_of(std::span<const Statement> group, const Statement& statement) {
  return std::find(group.begin(), group.end(), statement) != group.end();
}

bool is_open(const Statement& s) { return s.shows == Shows::nowhere; }
bool is_mask_fault(const Statement& s) { return s.shows == Shows::in_probe; }

/// Which statements somebody ticks who makes the mistake `id`.
struct WrongTicks {
  const char* id;
  bool (*ticks)(const Statement&);
};

/// One answer: 1 for every statement about which `ticks` says `ticked`.
Values marks(const Statements& statements, bool (*ticks)(const Statement&), bool ticked = true) {
  Values result = filled<Values>({statements.size()}, 0.0);
  for (std::size_t i = 0; i < statements.size(); ++i) result.data()[i] = ticks(statements[i]) == ticked ? 1.0 : 0.0;
  return result;
}

/// A part over `statements`, with the mistakes that need no thought and those that do.
void add_statement_part(Exercise& exercise, const char* id, const Statements& statements,
                        bool (*right)(const Statement&), std::initializer_list<WrongTicks> mistakes) {
  Part& part = add_part(exercise, id, AnswerKind::flags, marks(statements, right));
  for (const Statement& statement : statements) part.options.emplace_back(statement.id);
  add_mistake(part, "all_ticked", filled<Values>(part.shape, 1.0));
  add_mistake(part, "nothing_ticked", filled<Values>(part.shape, 0.0));
  add_mistake(part, "complement_ticked", marks(statements, right, false));
  for (const WrongTicks& wrong : mistakes) add_mistake(part, wrong.id, marks(statements, wrong.ticks));
}

Exercise build(const Report& report) {
  Exercise exercise;
  add_statement_part(
      exercise, "not_excluded", report.not_excluded, [](const Statement& s) { return is_mask_fault(s) || is_open(s); },
      {{"falling_loss_proves_mask", is_open},
       {"only_mask_faults", is_mask_fault},
       {"only_triangle_faults", [](const Statement& s) { return is_one_of(triangle_faults, s); }},
       {"shape_check_not_trusted", [](const Statement& s) { return s.shows != Shows::in_loss; }},
       {"falling_loss_not_trusted", [](const Statement& s) { return s.shows != Shows::in_shapes; }}});
  add_statement_part(
      exercise, "still_open", report.still_open, is_open,
      {{"probe_proves_generalisation", [](const Statement& s) { return is_open(s) && s != generalisation; }},
       {"probe_proves_clean_data", [](const Statement& s) { return is_open(s) && !is_one_of(data_faults, s); }},
       {"probe_sees_earlier_fields", [](const Statement& s) { return is_open(s) && s != data_faults[0]; }},
       {"probe_misses_masks", [](const Statement& s) { return is_open(s) || is_mask_fault(s); }},
       {"only_generalisation_open", [](const Statement& s) { return s == generalisation; }}});
  return exercise;
}

}  // namespace

Exercise silent_faults(std::uint32_t seed) {
  return build_for_seed(6, seed, [] { return build(chapter_report()); },
                        [](Random& random) { return build(draw_report(random)); });
}

}  // namespace maskscope::exercises
