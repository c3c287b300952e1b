#pragma once

// Gradients against differences of the function itself.

#include <functional>

#include "support/checks.hpp"

namespace maskscope::checks {

inline double weighted_total(const Tensor<double>& output, const Tensor<double>& weights) {
  double sum = 0;
  for (std::size_t n = 0; n < output.size(); ++n) sum += output.data()[n] * weights.data()[n];
  return sum;
}

/// Every element of `gradient` against a central difference in `variable`, to 1e-6 of the largest element. The step
/// balances its square against the rounding of the total.
inline void expect_differences(const Tensor<double>& gradient, Tensor<double>& variable,
                               const std::function<double()>& total) {
  constexpr double step = 1e-5;
  ASSERT_EQ(shape_of(gradient), shape_of(variable));
  Tensor<double> differences = gradient;
  double largest = 0;
  for (std::size_t n = 0; n < variable.size(); ++n) {
    const double before = variable.data()[n];
    variable.data()[n] = before + step;
    const double above = total();
    variable.data()[n] = before - step;
    differences.data()[n] = (above - total()) / (2 * step);
    variable.data()[n] = before;
    largest = std::max(largest, std::abs(differences.data()[n]));
  }
  EXPECT_GT(largest, 0.01) << "nothing to compare";
  expect_near(gradient, differences, 1e-6 * largest);
}

}  // namespace maskscope::checks
