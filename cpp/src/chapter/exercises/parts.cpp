#include "chapter/exercises/parts.hpp"

#include <algorithm>
#include <cmath>

#include "maskscope/attention/attention.hpp"

namespace maskscope::exercises {

namespace {

/// Where 0 is expected: what is left of rounding counts as 0, and a typed digit does not.
constexpr double absolute_tolerance = 1e-9;

bool agrees(const Part& part, const Values& reference, const Values& answer, double relative) {
  return differing(part, reference, answer, relative).empty();
}

/// Sets the answer and the mistakes of a choice.
void set_right_option(Part& part, const std::string& right) {
  part.mistakes.clear();
  for (std::size_t i = 0; i < part.options.size(); ++i) {
    const std::string& option = part.options[i];
    Values answer = filled<Values>(part.shape, 0.0);
    answer.data()[i] = 1;
    if (option == right) {
      part.expected = answer;
    } else {
      part.mistakes.push_back({"chose_" + option, answer});
    }
  }
}

/// Mixes the order of all options of which there are more than two: "yes" stays before "no".
void shuffle_choices(Exercise& exercise, Random& random) {
  for (Part& part : exercise.parts) {
    if (part.kind != AnswerKind::choice || part.options.size() <= 2) continue;
    std::size_t chosen = 0;
    while (part.expected.data()[chosen] != 1.0) ++chosen;
    const std::string right = part.options[chosen];
    random.shuffle(part.options);
    set_right_option(part, right);
  }
}

bool recognises(const Exercise& exercise, const char* mistake_id) {
  for (const Part& part : exercise.parts) {
    for (const Mistake& mistake : part.mistakes) {
      if (mistake.id == mistake_id) return true;
    }
  }
  return false;
}

/// A choice needs no more than its wrong options; every other part needs three mistakes. Every essential mistake is
/// recognised.
bool is_well_posed(const Exercise& exercise, std::initializer_list<const char*> essential) {
  for (const char* id : essential) {
    if (!recognises(exercise, id)) return false;
  }
  for (const Part& part : exercise.parts) {
    if (part.kind != AnswerKind::choice && part.mistakes.size() < 3) return false;
  }
  return true;
}

}  // namespace

bool is_marks(AnswerKind kind) {
  return kind == AnswerKind::cells || kind == AnswerKind::flags || kind == AnswerKind::choice;
}

std::vector<std::size_t> differing(const Part& part, const Values& reference, const Values& answer, double relative) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (is_given(part.compared) && !part.compared.storage()[i]) continue;
    const double expected = reference.storage()[i];
    const double tolerance =
        is_marks(part.kind) ? 0.0 : std::max(absolute_tolerance, relative * std::abs(expected));
    if (!(std::abs(answer.storage()[i] - expected) <= tolerance)) result.push_back(i);
  }
  return result;
}

void add_given(Exercise& exercise, const char* id, const Values& value) {
  Given& given = exercise.givens.emplace_back();
  given.id = id;
  given.value = value;
}

void add_given(Exercise& exercise, const char* id, double value) {
  add_given(exercise, id, number(value));
}

Part& add_part(Exercise& exercise, const char* id, AnswerKind kind, const Values& expected) {
  Part& part = exercise.parts.emplace_back();
  part.id = id;
  part.kind = kind;
  part.shape = shape_of(expected);
  part.expected = expected;
  return part;
}

Part& add_part(Exercise& exercise, const char* id, double expected) {
  return add_part(exercise, id, AnswerKind::number, number(expected));
}

void add_choice(Exercise& exercise, const char* id, std::initializer_list<const char*> options, const char* right) {
  Part& part = add_part(exercise, id, AnswerKind::choice, filled<Values>({options.size()}, 0.0));
  part.options.assign(options.begin(), options.end());
  set_right_option(part, right);
}

void add_mistake(Part& part, const char* id, const Values& answer) {
  require_shape(part.id + "." + id, answer.shape(), part.shape);
  const auto confusable = [&](const Values& other) {
    return agrees(part, other, answer, imprecise_tolerance) || agrees(part, answer, other, imprecise_tolerance);
  };
  if (confusable(part.expected)) return;
  for (const Mistake& mistake : part.mistakes) {
    if (confusable(mistake.answer)) return;
  }
  part.mistakes.push_back({id, answer});
}

void add_mistake(Part& part, const char* id, double answer) {
  add_mistake(part, id, number(answer));
}

Values number(double value) {
  return filled<Values>({1}, value);
}

Values to_values(const Mask& mask) {
  Values result = Values::from_shape(mask.shape());
  std::copy(mask.storage().begin(), mask.storage().end(), result.storage().begin());
  return result;
}

Values row(const Values& matrix, std::size_t index) {
  const std::size_t width = matrix.shape()[1];
  Values result = filled<Values>({width}, 0.0);
  std::copy_n(matrix.storage().begin() + static_cast<std::ptrdiff_t>(index * width), width, result.storage().begin());
  return result;
}

Values as_row(const Values& vector) {
  return reshaped(vector, {1, vector.size()});
}

Values as_vector(const Values& array) {
  return reshaped(array, {array.size()});
}

Mask mask_row(const Mask& matrix, std::size_t index) {
  const std::size_t width = matrix.shape()[1];
  Mask result = filled<Mask>({1, width}, false);
  for (std::size_t j = 0; j < width; ++j) result(0, j) = matrix(index, j);
  return result;
}

Values mix(const Values& weights, const Values& v) {
  const std::size_t queries = weights.shape()[0];
  const std::size_t keys = v.shape()[0];
  const std::size_t width = v.shape()[1];
  const Values output =
      weighted_sum<double>(reshaped(weights, {1, 1, queries, keys}), reshaped(v, {1, 1, keys, width}));
  return reshaped(output, {queries, width});
}

Values draw_integers(Random& random, ShapeView shape, int least, int greatest) {
  Values result = filled<Values>(shape, 0.0);
  for (double& element : result.storage()) element = random.between(least, greatest);
  return result;
}

Exercise build_for_seed(int number, std::uint32_t seed, Exercise (*chapter)(), Exercise (*draw)(Random&),
                        std::initializer_list<const char*> essential) {
  Random random((static_cast<std::uint64_t>(number) << 32) | seed);
  Exercise result = chapter();
  if (seed != 0) {
    for (int attempt = 0; attempt < 100; ++attempt) {
      Exercise drawn = draw(random);
      if (is_well_posed(drawn, essential)) {
        result = std::move(drawn);
        break;
      }
    }
    shuffle_choices(result, random);
  }
  result.number = number;
  result.seed = seed;
  return result;
}

}  // namespace maskscope::exercises
