#include "maskscope/attention/multi_head.hpp"

#include "maskscope/masks/visibility.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// Example 16.3: identity projections, two heads of width 1.
MultiHeadParameters<double> chapter_parameters() {
  const Tensor<double> identity = tensor({2, 2}, {1, 0, 0, 1});
  return {2, identity, identity, identity, golden_tensor("example_16_3.W_O")};
}

Tensor<double> chapter_x() { return reshaped(golden_tensor("inputs.X"), {1, 3, 2}); }

AttentionOptions<double> causal_options() {
  AttentionOptions<double> options;
  options.causal = true;
  return options;
}

/// E = 3, C = 6, E' = 4.
template <class T>
MultiHeadParameters<T> random_parameters(std::size_t heads) {
  return {heads, random_tensor<T>({3, 6}, 1), random_tensor<T>({3, 6}, 2), random_tensor<T>({3, 6}, 3),
          random_tensor<T>({6, 4}, 4)};
}

void expect_golden(const Tensor<double>& actual, const std::string& path) {
  const Tensor<double> expected = golden_tensor("example_16_3." + path);
  expect_near(reshaped(actual, shape_of(expected)), expected, 1e-12);
}

TEST(MultiHead, GivesTheChaptersTwoHeads) {
  const MultiHeadTrace<double> trace = trace_multi_head(chapter_x(), chapter_parameters(), causal_options());
  const auto head = [](const Tensor<double>& array, std::size_t h) {
    const std::size_t size = array.size() / 2;
    return tensor({size}, {array.data() + h * size, array.data() + (h + 1) * size});
  };
  expect_golden(head(trace.attention.scores, 0), "D1");
  expect_golden(head(trace.attention.scores, 1), "D2");
  expect_golden(head(trace.attention.softmax.weights, 0), "A1");
  expect_golden(head(trace.attention.softmax.weights, 1), "A2");
  expect_golden(head(trace.attention.output, 0), "o1");
  expect_golden(head(trace.attention.output, 1), "o2");
  expect_golden(trace.merged, "J");
  expect_golden(trace.output, "Y");
}

TEST(MultiHead, SwappedHeadsChangeTheOutputUntilTheRowsFollow) {
  const MultiHeadParameters<double> swapped = permute_heads(chapter_parameters(), {1, 0});
  const MultiHeadTrace<double> trace = trace_multi_head(chapter_x(), swapped, causal_options());
  expect_golden(trace.merged, "swapped.J");
  expect_golden(trace.output, "swapped.Y_with_old_W_O");
  const MultiHeadParameters<double> repaired = permute_output_rows(swapped, {1, 0});
  expect_golden(repaired.w_o, "swapped.W_O_repaired");
  expect_golden(multi_head_attention(chapter_x(), repaired, causal_options()), "swapped.Y_repaired");
}

TEST(MultiHead, PermutingHeadsAndRowsTogetherLeavesTheFunctionAlone) {
  const Tensor<double> x = random_tensor({2, 5, 3}, 5);
  const MultiHeadParameters<double> parameters = random_parameters<double>(3);
  const std::vector<std::size_t> order = {2, 0, 1};
  const MultiHeadParameters<double> permuted = permute_output_rows(permute_heads(parameters, order), order);
  expect_near(multi_head_attention(x, permuted, causal_options()),
              multi_head_attention(x, parameters, causal_options()), 1e-14);
  // Head 0 of the new order is the old head 2: columns 4 and 5 come first.
  EXPECT_EQ(permuted.w_q(1, 0), parameters.w_q(1, 4));
  EXPECT_EQ(permuted.w_o(1, 3), parameters.w_o(5, 3));
}

template <class T>
class MultiHeadOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(MultiHeadOf, Types);

TYPED_TEST(MultiHeadOf, TraceAndOutputAgreeBitForBit) {
  const Tensor<TypeParam> x = random_tensor<TypeParam>({2, 5, 3}, 5);
  AttentionOptions<TypeParam> options;
  options.causal = true;
  options.valid_queries = mask({2, 5}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 0});
  options.visible = key_padding(options.valid_queries, 5);
  for (const std::size_t heads : {1, 2, 3, 6}) {
    const MultiHeadParameters<TypeParam> parameters = random_parameters<TypeParam>(heads);
    expect_same_bits(trace_multi_head(x, parameters, options).output, multi_head_attention(x, parameters, options));
  }
}

TYPED_TEST(MultiHeadOf, ConcatenatedProjectionIsTheSumOfTheContributions) {
  const MultiHeadTrace<TypeParam> trace =
      trace_multi_head(random_tensor<TypeParam>({2, 5, 3}, 5), random_parameters<TypeParam>(3));
  Tensor<TypeParam> sum = Tensor<TypeParam>::from_shape({2, 5, 4});
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t t = 0; t < 5; ++t) {
      for (std::size_t e = 0; e < 4; ++e) {
        sum(b, t, e) = trace.contributions(b, 0, t, e) + trace.contributions(b, 1, t, e) + trace.contributions(b, 2, t, e);
      }
    }
  }
  // Six products of numbers below 4 in magnitude.
  expect_near(sum, trace.output, 64 * static_cast<double>(std::numeric_limits<TypeParam>::epsilon()));
}

TEST(MultiHead, OneHeadIsPlainAttention) {
  const Tensor<double> x = random_tensor({1, 4, 3}, 6);
  const MultiHeadParameters<double> parameters = random_parameters<double>(1);
  const auto one_head = [&](const Tensor<double>& w) { return reshaped(project(x, w), {1, 1, 4, 6}); };
  const Tensor<double> heads =
      attention(one_head(parameters.w_q), one_head(parameters.w_k), one_head(parameters.w_v), causal_options());
  expect_same_bits(multi_head_attention(x, parameters, causal_options()),
                   project(reshaped(heads, {1, 4, 6}), parameters.w_o));
}

