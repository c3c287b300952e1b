#pragma once

// What the tests of the exercises share.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "maskscope/chapter/chapter.hpp"

namespace maskscope::exercise_checks {

using Values = Tensor<double>;

inline constexpr int exercise_count = 6;
inline constexpr std::uint32_t graded_seeds = 50;
inline constexpr std::uint32_t posed_seeds = 200;

template <class Check>
void for_each_part(std::uint32_t last_seed, Check check) {
  for (int number = 1; number <= exercise_count; ++number) {
    for (std::uint32_t seed = 0; seed <= last_seed; ++seed) {
      const Exercise posed = exercise(number, seed);
      for (const Part& part : posed.parts) {
        SCOPED_TRACE("exercise " + std::to_string(number) + ", seed " + std::to_string(seed) + ", " + part.id);
        check(posed, part);
      }
    }
  }
}

inline const Part& part_of(const Exercise& posed, const std::string& id) {
  const auto found = std::find_if(posed.parts.begin(), posed.parts.end(), [&](const Part& p) { return p.id == id; });
  if (found == posed.parts.end()) throw std::out_of_range("no part " + id);
  return *found;
}

inline const Values& given(const Exercise& posed, const std::string& id) {
  const auto found = std::find_if(posed.givens.begin(), posed.givens.end(), [&](const Given& g) { return g.id == id; });
  if (found == posed.givens.end()) throw std::out_of_range("nothing given as " + id);
  return found->value;
}

inline bool is_marks(const Part& part) {
  return part.kind == AnswerKind::cells || part.kind == AnswerKind::flags || part.kind == AnswerKind::choice;
}

inline bool counts(const Part& part, std::size_t element) {
  return part.compared.dimension() == 0 || part.compared.storage()[element];
}

inline std::vector<std::size_t> compared_elements(const Part& part) {
  std::vector<std::size_t> elements;
  for (std::size_t i = 0; i < part.expected.size(); ++i) {
    if (counts(part, i)) elements.push_back(i);
  }
  return elements;
}

inline void expect_near(const Values& actual, const Values& expected, double tolerance = 1e-12) {
  ASSERT_EQ(shape_of(actual), shape_of(expected));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = std::abs(actual.storage()[i] - expected.storage()[i]);
    EXPECT_TRUE(difference <= tolerance) << "element " << i << ": " << actual.storage()[i] << ", expected "
                                         << expected.storage()[i];
  }
}

inline std::string chosen(const Part& part) {
  const auto& marks = part.expected.storage();
  return part.options.at(static_cast<std::size_t>(std::find(marks.begin(), marks.end(), 1.0) - marks.begin()));
}

template <class Call>
void expect_error(ErrorCode code, Call call) {
  try {
    call();
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
  }
}

}  // namespace maskscope::exercise_checks
