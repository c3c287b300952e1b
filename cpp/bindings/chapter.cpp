// Exports: the chapter's examples and exercises.

#include "maskscope/chapter.hpp"

#include <algorithm>

#include "expose.hpp"

namespace maskscope::bindings {
namespace {

std::string_view name(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::number: return "number";
    case AnswerKind::numbers: return "numbers";
    case AnswerKind::matrix: return "matrix";
    case AnswerKind::cells: return "cells";
    case AnswerKind::flags: return "flags";
    case AnswerKind::choice: return "choice";
  }
  return "";
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::right: return "right";
    case Verdict::imprecise: return "imprecise";
    case Verdict::known_mistake: return "known_mistake";
    case Verdict::wrong: return "wrong";
  }
  return "";
}

Exercise read_exercise(const val& number, const val& seed) {
  return exercise(read_int("number", number), static_cast<std::uint32_t>(read_index("seed", seed)));
}

/// Without the answer, which `referenceAnswer` gives on request.
val write_part(const Part& part) {
  const Mask compared = is_given(part.compared) ? part.compared : Mask(part.expected.shape(), true);
  return object({{"id", write(part.id)},
                 {"kind", write(name(part.kind))},
                 {"shape", write(part.shape)},
                 {"options", write(part.options)},
                 {"compared", write(compared)}});
}

val chapter_inputs_export() {
  const ChapterInputs inputs = chapter_inputs();
  return object({{"x", write(inputs.x)},
                 {"wQ", write(inputs.w_q)},
                 {"wK", write(inputs.w_k)},
                 {"wV", write(inputs.w_v)},
                 {"q", write(inputs.q)},
                 {"k", write(inputs.k)},
                 {"v", write(inputs.v)},
                 {"scale", val(inputs.scale)},
                 {"scores", write(inputs.scores)},
                 {"twoHeads", write(inputs.two_heads)}});
}

val scaling_demo_export(const val& width, const val& seed) {
  const ScalingDemo demo =
      scaling_demo(read_length("width", width), static_cast<std::uint32_t>(read_index("seed", seed)));
  return object({{"unscaledScores", write(demo.unscaled_scores)},
                 {"scaledScores", write(demo.scaled_scores)},
                 {"unscaledWeights", write(demo.unscaled_weights)},
                 {"scaledWeights", write(demo.scaled_weights)}});
}

val exercise_export(const val& number, const val& seed) {
  const Exercise read = read_exercise(number, seed);
  const val givens = write_list(read.givens, [](const Given& given) {
    return object({{"id", write(given.id)}, {"value", write(given.value)}});
  });
  return object({{"number", val(read.number)},
                 {"seed", val(static_cast<double>(read.seed))},
                 {"tokens", write(read.tokens)},
                 {"targets", write(read.targets)},
                 {"givens", givens},
                 {"parts", write_list(read.parts, write_part)}});
}

val grade_export(const val& number, const val& seed, const val& part, const val& answer) {
  const Grade result = grade(read_exercise(number, seed), read_string("part", part), read_tensor("answer", answer));
  return object({{"verdict", write(name(result.verdict))},
                 {"mistake", write(result.mistake)},
                 {"differing", write(result.differing)}});
}

val reference_answer_export(const val& number, const val& seed, const val& part) {
  const Exercise read = read_exercise(number, seed);
  const std::string id = read_string("part", part);
  for (const Part& candidate : read.parts) {
    if (candidate.id == id) return write(candidate.expected);
  }
  throw Error(ErrorCode::unknown_name, "part: expected a part of exercise " + std::to_string(read.number) + ", got \"" +
                                           id + "\"");
}

val mistake_ids_export(const val& number, const val& seed) {
  std::vector<std::string> ids;
  for (const Part& part : read_exercise(number, seed).parts) {
    for (const Mistake& mistake : part.mistakes) {
      if (std::find(ids.begin(), ids.end(), mistake.id) == ids.end()) ids.push_back(mistake.id);
    }
  }
  return write(ids);
}

EMSCRIPTEN_BINDINGS(chapter) {
  expose<chapter_inputs_export>("chapterInputs");
  expose<scaling_demo_export>("scalingDemo");
  expose<exercise_export>("exercise");
  expose<grade_export>("grade");
  expose<reference_answer_export>("referenceAnswer");
  expose<mistake_ids_export>("mistakeIds");
}

}  // namespace
}  // namespace maskscope::bindings
