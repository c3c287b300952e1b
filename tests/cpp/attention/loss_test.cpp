#include "maskscope/attention/loss.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

const Tensor<double> probabilities = tensor({1, 3, 2}, {0.5, 0.5, 0.25, 0.75, 0, 1});

TEST(Loss, IsTheMeanOfMinusLogOverScoredTargets) {
  const Indices targets = indices({1, 3}, {0, 1, 0});
  EXPECT_NEAR(mean_negative_log_likelihood(probabilities, targets, mask({1, 3}, {1, 1, 0})),
              -(std::log(0.5) + std::log(0.75)) / 2, 1e-15);
  EXPECT_NEAR(mean_negative_log_likelihood(tensor<float>({1, 1, 2}, {0.25, 0.75}), indices({1, 1}, {0}), mask({1, 1}, {1})),
              std::log(4.0f), 1e-6f);
}

TEST(Loss, OfAnImpossibleTargetIsInfinite) {
  EXPECT_EQ(mean_negative_log_likelihood(probabilities, indices({1, 3}, {0, 0, 0}), mask({1, 3}, {0, 0, 1})), inf);
}

TEST(Loss, AcceptsAProbabilityRoundedJustAboveOne) {
  const Tensor<double> above = tensor({1, 1, 1}, {1 + 2e-16});
  EXPECT_NEAR(mean_negative_log_likelihood(above, indices({1, 1}, {0}), mask({1, 1}, {1})), 0, 1e-15);
}

TEST(Loss, NeverReadsWhatIsNotScored) {
  const Tensor<double> spoilt = tensor({1, 2, 2}, {0.5, 0.5, nan, nan});
  EXPECT_NEAR(mean_negative_log_likelihood(spoilt, indices({1, 2}, {0, -100}), mask({1, 2}, {1, 0})), std::log(2.0),
              1e-15);
}

TEST(Loss, OfNothingScoredIsAnError) {
  expect_error(ErrorCode::no_scored_target, "scored: expected at least one scored target, got none", [] {
    mean_negative_log_likelihood(probabilities, indices({1, 3}, {0, 0, 0}), mask({1, 3}, {0, 0, 0}));
  });
}

TEST(Loss, RefusesTargetsAndProbabilitiesOutsideTheirRange) {
  const Mask last = mask({1, 3}, {0, 0, 1});
  expect_error(ErrorCode::out_of_range, "targets: expected 0 to 1, got 2 at index [0,2]",
               [&] { mean_negative_log_likelihood(probabilities, indices({1, 3}, {0, 0, 2}), last); });
  expect_error(ErrorCode::out_of_range, "targets: expected 0 to 1, got -1 at index [0,2]",
               [&] { mean_negative_log_likelihood(probabilities, indices({1, 3}, {0, 0, -1}), last); });
  for (const double wrong : {1.5, -0.25}) {
    const std::string shown = wrong > 0 ? "1.5" : "-0.25";
    expect_error(ErrorCode::out_of_range,
                 "probabilities: expected 0 to 1 for a scored target, got " + shown + " at index [0,0]", [&] {
                   mean_negative_log_likelihood(tensor({1, 1, 1}, {wrong}), indices({1, 1}, {0}), mask({1, 1}, {1}));
                 });
  }
  expect_error(ErrorCode::out_of_range, "probabilities: expected 0 to 1 for a scored target, got NaN at index [0,0]", [] {
    mean_negative_log_likelihood(tensor({1, 1, 1}, {nan}), indices({1, 1}, {0}), mask({1, 1}, {1}));
  });
}

TEST(Loss, RefusesShapesThatDiffer) {
  expect_error(ErrorCode::shape_mismatch, "probabilities: expected shape [*,*,*], got [3,2]", [] {
    mean_negative_log_likelihood(reshaped(probabilities, {3, 2}), indices({1, 3}, {0, 0, 0}), mask({1, 3}, {1, 1, 1}));
  });
  expect_error(ErrorCode::shape_mismatch, "targets: expected shape [1,3], got [3]", [] {
    mean_negative_log_likelihood(probabilities, indices({3}, {0, 0, 0}), mask({1, 3}, {1, 1, 1}));
  });
  expect_error(ErrorCode::shape_mismatch, "scored: expected shape [1,3], got [1,2]", [] {
    mean_negative_log_likelihood(probabilities, indices({1, 3}, {0, 0, 0}), mask({1, 2}, {1, 1}));
  });
  expect_error(ErrorCode::empty_input, "probabilities: expected at least one element, got shape [1,0,2]", [] {
    mean_negative_log_likelihood(tensor({1, 0, 2}, {}), indices({1, 0}, {}), mask({1, 0}, {}));
  });
}

}  // namespace
}  // namespace maskscope
