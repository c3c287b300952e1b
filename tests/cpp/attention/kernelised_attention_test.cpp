#include "maskscope/attention/kernelised_attention.hpp"

#include "maskscope/attention/linear_attention.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// One output element straight from the definition, in long double.
long double reference(const Tensor<double>& q, const Tensor<double>& k, const Tensor<double>& v, bool causal,
                      const Shape& at) {
  const auto feature = [](long double x) { return x > 0 ? x + 1 : std::exp(x); };
  const std::size_t g = at[1] / (q.shape(1) / k.shape(1));
  long double numerator = 0, denominator = 0;
  for (std::size_t j = 0; j < k.shape(2) && (!causal || j <= at[2]); ++j) {
    long double similarity = 0;
    for (std::size_t d = 0; d < q.shape(3); ++d) {
      similarity += feature(q(at[0], at[1], at[2], d)) * feature(k(at[0], g, j, d));
    }
    numerator += similarity * v(at[0], g, j, at[3]);
    denominator += similarity;
  }
  return numerator / denominator;
}

TEST(KernelisedAttention, EqualsTheQuadraticForm) {
  for (const auto& [queries, keys] : {std::pair<std::size_t, std::size_t>{5, 8}, {8, 5}, {1, 9}, {9, 1}}) {
    const Tensor<double> q = random_tensor({2, 6, queries, 4}, 1), k = random_tensor({2, 3, keys, 4}, 2),
                         v = random_tensor({2, 3, keys, 7}, 3);
    for (const bool causal : {false, true}) {
      const Tensor<double> output = kernelised_attention(q, k, v, causal).output;
      const KernelisedAttentionTrace<double> trace = trace_kernelised_attention(q, k, v, causal);
      ASSERT_EQ(shape_of(output), (Shape{2, 6, queries, 7}));
      expect_near(output, trace.output, 1e-14);
      for (std::size_t b = 0; b < 2; ++b) {
        for (std::size_t h = 0; h < 6; ++h) {
          for (std::size_t i = 0; i < queries; ++i) {
            for (std::size_t e = 0; e < 7; ++e) {
              EXPECT_NEAR(output(b, h, i, e), static_cast<double>(reference(q, k, v, causal, {b, h, i, e})), 1e-14);
            }
          }
        }
      }
    }
  }
}

TEST(KernelisedAttention, CostGrowsWithTheLengthNotItsSquare) {
  const auto costs = [](std::size_t length, bool causal) {
    const Tensor<float> q = random_tensor<float>({2, 6, length, 4}, 1), k = random_tensor<float>({2, 3, length, 4}, 2),
                        v = random_tensor<float>({2, 3, length, 5}, 3);
    return std::pair(kernelised_attention(q, k, v, causal).multiply_adds,
                     trace_kernelised_attention(q, k, v, causal).multiply_adds);
  };
  for (const bool causal : {false, true}) {
    for (const std::size_t length : {8u, 64u}) {
      const auto [linear, quadratic] = costs(length, causal);
      EXPECT_EQ(linear, 2 * (3 + 6) * length * 4 * (5 + 1));
      EXPECT_EQ(quadratic, 2 * 6 * (causal ? length * (length + 1) / 2 : length * length) * (4 + 5));
      EXPECT_EQ(costs(2 * length, causal).first, 2 * linear);
      EXPECT_GT(costs(2 * length, causal).second, 3.7 * static_cast<double>(quadratic));
    }
  }
}

TEST(KernelisedAttention, TraceShowsEveryStep) {
  const Tensor<double> q = tensor({1, 1, 2, 1}, {1, std::log(0.5)}), k = tensor({1, 1, 2, 1}, {0, 2});
  const KernelisedAttentionTrace<double> trace = trace_kernelised_attention(q, k, tensor({1, 1, 2, 1}, {4, 8}), true);
  expect_near(trace.q_features, tensor({1, 1, 2, 1}, {2, 0.5}), 1e-15);
  expect_near(trace.k_features, tensor({1, 1, 2, 1}, {1, 3}), 1e-15);
  expect_near(trace.similarities, tensor({1, 1, 2, 2}, {2, 0, 0.5, 1.5}), 1e-15);
  expect_near(trace.row_sum, tensor({1, 1, 2}, {2, 2}), 1e-15);
  expect_near(trace.weights, tensor({1, 1, 2, 2}, {1, 0, 0.25, 0.75}), 1e-15);
  expect_near(trace.output, tensor({1, 1, 2, 1}, {4, 7}), 1e-14);
}

