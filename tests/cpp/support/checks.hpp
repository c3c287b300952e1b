#pragma once

// What the tests share: arrays from lists, random arrays, comparisons that NaN fails, expected errors.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "golden/chapter16.hpp"
#include "maskscope/base/tensor.hpp"

namespace maskscope::checks {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double inf = std::numeric_limits<double>::infinity();

template <class A, class V>
A array(const Shape& shape, const std::vector<V>& values) {
  A result(typename A::shape_type(shape.begin(), shape.end()));
  if (result.size() != values.size()) throw std::logic_error("a test's shape and values differ");
  for (std::size_t i = 0; i < values.size(); ++i) result.data()[i] = static_cast<typename A::value_type>(values[i]);
  return result;
}

template <class T = double>
Tensor<T> tensor(const Shape& shape, const std::vector<double>& values) {
  return array<Tensor<T>>(shape, values);
}

inline Mask mask(const Shape& shape, const std::vector<int>& values) { return array<Mask>(shape, values); }
inline Indices indices(const Shape& shape, const std::vector<int>& values) { return array<Indices>(shape, values); }

template <class A>
A reshaped(A values, const Shape& shape) {
  values.reshape(shape);
  return values;
}

inline const golden::Array& golden_array(const std::string& path) { return golden::chapter16.at(path); }

template <class T = double>
Tensor<T> golden_tensor(const std::string& path) {
  return tensor<T>(golden_array(path).shape, golden_array(path).values);
}

inline Mask golden_mask(const std::string& path) {
  return array<Mask>(golden_array(path).shape, golden_array(path).values);
}

inline double golden_number(const std::string& path) { return golden_array(path).values.at(0); }

/// Uniform in [-2, 2), the same on every machine.
template <class T = double>
Tensor<T> random_tensor(const Shape& shape, std::uint32_t seed) {
  std::mt19937 generator(seed);
  Tensor<T> result(typename Tensor<T>::shape_type(shape.begin(), shape.end()));
  for (T& element : result.storage()) element = static_cast<T>(static_cast<double>(generator()) / 1073741824.0 - 2.0);
  return result;
}

/// About half of the cells true.
inline Mask random_mask(const Shape& shape, std::uint32_t seed) {
  std::mt19937 generator(seed);
  Mask result(Mask::shape_type(shape.begin(), shape.end()));
  for (bool& element : result.storage()) element = generator() % 2 == 0;
  return result;
}

template <class A, class B>
void expect_near(const A& actual, const B& expected, double tolerance) {
  ASSERT_EQ(shape_of(actual), shape_of(expected));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double difference = std::abs(static_cast<double>(actual.data()[i]) - static_cast<double>(expected.data()[i]));
    // Negated, so that NaN fails.
    if (!(difference <= tolerance)) {
      ADD_FAILURE() << "element " << i << ": " << actual.data()[i] << " instead of " << expected.data()[i];
    }
  }
}

template <class A>
void expect_equal(const A& actual, const A& expected) {
  ASSERT_EQ(shape_of(actual), shape_of(expected));
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_EQ(actual.data()[i], expected.data()[i]) << "element " << i;
}

/// Bit for bit, so that -0 differs from 0 and NaN equals itself.
template <class T>
void expect_same_bits(const Tensor<T>& actual, const Tensor<T>& expected) {
  ASSERT_EQ(shape_of(actual), shape_of(expected));
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(T)), 0);
}

template <class T>
bool all_nan(const Tensor<T>& array) {
  for (const T element : array.storage()) {
    if (!std::isnan(element)) return false;
  }
  return true;
}

template <class T>
bool all_finite(const Tensor<T>& array) {
  for (const T element : array.storage()) {
    if (!std::isfinite(element)) return false;
  }
  return true;
}

/// The whole message: it is part of what users meet.
template <class Call>
void expect_error(ErrorCode code, const std::string& message, Call call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown instead of: " << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_EQ(error.what(), message);
  }
}

}  // namespace maskscope::checks
