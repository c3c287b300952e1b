#include "maskscope/chapter/chapter.hpp"

#include <algorithm>
#include <cmath>

#include "base/refuse.hpp"
#include "chapter/exercises/parts.hpp"
#include "maskscope/attention/attention.hpp"

namespace maskscope {

namespace {

using exercises::Values;

/// Adds batch and head axes: `[L,D]` becomes `[1,1,L,D]`.
Values one_head(const Values& rows) {
  return reshaped(rows, {1, 1, rows.shape()[0], rows.shape()[1]});
}

const Part& find_part(const Exercise& exercise, const std::string& id) {
  const auto found =
      std::find_if(exercise.parts.begin(), exercise.parts.end(), [&](const Part& part) { return part.id == id; });
  if (found == exercise.parts.end()) {
    throw Error(ErrorCode::unknown_name,
                "part: exercise " + std::to_string(exercise.number) + " has no part \"" + id + "\"");
  }
  return *found;
}

void require_marks(const Part& part, const Values& answer) {
  for (const double mark : answer.storage()) {
    if (mark != 0.0 && mark != 1.0) {
      throw Error(ErrorCode::out_of_range,
                  "answer: \"" + part.id + "\" takes 0 and 1 only, got " + number_text(mark));
    }
  }
  const auto chosen = std::count(answer.storage().begin(), answer.storage().end(), 1.0);
  if (part.kind == AnswerKind::choice && chosen != 1) {
    throw Error(ErrorCode::out_of_range,
                "answer: \"" + part.id + "\" takes exactly one choice, got " + std::to_string(chosen));
  }
}

}  // namespace

ChapterInputs chapter_inputs() {
  ChapterInputs inputs;
  inputs.x = array_of<Values>({3, 2}, {1, 0, 0, 1, 1, 1});
  inputs.w_q = array_of<Values>({2, 2}, {1, 0, 1, 1});
  inputs.w_k = array_of<Values>({2, 2}, {1, 0, 0, 1});
  inputs.w_v = array_of<Values>({2, 2}, {1, 0, 1, 2});
  inputs.q = project<double>(inputs.x, inputs.w_q);
  inputs.k = project<double>(inputs.x, inputs.w_k);
  inputs.v = project<double>(inputs.x, inputs.w_v);
  inputs.scale = 1.0 / std::sqrt(2.0);
  AttentionOptions<double> options;
  options.scale = inputs.scale;
  const Values scores =
      trace_attention<double>(one_head(inputs.q), one_head(inputs.k), one_head(inputs.v), options).scores;
  inputs.scores = reshaped(scores, {3, 3});

  const Values identity = array_of<Values>({2, 2}, {1, 0, 0, 1});
  inputs.two_heads = {2, identity, identity, identity, array_of<Values>({2, 2}, {1, 1, 1, -1})};
  return inputs;
}

ScalingDemo scaling_demo(std::size_t width, std::uint32_t seed) {
  constexpr std::size_t greatest_width = 1024;
  constexpr std::size_t keys = 6;
  if (width < 1 || width > greatest_width) {
    refuse(ErrorCode::out_of_range, "width", "1 to 1024", std::to_string(width));
  }
  // Drawn coordinate by coordinate: a greater width adds coordinates and leaves the others as they were.
  Random random(seed);
  Values query = filled<Values>({1, 1, 1, width}, 0.0);
  Values key = filled<Values>({1, 1, keys, width}, 0.0);
  for (std::size_t c = 0; c < width; ++c) {
    query.data()[c] = random.normal();
    for (std::size_t j = 0; j < keys; ++j) key.data()[j * width + c] = random.normal();
  }
  const Values no_values = filled<Values>({1, 1, keys, 1}, 0.0);
  AttentionOptions<double> unscaled_options;
  unscaled_options.scale = 1.0;
  const AttentionTrace<double> unscaled = trace_attention<double>(query, key, no_values, unscaled_options);
  const AttentionTrace<double> scaled = trace_attention<double>(query, key, no_values);
  return {exercises::as_vector(unscaled.scores), exercises::as_vector(scaled.scores),
          exercises::as_vector(unscaled.softmax.weights), exercises::as_vector(scaled.softmax.weights)};
}

Exercise exercise(int number, std::uint32_t seed) {
  switch (number) {
    case 1: return exercises::visible_record(seed);
    case 2: return exercises::mask_after_softmax(seed);
    case 3: return exercises::leak_ratio(seed);
    case 4: return exercises::swapped_heads(seed);
    case 5: return exercises::strict_triangle(seed);
    case 6: return exercises::silent_faults(seed);
    default: refuse(ErrorCode::out_of_range, "number", "1 to 6", std::to_string(number));
  }
}

Grade grade(const Exercise& exercise, const std::string& part_id, const Tensor<double>& answer) {
  const Part& part = find_part(exercise, part_id);
  require_shape("answer", answer.shape(), part.shape);
  require_finite<double>("answer", answer);
  if (exercises::is_marks(part.kind)) require_marks(part, answer);

  Grade result;
  result.differing = exercises::differing(part, part.expected, answer, exercises::right_tolerance);
  if (result.differing.empty()) {
    result.verdict = Verdict::right;
    return result;
  }
  for (const Mistake& mistake : part.mistakes) {
    if (exercises::differing(part, mistake.answer, answer, exercises::right_tolerance).empty()) {
      result.verdict = Verdict::known_mistake;
      result.mistake = mistake.id;
      return result;
    }
  }
  const bool close = exercises::differing(part, part.expected, answer, exercises::imprecise_tolerance).empty();
  result.verdict = close ? Verdict::imprecise : Verdict::wrong;
  return result;
}

std::vector<std::string> mistake_ids(const Exercise& exercise) {
  std::vector<std::string> ids;
  for (const Part& part : exercise.parts) {
    for (const Mistake& mistake : part.mistakes) {
      if (std::find(ids.begin(), ids.end(), mistake.id) == ids.end()) ids.push_back(mistake.id);
    }
  }
  return ids;
}

}  // namespace maskscope
