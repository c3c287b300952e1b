#include <fstream>
#include <nlohmann/json.hpp>

#include "maskscope/attention/gradients.hpp"
#include "maskscope/masks/visibility.hpp"
#include "support/gradient_checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// 3 records of 4 positions, E = 5, two heads of width 3, E' = 7. The last position of record 1 is padding.
template <class T>
struct Inputs {
  Tensor<T> x = random_tensor<T>({3, 4, 5}, 1);
  MultiHeadParameters<T> parameters{2, random_tensor<T>({5, 6}, 2), random_tensor<T>({5, 6}, 3),
                                    random_tensor<T>({5, 6}, 4), random_tensor<T>({6, 7}, 5)};
  Tensor<T> grad_output = random_tensor<T>({3, 4, 7}, 6);
  AttentionOptions<T> options;

  Inputs() {
    options.causal = true;
    options.bias = random_tensor<T>({2, 4, 4}, 7);
    options.valid_queries = mask({3, 4}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
    options.visible = key_padding(options.valid_queries, 4);
  }
  MultiHeadGradients<T> gradients() const { return multi_head_gradients(x, parameters, grad_output, options); }
};

TEST(MultiHeadGradients, AreTheCentralDifferences) {
  Inputs<double> inputs;
  // Scores of these weights are large enough to saturate the softmax, where a difference sees nothing.
  inputs.options.scale = 0.05;
  const auto gradients = inputs.gradients();
  const auto total = [&] {
    return weighted_total(multi_head_attention(inputs.x, inputs.parameters, inputs.options), inputs.grad_output);
  };
  expect_differences(gradients.x, inputs.x, total);
  expect_differences(gradients.w_q, inputs.parameters.w_q, total);
  expect_differences(gradients.w_k, inputs.parameters.w_k, total);
  expect_differences(gradients.w_v, inputs.parameters.w_v, total);
  expect_differences(gradients.w_o, inputs.parameters.w_o, total);
  expect_differences(gradients.attention.bias, inputs.options.bias, total);
}

template <class T>
class MultiHeadGradientsOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(MultiHeadGradientsOf, Types);

TYPED_TEST(MultiHeadGradientsOf, PaddingReachesNoGradient) {
  const Inputs<TypeParam> inputs;
  const auto expected = inputs.gradients();
  for (const double poison : {nan, inf}) {
    auto poisoned = inputs;
    poisoned.x(1, 3, 2) = poisoned.grad_output(1, 3, 6) = static_cast<TypeParam>(poison);
    const auto gradients = poisoned.gradients();
    expect_same_bits(gradients.x, expected.x);
    expect_same_bits(gradients.w_q, expected.w_q);
    expect_same_bits(gradients.w_k, expected.w_k);
    expect_same_bits(gradients.w_v, expected.w_v);
    expect_same_bits(gradients.w_o, expected.w_o);
    for (std::size_t e = 0; e < 5; ++e) EXPECT_EQ(gradients.x(1, 3, e), 0);
  }
}

TEST(MultiHeadGradients, RefuseShapesThatDoNotFit) {
  Inputs<double> inputs;
  inputs.grad_output = random_tensor({3, 4, 5}, 8);
  expect_error(ErrorCode::shape_mismatch, "grad_output: expected shape [3,4,7], got [3,4,5]",
               [&] { inputs.gradients(); });
  inputs.x = random_tensor({12, 5}, 8);
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [*,*,*], got [12,5]", [&] { inputs.gradients(); });
  inputs.parameters.num_heads = 4;
  expect_error(ErrorCode::shape_mismatch, "num_heads: expected a divisor of the width 6, got 4",
               [&] { inputs.gradients(); });
}

/// One case of gradients.json.
class Golden {
 public:
  explicit Golden(const char* name) {
    std::ifstream file(MASKSCOPE_GOLDEN "/gradients.json");
    case_ = nlohmann::json::parse(file).at(name);
  }
  template <class A = Tensor<double>>
  A operator[](const char* path) const {
    const auto& stored = case_.at(nlohmann::json::json_pointer(path));
    return array<A>(stored.at("shape").get<Shape>(), stored.at("values").get<std::vector<double>>());
  }
  double number(const char* name) const { return case_.at(name).get<double>(); }

 private:
  nlohmann::json case_;
};

// float64 on both sides: sums of a few dozen products of numbers around 1.
constexpr double golden_tolerance = 1e-13;

TEST(AttentionGradients, AreThoseOfPyTorch) {
  const Golden golden("scaled_dot_product");
  AttentionOptions<double> options;
  options.scale = golden.number("scale");
  options.softcap = golden.number("softcap");
  options.bias = golden["/inputs/bias"];
  options.visible = golden.operator[]<Mask>("/visible");
  options.empty_row = EmptyRow::zeros;
  const Tensor<double> q = golden["/inputs/q"], k = golden["/inputs/k"], v = golden["/inputs/v"];
  expect_near(attention(q, k, v, options), golden["/output"], golden_tolerance);
  const auto gradients = attention_gradients(q, k, v, golden["/grad_output"], options);
  expect_near(gradients.q, golden["/gradients/q"], golden_tolerance);
  expect_near(gradients.k, golden["/gradients/k"], golden_tolerance);
  expect_near(gradients.v, golden["/gradients/v"], golden_tolerance);
  expect_near(gradients.bias, golden["/gradients/bias"], golden_tolerance);
}

TEST(MultiHeadGradients, AreThoseOfPyTorch) {
  const Golden golden("multi_head");
  const MultiHeadParameters<double> parameters{2, golden["/inputs/w_q"], golden["/inputs/w_k"], golden["/inputs/w_v"],
                                               golden["/inputs/w_o"]};
  AttentionOptions<double> options;
  options.causal = true;
  options.valid_queries = golden.operator[]<Mask>("/valid");
  options.visible = key_padding(options.valid_queries, 4);
  const auto gradients = multi_head_gradients(golden["/inputs/x"], parameters, golden["/grad_output"], options);
  expect_near(gradients.x, golden["/gradients/x"], golden_tolerance);
  expect_near(gradients.w_q, golden["/gradients/w_q"], golden_tolerance);
  expect_near(gradients.w_k, golden["/gradients/w_k"], golden_tolerance);
  expect_near(gradients.w_v, golden["/gradients/w_v"], golden_tolerance);
  expect_near(gradients.w_o, golden["/gradients/w_o"], golden_tolerance);
}

}  // namespace
}  // namespace maskscope