TEST(MultiHead, NaNInPaddingNeverReachesTheOutput) {
  Tensor<double> x = random_tensor({1, 4, 3}, 7);
  AttentionOptions<double> options = causal_options();
  options.valid_queries = mask({1, 4}, {0, 1, 1, 0});
  options.visible = key_padding(options.valid_queries, 4);
  const Tensor<double> clean = multi_head_attention(x, random_parameters<double>(2), options);
  for (std::size_t e = 0; e < 3; ++e) x(0, 0, e) = x(0, 3, e) = nan;
  const Tensor<double> output = multi_head_attention(x, random_parameters<double>(2), options);
  expect_same_bits(output, clean);
  for (std::size_t e = 0; e < 4; ++e) EXPECT_EQ(output(0, 3, e), 0);
}

TEST(Project, MultipliesRowsFromTheLeft) {
  expect_equal(project(tensor({1, 2, 2}, {1, 2, 3, 4}), tensor({2, 3}, {1, 0, 1, 0, 1, 1})),
               tensor({1, 2, 3}, {1, 2, 3, 3, 4, 7}));
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [1,2], got [1,3]",
               [] { project(tensor({1, 3}, {1, 2, 3}), tensor({2, 1}, {1, 1})); });
  expect_error(ErrorCode::shape_mismatch, "w: expected shape [*,*], got [2]",
               [] { project(tensor({1, 2}, {1, 2}), tensor({2}, {1, 1})); });
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [...,T,E], got []",
               [] { project(Tensor<double>(), tensor({2, 1}, {1, 1})); });
  expect_error(ErrorCode::empty_input, "x: expected at least one element, got shape [0,2]",
               [] { project(tensor({0, 2}, {}), tensor({2, 1}, {1, 1})); });
}

TEST(SplitHeads, ReshapesThenTransposes) {
  const Tensor<double> heads = split_heads(tensor({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}), 2);
  expect_equal(heads, tensor({1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7}));
  expect_equal(merge_heads(heads), tensor({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}));
  for (const std::size_t count : {1, 2, 3, 4, 6, 12}) {
    const Tensor<double> x = random_tensor({3, 5, 12}, 8);
    expect_same_bits(merge_heads(split_heads(x, count)), x);
  }
}

TEST(SplitHeads, RefusesHeadsThatDoNotDivide) {
  const Tensor<double> x = random_tensor({1, 2, 4}, 9);
  expect_error(ErrorCode::shape_mismatch, "num_heads: expected a divisor of the width 4, got 3",
               [&] { split_heads(x, 3); });
  expect_error(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0", [&] { split_heads(x, 0); });
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [*,*,*], got [2,4]",
               [&] { split_heads(reshaped(x, {2, 4}), 2); });
  expect_error(ErrorCode::shape_mismatch, "heads: expected shape [*,*,*,*], got [1,2,4]", [&] { merge_heads(x); });
}

TEST(MultiHead, RefusesParametersThatDoNotFit) {
  const Tensor<double> x = random_tensor({1, 2, 3}, 10);
  const auto expect_refused = [&](ErrorCode code, const std::string& message, const MultiHeadParameters<double>& p) {
    expect_error(code, message, [&] { multi_head_attention(x, p); });
    expect_error(code, message, [&] { trace_multi_head(x, p); });
    expect_error(code, message, [&] { permute_heads(p, {0, 1}); });
    expect_error(code, message, [&] { permute_output_rows(p, {0, 1}); });
  };
  MultiHeadParameters<double> p = random_parameters<double>(2);
  p.w_q = random_tensor({6}, 1);
  expect_refused(ErrorCode::shape_mismatch, "w_q: expected shape [*,*], got [6]", p);
  p = random_parameters<double>(2);
  p.w_k = random_tensor({3, 5}, 1);
  expect_refused(ErrorCode::shape_mismatch, "w_k: expected shape [3,6], got [3,5]", p);
  p = random_parameters<double>(2);
  p.w_v = random_tensor({2, 6}, 1);
  expect_refused(ErrorCode::shape_mismatch, "w_v: expected shape [3,6], got [2,6]", p);
  p = random_parameters<double>(2);
  p.w_o = random_tensor({5, 4}, 1);
  expect_refused(ErrorCode::shape_mismatch, "w_o: expected shape [6,4], got [5,4]", p);
  expect_refused(ErrorCode::shape_mismatch, "num_heads: expected a divisor of the width 6, got 4",
                 random_parameters<double>(4));
  expect_refused(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0", random_parameters<double>(0));
  expect_error(ErrorCode::shape_mismatch, "x: expected shape [*,*,3], got [1,3,2]",
               [&] { multi_head_attention(reshaped(x, {1, 3, 2}), random_parameters<double>(2)); });
}

TEST(PermuteHeads, RefusesWhatIsNotAnOrder) {
  const MultiHeadParameters<double> p = random_parameters<double>(2);
  for (const std::vector<std::size_t>& order : {std::vector<std::size_t>{0}, {0, 0}, {0, 2}, {0, 1, 2}}) {
    const std::string message = "order: expected every head from 0 to 1 once, got " + to_string(order);
    expect_error(ErrorCode::out_of_range, message, [&] { permute_heads(p, order); });
    expect_error(ErrorCode::out_of_range, message, [&] { permute_output_rows(p, order); });
  }
}

}  // namespace
}  // namespace maskscope
