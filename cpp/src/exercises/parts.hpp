#pragma once

// What the six exercises share: tolerances, parts with their mistakes, and little conversions between arrays.

#include <string>
#include <vector>

#include "arrays.hpp"
#include "exercises/random.hpp"
#include "maskscope/chapter.hpp"

namespace maskscope::exercises {

using Values = Tensor<double>;

inline constexpr double right_tolerance = 1e-3;
inline constexpr double imprecise_tolerance = 1e-2;

/// Answers that are marks rather than measured numbers are compared exactly.
bool is_marks(AnswerKind kind);

/// The compared elements at which `answer` is not within `relative` of `reference`, as flat indices.
std::vector<std::size_t> differing(const Part& part, const Values& reference, const Values& answer, double relative);

/// A part without mistakes yet. The shape is that of `expected`.
Part make_part(const std::string& id, AnswerKind kind, const Values& expected, std::vector<std::string> options = {});

/// Every wrong option becomes the mistake "chose_<option>".
Part make_choice(const std::string& id, const std::vector<std::string>& options, const std::string& right);

/// Adds a mistake, unless a reader could not tell it from the right answer or from a mistake already there.
void add_mistake(Part& part, const std::string& id, const Values& answer);

/// Ids of mistakes that an exercise is about: drawn numbers under which one of them does no harm are no exercise.
using Essential = std::vector<std::string>;

/// A choice needs no more than its wrong options; every other part needs three mistakes. All numbers are finite, and
/// every essential mistake is recognised.
bool is_well_posed(const Exercise& exercise, const Essential& essential);

/// Mixes the order of all options of which there are more than two: "yes" stays before "no".
void shuffle_choices(Exercise& exercise, Random& random);

Values number(double value);                                ///< `[1]`
Values to_values(const Mask& mask);                         ///< 1 where true
Values row(const Values& matrix, std::size_t index);        ///< `[n]` of `[m,n]`
Values as_row(const Values& vector);                        ///< `[1,n]` of `[n]`
Values as_vector(const Values& array);                      ///< `[n]`: the same elements in one axis
Mask mask_row(const Mask& matrix, std::size_t index);       ///< `[1,n]` of `[m,n]`
Values mix(const Values& weights, const Values& v);         ///< `[L,D]` of weights `[L,S]` and v `[S,D]`
Values draw_integers(Random& random, const Shape& shape, int least, int greatest);

Exercise visible_record(std::uint32_t seed);    ///< 1
Exercise mask_after_softmax(std::uint32_t seed);///< 2
Exercise leak_ratio(std::uint32_t seed);        ///< 3
Exercise swapped_heads(std::uint32_t seed);     ///< 4
Exercise strict_triangle(std::uint32_t seed);   ///< 5
Exercise silent_faults(std::uint32_t seed);     ///< 6

/// The chapter's own exercise for seed 0. For other seeds settings are drawn until one gives a well-posed exercise;
/// should none of many do, the chapter's own numbers serve.
template <class Setting, class Draw, class Build>
Exercise build_for_seed(int number, std::uint32_t seed, const Setting& chapter, Draw draw, Build build,
                        const Essential& essential = {}) {
  Random random((static_cast<std::uint64_t>(number) << 32) | seed);
  Exercise result = build(chapter);
  if (seed != 0) {
    for (int attempt = 0; attempt < 100; ++attempt) {
      Exercise drawn = build(draw(random));
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
