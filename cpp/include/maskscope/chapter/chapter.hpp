#pragma once

// The chapter's examples and exercises as data, with graders that know which mistake gives which number.
// Texts are not here: every string is an identifier for which the page has a Chinese and an English wording.

#include <cstdint>
#include <string>
#include <vector>

#include "maskscope/attention/multi_head.hpp"

namespace maskscope {

/// What examples 16.1 and 16.3 share. The chapter gives S and V; X follows from example 16.3; W_Q and W_K are one
/// choice with W_Q W_K^T = [[1,0],[1,1]], which is all that S determines.
struct ChapterInputs {
  Tensor<double> x;                    ///< `[3,2]`
  Tensor<double> w_q, w_k, w_v;        ///< `[2,2]`, one head of width 2
  Tensor<double> q, k, v;              ///< `[3,2]`
  double scale = 0;                    ///< 1/sqrt(2)
  Tensor<double> scores;               ///< S `[3,3]`
  MultiHeadParameters<double> two_heads;  ///< example 16.3: identity projections, two heads of width 1, w_o = [[1,1],[1,-1]]
};

ChapterInputs chapter_inputs();

/// Why the scores are divided by sqrt(d): one query and six keys whose coordinates are drawn from a seeded normal
/// distribution (mean 0, variance 1); the first `width` coordinates take part.
struct ScalingDemo {
  Tensor<double> unscaled_scores;   ///< `[6]` q . k
  Tensor<double> scaled_scores;     ///< `[6]` q . k / sqrt(d)
  Tensor<double> unscaled_weights;  ///< `[6]`
  Tensor<double> scaled_weights;    ///< `[6]`
};

/// 1 <= width <= 1024.
ScalingDemo scaling_demo(std::size_t width, std::uint32_t seed);

/// How a part is answered. Every answer is a tensor of doubles.
enum class AnswerKind {
  number,   ///< shape [1]
  numbers,  ///< shape [n]
  matrix,   ///< shape [r,c]
  cells,    ///< shape [r,c] of 0/1: cells to click
  flags,    ///< shape [n] of 0/1: each option or slot is marked or not
  choice,   ///< shape [n] of 0/1 with exactly one 1
};

/// An answer that comes from a known misunderstanding.
struct Mistake {
  std::string id;  ///< for instance "masked_after_softmax", "bits_not_nats", "output_rows_not_swapped"
  Tensor<double> answer;
};

struct Part {
  std::string id;                    ///< unique within the exercise
  AnswerKind kind = AnswerKind::number;
  Shape shape;
  std::vector<std::string> options;  ///< identifiers of what flags and choices name; empty for the other kinds
  Tensor<double> expected;
  Mask compared;                     ///< which elements count, same shape; empty: all
  std::vector<Mistake> mistakes;     ///< none equals `expected` where compared, no two are equal; an id may come twice
};

struct Given {
  std::string id;  ///< for instance "V", "weights", "ratio"
  Tensor<double> value;
};

struct Exercise {
  int number = 0;          ///< 1…6
  std::uint32_t seed = 0;  ///< 0 is the chapter's own exercise; any other seed draws new numbers
  std::vector<std::string> tokens;   ///< where the exercise has a record, else empty
  std::vector<std::string> targets;
  std::vector<Given> givens;
  std::vector<Part> parts;
};

/// Exercise 1…6 for a seed, else `out_of_range`. Expected answers and mistakes come from the core's own functions.
Exercise exercise(int number, std::uint32_t seed);

enum class Verdict {
  right,          ///< every compared element within 1e-3 relative (1e-9 absolute): four significant digits suffice
  imprecise,      ///< within 1e-2 relative: right so far, more digits are asked for
  known_mistake,  ///< exactly what a known misunderstanding gives, to the same tolerance as `right`
  wrong,
};

struct Grade {
  Verdict verdict = Verdict::wrong;
  std::string mistake;                ///< with `known_mistake`
  std::vector<std::size_t> differing; ///< flat indices of compared elements that are not right
};

/// Grades one part. answer has the part's shape and is finite (`shape_mismatch`, `not_finite`); an unknown part is
/// `unknown_name`; cells, flags and choices other than 0 and 1, and a choice without exactly one 1, are `out_of_range`.
/// Cells, flags and choices are compared exactly.
Grade grade(const Exercise& exercise, const std::string& part, const Tensor<double>& answer);

/// The mistakes that `grade` can name for this exercise, each once, in the order of the parts.
std::vector<std::string> mistake_ids(const Exercise& exercise);

}  // namespace maskscope
