// Exports: the chapter's examples and exercises.

#include "expose.hpp"
#include "maskscope/chapter/chapter.hpp"
#include "options.hpp"
#include "write.hpp"

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
  return Object()
      .set("id", part.id)
      .set("kind", name(part.kind))
      .set("shape", part.shape)
      .set("options", part.options)
      .set("compared", compared);
}

val chapter_inputs_export() {
  const ChapterInputs inputs = chapter_inputs();
  return Object()
      .set("x", inputs.x)
      .set("wQ", inputs.w_q)
      .set("wK", inputs.w_k)
      .set("wV", inputs.w_v)
      .set("q", inputs.q)
      .set("k", inputs.k)
      .set("v", inputs.v)
      .set("scale", inputs.scale)
      .set("scores", inputs.scores)
      .set("twoHeads", inputs.two_heads);
}

val scaling_demo_export(const val& width, const val& seed) {
  const ScalingDemo demo =
      scaling_demo(read_length("width", width), static_cast<std::uint32_t>(read_index("seed", seed)));
  return Object()
      .set("unscaledScores", demo.unscaled_scores)
      .set("scaledScores", demo.scaled_scores)
      .set("unscaledWeights", demo.unscaled_weights)
      .set("scaledWeights", demo.scaled_weights);
}

val exercise_export(const val& number, const val& seed) {
  const Exercise read = read_exercise(number, seed);
  const val givens = write_list(read.givens, [](const Given& given) {
    return Object().set("id", given.id).set("value", given.value);
  });
  return Object()
      .set("number", static_cast<double>(read.number))
      .set("seed", static_cast<double>(read.seed))
      .set("tokens", read.tokens)
      .set("targets", read.targets)
      .set("givens", givens)
      .set("parts", write_list(read.parts, write_part));
}

val grade_export(const val& number, const val& seed, const val& part, const val& answer) {
  const Grade result = grade(read_exercise(number, seed), read_string("part", part), *read_tensor("answer", answer));
  return Object()
      .set("verdict", name(result.verdict))
      .set("mistake", result.mistake)
      .set("differing", result.differing);
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
  return write(mistake_ids(read_exercise(number, seed)));
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