TEST(KernelisedAttention, NeverReadsABlockedKey) {
  const Tensor<double> q = random_tensor({1, 2, 4, 3}, 1);
  Tensor<double> k = random_tensor({1, 1, 6, 3}, 2), v = random_tensor({1, 1, 6, 5}, 3);
  const Tensor<double> clean = kernelised_attention(q, k, v, true).output;
  k(0, 0, 4, 1) = inf;
  v(0, 0, 5, 0) = nan;
  expect_same_bits(kernelised_attention(q, k, v, true).output, clean);
  EXPECT_TRUE(all_finite(trace_kernelised_attention(q, k, v, true).output));
  EXPECT_FALSE(all_finite(kernelised_attention(q, k, v).output));
}

TEST(KernelisedAttention, CausalIsTheLinearRuleOnFeaturesWithAColumnOfOnes) {
  const Tensor<double> q = random_tensor({1, 1, 5, 3}, 1), k = random_tensor({1, 1, 5, 3}, 2),
                       v = random_tensor({1, 1, 5, 2}, 3);
  const KernelisedAttentionTrace<double> features = trace_kernelised_attention(q, k, v, true);
  Tensor<double> v_and_one = Tensor<double>::from_shape({1, 5, 3});
  for (std::size_t t = 0; t < 5; ++t) {
    v_and_one(0, t, 0) = v(0, 0, t, 0);
    v_and_one(0, t, 1) = v(0, 0, t, 1);
    v_and_one(0, t, 2) = 1;
  }
  LinearAttentionOptions<double> options;
  options.update_rule = UpdateRule::linear;
  options.scale = 1;
  const Tensor<double> sums = linear_attention(reshaped(features.q_features, {1, 5, 3}),
                                               reshaped(features.k_features, {1, 5, 3}), v_and_one, options).output;
  const Tensor<double> output = kernelised_attention(q, k, v, true).output;
  for (std::size_t t = 0; t < 5; ++t) {
    for (std::size_t e = 0; e < 2; ++e) EXPECT_NEAR(output(0, 0, t, e), sums(0, t, e) / sums(0, t, 2), 1e-14);
  }
}

TEST(KernelisedAttention, FeaturesThatUnderflowGiveNaN) {
  const Tensor<double> low = tensor({1, 1, 1, 1}, {-800});
  EXPECT_TRUE(all_nan(kernelised_attention(low, low, low).output));
}

TEST(KernelisedAttention, RefusesWrongShapes) {
  const Tensor<double> q = random_tensor({2, 6, 5, 4}, 1), k = random_tensor({2, 3, 8, 4}, 2),
                       v = random_tensor({2, 3, 8, 7}, 3);
  const auto expect_refused = [](ErrorCode code, const std::string& message, const Tensor<double>& q,
                                 const Tensor<double>& k, const Tensor<double>& v) {
    expect_error(code, message, [&] { kernelised_attention(q, k, v); });
    expect_error(code, message, [&] { trace_kernelised_attention(q, k, v, true); });
  };
  const ErrorCode mismatch = ErrorCode::shape_mismatch;
  expect_refused(mismatch, "q: expected shape [*,*,*,*], got [3]", tensor({3}, {1, 2, 3}), k, v);
  expect_refused(mismatch, "k: expected shape [2,*,*,4], got [2,3,8,7]", q, v, v);
  expect_refused(mismatch, "v: expected shape [2,3,8,*], got [2,6,5,4]", q, k, q);
  expect_refused(mismatch, "q: expected a multiple of the 3 key heads, got 5 query heads",
                 random_tensor({2, 5, 5, 4}, 1), k, v);
  expect_refused(ErrorCode::empty_input, "q: expected at least one element, got shape [2,0,5,4]",
                 tensor({2, 0, 5, 4}, {}), k, v);
  expect_refused(ErrorCode::empty_input, "k: expected at least one element, got shape [2,0,8,4]", q,
                 tensor({2, 0, 8, 4}, {}), v);
  expect_refused(ErrorCode::empty_input, "v: expected at least one element, got shape [2,3,8,0]", q, k,
                 tensor({2, 3, 8, 0}, {}));
}

TEST(KernelisedAttention, RefusesSizesBeforeAllocating) {
  const auto random = [](const Shape& shape) { return random_tensor<float>(shape, 1); };
  const Tensor<float> wide = random({1, 1, 1, 65536}), tall = random({1, 1, 65536, 1});
  expect_error(ErrorCode::too_large,
               "key sums: expected at most 2147483648 bytes, got 17179869184 bytes for the shape [65536,65536]",
               [&] { kernelised_attention(wide, wide, wide); });
  expect_error(ErrorCode::too_large,
               "output: expected at most 2147483648 bytes, got 17179869184 bytes for the shape [1,1,65536,65536]",
               [&] { kernelised_attention(tall, random({1, 1, 1, 1}), wide); });
  expect_error(ErrorCode::too_large,
               "similarities: expected at most 2147483648 bytes, got 17179869184 bytes for the shape [1,1,65536,65536]",
               [&] { trace_kernelised_attention(tall, tall, tall); });
}

}  // namespace
}  // namespace maskscope
