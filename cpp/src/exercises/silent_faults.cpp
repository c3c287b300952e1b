// Exercise 6: what agreeing shapes and a falling loss leave open, and what stays open when the future-perturbation
// probe passes too.

#include <algorithm>

#include "exercises/parts.hpp"

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
  std::string id;
  Shows shows;
};

const std::vector<Statement> triangle_faults{{"missing_triangle", Shows::in_probe},
                                             {"reversed_triangle", Shows::in_probe}};
const Statement mask_order_fault{"softmax_then_mask", Shows::in_probe};
const std::vector<Statement> data_faults{{"answer_copied_into_earlier_field", Shows::nowhere},
                                         {"contaminated_split", Shows::nowhere},
                                         {"labels_used_in_preprocessing", Shows::nowhere}};
const Statement scoring_fault{"padding_targets_scored", Shows::nowhere};
const Statement generalisation{"generalisation", Shows::nowhere};
const Statement usefulness{"usefulness_of_each_head", Shows::nowhere};
const std::vector<Statement> shape_faults{{"wrong_output_width", Shows::in_shapes},
                                          {"heads_not_merged", Shows::in_shapes},
                                          {"positions_lost", Shows::in_shapes}};
const Statement loss_fault{"loss_never_fell", Shows::in_loss};

struct Report {
  std::vector<Statement> not_excluded;
  std::vector<Statement> still_open;
};

const Report chapter_report{
    {triangle_faults[0], shape_faults[0], triangle_faults[1], mask_order_fault, data_faults[0], shape_faults[1]},
    {triangle_faults[0], data_faults[0], data_faults[1], shape_faults[0], generalisation, triangle_faults[1]}};

/// `count` of `pool`, in a random order.
std::vector<Statement> draw(Random& random, std::vector<Statement> pool, std::size_t count) {
  random.shuffle(pool);
  pool.resize(count);
  return pool;
}

std::vector<Statement> together(std::vector<std::vector<Statement>> groups) {
  std::vector<Statement> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

/// Six statements each. At least one triangle and one data fault are among them, and one that shapes or the loss show.
Report draw_report(Random& random) {
  const std::vector<Statement> triangles = draw(random, triangle_faults, 2);
  const std::vector<Statement> data = draw(random, data_faults, 3);
  const std::vector<Statement> shapes = draw(random, shape_faults, 3);
  Report report;
  report.not_excluded = together({{triangles[0], data[0], shapes[0]},
                                  draw(random, {triangles[1], mask_order_fault}, 1),
                                  draw(random, {data[1], scoring_fault}, 1),
                                  draw(random, {shapes[1], loss_fault}, 1)});
  report.still_open = together({{triangles[0], data[0], generalisation},
                                draw(random, {triangles[1], mask_order_fault}, 1),
                                draw(random, {data[1], scoring_fault, usefulness}, 1),
                                draw(random, {shapes[1], loss_fault}, 1)});
  random.shuffle(report.not_excluded);
  random.shuffle(report.still_open);
  return report;
}

bool is_one_of(const std::vector<Statement>& group, const Statement& statement) {
  return std::any_of(group.begin(), group.end(), [&](const Statement& member) { return member.id == statement.id; });
}

/// One answer: 1 for every statement that `ticks` picks.
template <class Ticks>
Values marks(const std::vector<Statement>& statements, Ticks ticks) {
  Values result = Values::from_shape({statements.size()});
  for (std::size_t i = 0; i < statements.size(); ++i) result(i) = ticks(statements[i]) ? 1.0 : 0.0;
  return result;
}

/// A part over `statements` with the mistakes that need no thought.
template <class Ticks>
Part make_statement_part(const std::string& id, const std::vector<Statement>& statements, Ticks right) {
  std::vector<std::string> options;
  for (const Statement& statement : statements) options.push_back(statement.id);
  Part part = make_part(id, AnswerKind::flags, marks(statements, right), options);
  add_mistake(part, "all_ticked", filled<Values>({statements.size()}, 1.0));
  add_mistake(part, "nothing_ticked", filled<Values>({statements.size()}, 0.0));
  add_mistake(part, "complement_ticked", marks(statements, [&](const Statement& s) { return !right(s); }));
  return part;
}

Part not_excluded_part(const std::vector<Statement>& statements) {
  const auto hidden = [](const Statement& s) { return s.shows == Shows::in_probe || s.shows == Shows::nowhere; };
  Part part = make_statement_part("not_excluded", statements, hidden);
  const auto add = [&](const std::string& id, auto ticks) { add_mistake(part, id, marks(statements, ticks)); };
  add("falling_loss_proves_mask", [](const Statement& s) { return s.shows == Shows::nowhere; });
  add("only_mask_faults", [](const Statement& s) { return s.shows == Shows::in_probe; });
  add("only_triangle_faults", [](const Statement& s) { return is_one_of(triangle_faults, s); });
  add("shape_check_not_trusted", [](const Statement& s) { return s.shows != Shows::in_loss; });
  add("falling_loss_not_trusted", [](const Statement& s) { return s.shows != Shows::in_shapes; });
  return part;
}

Part still_open_part(const std::vector<Statement>& statements) {
  const auto open = [](const Statement& s) { return s.shows == Shows::nowhere; };
  Part part = make_statement_part("still_open", statements, open);
  const auto add = [&](const std::string& id, auto ticks) { add_mistake(part, id, marks(statements, ticks)); };
  add("probe_proves_generalisation", [&](const Statement& s) { return open(s) && s.id != generalisation.id; });
  add("probe_proves_clean_data", [&](const Statement& s) { return open(s) && !is_one_of(data_faults, s); });
  add("probe_sees_earlier_fields", [&](const Statement& s) { return open(s) && s.id != data_faults[0].id; });
  add("probe_misses_masks", [&](const Statement& s) { return open(s) || s.shows == Shows::in_probe; });
  add("only_generalisation_open", [](const Statement& s) { return s.id == generalisation.id; });
  return part;
}

Exercise build(const Report& report) {
  Exercise exercise;
  exercise.parts = {not_excluded_part(report.not_excluded), still_open_part(report.still_open)};
  return exercise;
}

}  // namespace

Exercise silent_faults(std::uint32_t seed) { return build_for_seed(6, seed, chapter_report, draw_report, build); }

}  // namespace maskscope::exercises
