// Exercise 1: which keys each query of a padded record may read, and which targets are scored.

#include "chapter/exercises/parts.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/visibility.hpp"

namespace maskscope::exercises {

namespace {

struct Record {
  std::vector<std::string_view> words;
  std::size_t padding;
  std::size_t position;  ///< 1-based: whose diagonal is asked about

  std::size_t real() const { return words.size() + 1; }  // BOS comes first
  std::size_t length() const { return real() + padding; }
};

Record chapter_record() { return {{"red", "key"}, 1, 3}; }

Record draw_record(Random& random) {
  std::vector<std::string_view> words{"red", "blue", "green", "key", "box", "cup", "lamp", "door"};
  random.shuffle(words);
  const int length = random.between(4, 6);
  const int padding = random.between(1, length == 4 ? 1 : 2);
  words.resize(static_cast<std::size_t>(length - 1 - padding));
  return {words, static_cast<std::size_t>(padding), static_cast<std::size_t>(random.between(1, length))};
}

/// `visible` with one key readable by every query, or by none.
Mask with_column(Mask visible, std::size_t key, bool value) {
  for (std::size_t query = 0; query < visible.shape()[0]; ++query) visible(query, key) = value;
  return visible;
}

Mask diagonal_only(std::size_t length) {
  return visible_and(causal(length, length), visible_not(faulty::strict_triangle(length)));
}

/// In the row of a padding query only the padding keys count: its output goes unused, yet padding is no source.
Mask compared_cells(const Record& record) {
  Mask compared = filled<Mask>({record.length(), record.length()}, false);
  for (std::size_t query = 0; query < record.length(); ++query) {
    for (std::size_t key = 0; key < record.length(); ++key) {
      compared(query, key) = query < record.real() || key >= record.real();
    }
  }
  return compared;
}

void add_allowed_part(Exercise& exercise, const Record& record, const Mask& valid, const Mask& visible,
                      const Mask& real_keys) {
  const std::size_t length = record.length();
  // The row of a padding query shows as empty: it reads nothing, by convention.
  Mask expected = visible;
  for (std::size_t query = record.real(); query < length; ++query) {
    for (std::size_t key = 0; key < length; ++key) expected(query, key) = false;
  }
  Part& part = add_part(exercise, "allowed", AnswerKind::cells, to_values(expected));
  part.compared = compared_cells(record);

  const auto add = [&](const char* id, const Mask& marked) { add_mistake(part, id, to_values(marked)); };
  const auto under_padding = [&](const Mask& marked) { return visible_and(marked, real_keys); };
  const Mask padded_rows_blocked = reshaped(faulty::padding_on_query_rows(valid), {length, length});

  add("diagonal_dropped", under_padding(faulty::strict_triangle(length)));
  add("triangle_reversed", under_padding(faulty::reversed_triangle(length)));
  add("causal_rule_forgotten", under_padding(faulty::no_triangle(length)));
  add("padding_rule_forgotten", causal(length, length));
  add("both_rules_forgotten", faulty::no_triangle(length));
  add("padding_blocked_as_rows", padded_rows_blocked);
  for (std::size_t key = record.real(); key < length; ++key) {
    add("padding_key_marked", with_column(visible, key, true));
    for (std::size_t query = 0; query < length; ++query) {
      Mask one_cell = visible;
      one_cell(query, key) = true;
      add("padding_key_marked", one_cell);
    }
  }
  add("blocked_cells_marked", visible_not(visible));
  add("target_readable", under_padding(causal(length, length, 1)));
  add("diagonal_only", under_padding(diagonal_only(length)));
  add("bos_key_blocked", with_column(visible, 0, false));
  add("nothing_marked", visible_and(visible, visible_not(visible)));
}

void add_scored_part(Exercise& exercise, const Record& record, const Mask& valid) {
  const std::size_t length = record.length();
  constexpr int ignored = -1;
  Indices targets = filled<Indices>({1, length}, 0);
  for (std::size_t slot = 0; slot < length; ++slot) {
    targets(0, slot) = slot < record.real() ? static_cast<int>(slot) : ignored;
  }
  const Values scored = as_vector(to_values(scored_targets(valid, targets, ignored)));
  Part& part = add_part(exercise, "scored", AnswerKind::flags, scored);
  for (std::size_t slot = 1; slot <= length; ++slot) part.options.push_back("slot_" + std::to_string(slot));

  /// Slots from `first` up to, not including, `end`.
  const auto add = [&](const char* id, std::size_t first, std::size_t end) {
    Values marked = filled<Values>({length}, 0.0);
    for (std::size_t slot = 0; slot < length; ++slot) marked(slot) = slot >= first && slot < end ? 1.0 : 0.0;
    add_mistake(part, id, marked);
  };
  const std::size_t real = record.real();
  add("padding_target_scored", 0, length);
  add("first_padding_target_scored", 0, real + 1);
  add("eos_not_scored", 0, real - 1);
  add("bos_slot_not_scored", 1, real);
  add("shifted_by_one", 1, real + 1);
  add("bos_and_eos_not_scored", 1, real - 1);
  add("padding_slots_ticked", real, length);
  add("nothing_ticked", 0, 0);
}

Exercise build(const Record& record) {
  const std::size_t length = record.length();
  const Mask valid = valid_from_lengths({record.real()}, length);
  const Mask real_keys = reshaped(key_padding(valid, length), {length, length});
  const Mask visible = visible_and(causal(length, length), real_keys);
  const std::size_t asked = record.position - 1;

  Exercise exercise;
  exercise.tokens.emplace_back("BOS");
  for (const std::string_view word : record.words) {
    exercise.tokens.emplace_back(word);
    exercise.targets.emplace_back(word);
  }
  exercise.targets.emplace_back("EOS");
  for (std::size_t slot = record.real(); slot < length; ++slot) {
    exercise.tokens.emplace_back("PAD");
    exercise.targets.emplace_back("ignored");
  }
  add_given(exercise, "position", static_cast<double>(record.position));
  add_allowed_part(exercise, record, valid, visible, real_keys);
  add_scored_part(exercise, record, valid);
  add_choice(exercise, "diagonal", {"yes", "no"}, visible(asked, asked) ? "yes" : "no");
  return exercise;
}

}  // namespace

Exercise visible_record(std::uint32_t seed) {
  return build_for_seed(1, seed, [] { return build(chapter_record()); },
                        [](Random& random) { return build(draw_record(random)); });
}

}  // namespace maskscope::exercises
