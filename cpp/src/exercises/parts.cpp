#include "exercises/parts.hpp"

#include <algorithm>
#include <cmath>

#include "maskscope/attention.hpp"

namespace maskscope::exercises {

namespace {

/// Numbers smaller than this count as this large, so that an expected 0 asks for 0 and not for infinitely many digits.
constexpr double smallest_magnitude = 1e-6;
constexpr double absolute_tolerance = 1e-9;

bool agrees(const Part& part, const Values& reference, const Values& answer, double relative) {
  return differing(part, reference, answer, relative).empty();
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
        is_marks(part.kind) ? 0.0
                            : std::max(absolute_tolerance, relative * std::max(std::abs(expected), smallest_magnitude));
    if (!(std::abs(answer.storage()[i] - expected) <= tolerance)) result.push_back(i);
  }
  return result;
}

Part make_part(const std::string& id, AnswerKind kind, const Values& expected, std::vector<std::string> options) {
  Part part;
  part.id = id;
  part.kind = kind;
  part.shape = shape_of(expected);
  part.options = std::move(options);
  part.expected = expected;
  return part;
}

Part make_choice(const std::string& id, const std::vector<std::string>& options, const std::string& right) {
  const auto choose = [&](const std::string& chosen) {
    Values answer = Values::from_shape({options.size()});
    for (std::size_t i = 0; i < options.size(); ++i) answer.storage()[i] = options[i] == chosen ? 1.0 : 0.0;
    return answer;
  };
  Part part = make_part(id, AnswerKind::choice, choose(right), options);
  for (const std::string& option : options) {
    if (option != right) add_mistake(part, "chose_" + option, choose(option));
  }
  return part;
}

void add_mistake(Part& part, const std::string& id, const Values& answer) {
  require_shape(part.id + "." + id, shape_of(answer), part.shape);
  const auto confusable = [&](const Values& other) {
    return agrees(part, other, answer, imprecise_tolerance) || agrees(part, answer, other, imprecise_tolerance);
  };
  if (confusable(part.expected)) return;
  for (const Mistake& mistake : part.mistakes) {
    if (confusable(mistake.answer)) return;
  }
  part.mistakes.push_back({id, answer});
}

bool is_well_posed(const Exercise& exercise, const Essential& essential) {
  const std::vector<std::string> recognised = mistake_ids(exercise);
  for (const std::string& id : essential) {
    if (std::find(recognised.begin(), recognised.end(), id) == recognised.end()) return false;
  }
  const auto finite = [](const Values& values) {
    return std::all_of(values.storage().begin(), values.storage().end(), [](double x) { return std::isfinite(x); });
  };
  for (const Part& part : exercise.parts) {
    if (part.kind != AnswerKind::choice && part.mistakes.size() < 3) return false;
    if (!finite(part.expected)) return false;
    for (const Mistake& mistake : part.mistakes) {
      if (!finite(mistake.answer)) return false;
    }
  }
  return true;
}

void shuffle_choices(Exercise& exercise, Random& random) {
  for (Part& part : exercise.parts) {
    if (part.kind != AnswerKind::choice || part.options.size() <= 2) continue;
    const auto& marks = part.expected.storage();
    const auto chosen = std::find(marks.begin(), marks.end(), 1.0) - marks.begin();
    const std::string right = part.options[static_cast<std::size_t>(chosen)];
    random.shuffle(part.options);
    part = make_choice(part.id, std::vector<std::string>(part.options), right);
  }
}

Values number(double value) {
  return filled<Values>({1}, value);
}

Values to_values(const Mask& mask) {
  Values result = Values::from_shape(shape_of(mask));
  std::copy(mask.storage().begin(), mask.storage().end(), result.storage().begin());
  return result;
}

Values row(const Values& matrix, std::size_t index) {
  const std::size_t width = matrix.shape()[1];
  Values result = Values::from_shape({width});
  std::copy_n(matrix.storage().begin() + static_cast<std::ptrdiff_t>(index * width), width, result.storage().begin());
  return result;
}

Values as_row(const Values& vector) {
  return reshaped(vector, Shape{1, vector.size()});
}

Values as_vector(const Values& array) {
  return reshaped(array, Shape{array.size()});
}

Mask mask_row(const Mask& matrix, std::size_t index) {
  const std::size_t width = matrix.shape()[1];
  Mask result = Mask::from_shape({1, width});
  for (std::size_t j = 0; j < width; ++j) result(0, j) = matrix(index, j);
  return result;
}

Values mix(const Values& weights, const Values& v) {
  const std::size_t queries = weights.shape()[0];
  const std::size_t keys = v.shape()[0];
  const std::size_t width = v.shape()[1];
  const Values output =
      weighted_sum<double>(reshaped(weights, Shape{1, 1, queries, keys}), reshaped(v, Shape{1, 1, keys, width}));
  return reshaped(output, Shape{queries, width});
}

Values draw_integers(Random& random, const Shape& shape, int least, int greatest) {
  Values result = Values::from_shape(shape);
  for (double& element : result.storage()) element = random.between(least, greatest);
  return result;
}

}  // namespace maskscope::exercises
