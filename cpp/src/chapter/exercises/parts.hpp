#pragma once

// What the six exercises share: givens, parts with their mistakes, and little conversions between arrays.

#include <initializer_list>

#include "base/arrays.hpp"
#include "base/random.hpp"
#include "maskscope/chapter/chapter.hpp"

namespace maskscope::exercises {

using Values = Tensor<double>;

inline constexpr double right_tolerance = 1e-3;
inline constexpr double imprecise_tolerance = 1e-2;

/// Answers that are marks rather than measured numbers are compared exactly.
bool is_marks(AnswerKind kind);

/// The compared elements at which `answer` is not within `relative` of `reference`, as flat indices.
std::vector<std::size_t> differing(const Part& part, const Values& reference, const Values& answer, double relative);

void add_given(Exercise& exercise, const char* id, const Values& value);
void add_given(Exercise& exercise, const char* id, double value);

/// Appends a part without mistakes yet; its shape is that of `expected`. The reference holds until the next part.
Part& add_part(Exercise& exercise, const char* id, AnswerKind kind, const Values& expected);
/// The same for a single number.
Part& add_part(Exercise& exercise, const char* id, double expected);

/// Appends a choice. Every wrong option becomes the mistake "chose_<option>".
void add_choice(Exercise& exercise, const char* id, std::initializer_list<const char*> options, const char* right);

/// Adds a mistake, unless a reader could not tell it from the right answer or from a mistake already there.
void add_mistake(Part& part, const char* id, const Values& answer);
void add_mistake(Part& part, const char* id, double answer);

Values number(double value);                                ///< `[1]`
Values to_values(const Mask& mask);                         ///< 1 where true
Values row(const Values& matrix, std::size_t index);        ///< `[n]` of `[m,n]`
Values as_row(const Values& vector);                        ///< `[1,n]` of `[n]`
Values as_vector(const Values& array);                      ///< `[n]`: the same elements in one axis
Mask mask_row(const Mask& matrix, std::size_t index);       ///< `[1,n]` of `[m,n]`
Values mix(const Values& weights, const Values& v);         ///< `[L,D]` of weights `[L,S]` and v `[S,D]`
Values draw_integers(Random& random, ShapeView shape, int least, int greatest);

Exercise visible_record(std::uint32_t seed);    ///< 1
Exercise mask_after_softmax(std::uint32_t seed);///< 2
Exercise leak_ratio(std::uint32_t seed);        ///< 3
Exercise swapped_heads(std::uint32_t seed);     ///< 4
Exercise strict_triangle(std::uint32_t seed);   ///< 5
Exercise silent_faults(std::uint32_t seed);     ///< 6

/// The chapter's own exercise for seed 0. For other seeds exercises are drawn until one is well posed; should none of
/// many be, the chapter's own serves. `essential`: ids of mistakes that the exercise is about. Drawn numbers under
/// which one of them does no harm are no exercise.
Exercise build_for_seed(int number, std::uint32_t seed, Exercise (*chapter)(), Exercise (*draw)(Random&),
                        std::initializer_list<const char*> essential = {});

}  // namespace maskscope::exercises
