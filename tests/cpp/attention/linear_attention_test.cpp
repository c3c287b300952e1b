#include "maskscope/attention/linear_attention.hpp"

#include "support/checks.hpp"
#include "support/onnx_cases.hpp"

namespace maskscope {
namespace {

using namespace checks;

// Every axis of a different length.
constexpr std::size_t batch = 2, positions = 5, heads = 6, key_heads = 3, width = 4, value_width = 7;

Tensor<double> random_q() { return random_tensor({batch, positions, heads * width}, 1); }
Tensor<double> random_k() { return random_tensor({batch, positions, key_heads * width}, 2) / 3; }
Tensor<double> random_v() { return random_tensor({batch, positions, key_heads * value_width}, 3); }

/// Options of a rule with random gates: decay for each key coordinate or each head, beta for each head or one for all.
LinearAttentionOptions<double> random_options(UpdateRule rule, bool narrow = false) {
  LinearAttentionOptions<double> options;
  options.q_num_heads = heads;
  options.kv_num_heads = key_heads;
  options.update_rule = rule;
  options.past_state = random_tensor({batch, key_heads, width, value_width}, 4);
  if (rule == UpdateRule::gated || rule == UpdateRule::gated_delta) {
    options.decay = random_tensor({batch, positions, narrow ? key_heads : key_heads * width}, 5) - 2;
  }
  if (rule == UpdateRule::delta || rule == UpdateRule::gated_delta) {
    options.beta = (random_tensor({batch, positions, narrow ? 1 : key_heads}, 6) + 2) / 4;
  }
  return options;
}

/// The state after position t as the product of one matrix a position: S = (I - b k k^T) diag(exp g) S + b k v^T,
/// where a rule without beta erases nothing and writes with b = 1. One element of the output at a time.
long double reference(const LinearAttentionOptions<double>& options, std::size_t b, std::size_t t, std::size_t h,
                      std::size_t e) {
  const Tensor<double> q = random_q(), k = random_k(), v = random_v();
  const std::size_t g = h / (heads / key_heads);
  std::vector<long double> state(width);
  for (std::size_t d = 0; d < width; ++d) state[d] = is_given(options.past_state) ? options.past_state(b, g, d, e) : 0;
  for (std::size_t s = 0; s <= t; ++s) {
    if (is_given(options.decay)) {
      const bool narrow = options.decay.shape(2) == key_heads;
      for (std::size_t d = 0; d < width; ++d) {
        state[d] *= std::exp(static_cast<long double>(options.decay(b, s, narrow ? g : g * width + d)));
      }
    }
    const bool erases = is_given(options.beta);
    const long double beta = erases ? options.beta(b, s, options.beta.shape(2) == 1 ? 0 : g) : 1;
    std::vector<long double> next(width);
    for (std::size_t d = 0; d < width; ++d) {
      const long double key = k(b, s, g * width + d);
      for (std::size_t c = 0; c < width; ++c) {
        const long double erased = erases ? beta * key * k(b, s, g * width + c) : 0;
        next[d] += ((c == d) - erased) * state[c];
      }
      next[d] += beta * key * v(b, s, g * value_width + e);
    }
    state = next;
  }
  long double output = 0;
  for (std::size_t d = 0; d < width; ++d) output += q(b, t, h * width + d) * state[d];
  return output * options.scale.value_or(1 / std::sqrt(static_cast<double>(width)));
}

void expect_reference(const LinearAttentionOptions<double>& options) {
  SCOPED_TRACE(name(options.update_rule));
  const Tensor<double> output = linear_attention(random_q(), random_k(), random_v(), options).output;
  ASSERT_EQ(shape_of(output), (Shape{batch, positions, heads * value_width}));
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t t = 0; t < positions; ++t) {
      for (std::size_t h = 0; h < heads; ++h) {
        for (std::size_t e = 0; e < value_width; ++e) {
          EXPECT_NEAR(output(b, t, h * value_width + e), static_cast<double>(reference(options, b, t, h, e)), 1e-13);
        }
      }
    }
  }
}

TEST(LinearAttention, AgreesWithEveryCaseOfOnnx) {
  if (!has_onnx_cases()) GTEST_SKIP() << "MASKSCOPE_SHARED does not name the folder with the cases";
  const std::vector<OnnxCase> cases = onnx_cases("LinearAttention");
  EXPECT_EQ(cases.size(), 14u);
  for (const OnnxCase& onnx : cases) {
    SCOPED_TRACE(onnx.name);
    LinearAttentionOptions<float> options;
    options.q_num_heads = onnx.attributes.at("q_num_heads");
    options.kv_num_heads = onnx.attributes.at("kv_num_heads");
    options.update_rule = update_rule_from_name(onnx.attributes.value("update_rule", "gated_delta"));
    options.scale = onnx.attributes.value("scale", 0.0f);
    options.past_state = onnx.input<Tensor<float>>("past_state");
    options.decay = onnx.input<Tensor<float>>("decay");
    options.beta = onnx.input<Tensor<float>>("beta");
    options.precision = precision_from_name(onnx.inputs.at("query").dtype);
    options.state_precision = precision_from_name(onnx.outputs.at("present_state").dtype);
    const LinearAttentionResult<float> result =
        linear_attention(onnx.input<Tensor<float>>("query"), onnx.input<Tensor<float>>("key"),
                         onnx.input<Tensor<float>>("value"), options);
    expect_conforms(result.output, onnx.outputs.at("output"));
    expect_conforms(result.present_state, onnx.outputs.at("present_state"));
  }
}

TEST(LinearAttention, IsTheProductOfOneMatrixAPosition) {
  for (const UpdateRule rule : all_update_rules) {
    expect_reference(random_options(rule));
    expect_reference(random_options(rule, true));
  }
}

TEST(LinearAttention, ScaleOfNoneAndZeroIsOneOverRootD) {
  LinearAttentionOptions<double> options = random_options(UpdateRule::linear);
  options.scale = -0.3;
  expect_reference(options);
  const Tensor<double> by_default =
      linear_attention(random_q(), random_k(), random_v(), random_options(UpdateRule::linear)).output;
  for (const double scale : {0.0, 0.5}) {
    options.scale = scale;
    expect_same_bits(linear_attention(random_q(), random_k(), random_v(), options).output, by_default);
  }
}

TEST(LinearAttention, WithoutAPastTheStateIsZero) {
  LinearAttentionOptions<double> options = random_options(UpdateRule::gated_delta);
  options.past_state = Tensor<double>();
  expect_reference(options);
  const LinearAttentionResult<double> none = linear_attention(random_q(), random_k(), random_v(), options);
  options.past_state = tensor({batch, key_heads, width, value_width},
                              std::vector<double>(batch * key_heads * width * value_width));
  expect_same_bits(linear_attention(random_q(), random_k(), random_v(), options).output, none.output);
}

/// Positions first…last of `[B,L,C]`.
Tensor<double> slice(const Tensor<double>& x, std::size_t first, std::size_t last) {
  if (!is_given(x)) return x;
  Tensor<double> part = Tensor<double>::from_shape({x.shape(0), last - first, x.shape(2)});
  for (std::size_t b = 0; b < x.shape(0); ++b) {
    for (std::size_t t = first; t < last; ++t) {
      for (std::size_t c = 0; c < x.shape(2); ++c) part(b, t - first, c) = x(b, t, c);
    }
  }
  return part;
}

TEST(LinearAttention, GoesOnFromItsState) {
  for (const UpdateRule rule : all_update_rules) {
    SCOPED_TRACE(name(rule));
    const LinearAttentionOptions<double> options = random_options(rule);
    const LinearAttentionResult<double> whole = linear_attention(random_q(), random_k(), random_v(), options);
    Tensor<double> state = options.past_state;
    for (const auto& [first, last] : {std::pair<std::size_t, std::size_t>{0, 2}, {2, 3}, {3, positions}}) {
      LinearAttentionOptions<double> part = options;
      part.past_state = state;
      part.decay = slice(options.decay, first, last);
      part.beta = slice(options.beta, first, last);
      const LinearAttentionResult<double> result = linear_attention(
          slice(random_q(), first, last), slice(random_k(), first, last), slice(random_v(), first, last), part);
      expect_same_bits(result.output, slice(whole.output, first, last));
      state = result.present_state;
    }
    expect_same_bits(state, whole.present_state);
  }
}

TEST(LinearAttention, NeverReadsALaterPosition) {
  for (const UpdateRule rule : all_update_rules) {
    SCOPED_TRACE(name(rule));
    const LinearAttentionOptions<double> options = random_options(rule);
    Tensor<double> k = random_k(), v = random_v();
    for (std::size_t b = 0; b < batch; ++b) k(b, positions - 1, 0) = v(b, positions - 1, 1) = nan;
    const Tensor<double> spoilt = linear_attention(random_q(), k, v, options).output;
    expect_same_bits(slice(spoilt, 0, positions - 1),
                     slice(linear_attention(random_q(), random_k(), random_v(), options).output, 0, positions - 1));
    EXPECT_FALSE(all_finite(spoilt));
  }
}

TEST(LinearAttention, DeltaRuleOverwritesWhatAKeyHeld) {
  // The same key twice, beta 1: the plain rule adds the values up, the delta rule keeps the last one.
  const Tensor<double> q = tensor({1, 2, 2}, {0.6, 0.8, 0.6, 0.8}), v = tensor({1, 2, 1}, {5, -2});
  LinearAttentionOptions<double> options;
  options.scale = 1;
  options.update_rule = UpdateRule::linear;
  expect_near(linear_attention(q, q, v, options).output, tensor({1, 2, 1}, {5, 3}), 1e-15);
  options.update_rule = UpdateRule::delta;
  options.beta = tensor({1, 2, 1}, {1, 1});
  expect_near(linear_attention(q, q, v, options).output, tensor({1, 2, 1}, {5, -2}), 1e-15);
}

TEST(LinearAttention, RoundsInputsOutputAndStateToTheirFormats) {
  LinearAttentionOptions<double> options = random_options(UpdateRule::gated_delta);
  options.precision = Precision::bfloat16;
  const auto rounded = [](const Tensor<double>& array) { return round_to(Precision::bfloat16, array); };
  LinearAttentionOptions<double> exact = options;
  exact.precision = Precision::float64;
  exact.past_state = rounded(options.past_state);
  exact.decay = rounded(options.decay);
  exact.beta = rounded(options.beta);
  const LinearAttentionResult<double> expected =
      linear_attention(rounded(random_q()), rounded(random_k()), rounded(random_v()), exact);
  const LinearAttentionResult<double> result = linear_attention(random_q(), random_k(), random_v(), options);
  expect_same_bits(result.output, rounded(expected.output));
  expect_same_bits(result.present_state, rounded(expected.present_state));

  options.past_state = exact.past_state;
  options.state_precision = Precision::float64;
  const LinearAttentionResult<double> fine_state = linear_attention(random_q(), random_k(), random_v(), options);
  expect_same_bits(fine_state.output, rounded(expected.output));
  expect_same_bits(fine_state.present_state, expected.present_state);
}

TEST(LinearAttention, RefusesShapesThatDoNotBelongTogether) {
  const auto expect_refused = [](ErrorCode code, const std::string& message, UpdateRule rule, auto change) {
    Tensor<double> q = random_q(), k = random_k(), v = random_v();
    LinearAttentionOptions<double> options = random_options(rule);
    change(q, k, v, options);
    expect_error(code, message, [&] { linear_attention(q, k, v, options); });
  };
  using A = Tensor<double>;
  using Options = LinearAttentionOptions<double>;
  const ErrorCode mismatch = ErrorCode::shape_mismatch;
  expect_refused(mismatch, "q: expected shape [*,*,*], got [2]", UpdateRule::linear,
                 [](A& q, A&, A&, Options&) { q = tensor({2}, {1, 2}); });
  expect_refused(ErrorCode::empty_input, "q: expected at least one element, got shape [2,0,24]", UpdateRule::linear,
                 [](A& q, A&, A&, Options&) { q = tensor({2, 0, 24}, {}); });
  expect_refused(ErrorCode::out_of_range, "q_num_heads: expected at least 1, got 0", UpdateRule::linear,
                 [](A&, A&, A&, Options& options) { options.q_num_heads = 0; });
  expect_refused(ErrorCode::out_of_range, "kv_num_heads: expected at least 1, got 0", UpdateRule::linear,
                 [](A&, A&, A&, Options& options) { options.kv_num_heads = 0; });
  expect_refused(mismatch, "q_num_heads: expected a multiple of the 4 key heads, got 6", UpdateRule::linear,
                 [](A&, A&, A&, Options& options) { options.kv_num_heads = 4; });
  expect_refused(mismatch, "q: expected a last axis that is a multiple of the 9 heads, got [2,5,24]",
                 UpdateRule::linear, [](A&, A&, A&, Options& options) { options.q_num_heads = 9; });
  expect_refused(mismatch, "k: expected shape [2,5,12], got [2,5,24]", UpdateRule::linear,
                 [](A& q, A& k, A&, Options&) { k = q; });
  expect_refused(mismatch, "v: expected shape [2,5,*], got [2,4,21]", UpdateRule::linear,
                 [](A&, A&, A& v, Options&) { v = slice(v, 0, 4); });
  expect_refused(ErrorCode::empty_input, "v: expected at least one element, got shape [2,5,0]", UpdateRule::linear,
                 [](A&, A&, A& v, Options&) { v = tensor({2, 5, 0}, {}); });
  expect_refused(mismatch, "v: expected a last axis that is a multiple of the 3 heads, got [2,5,4]", UpdateRule::linear,
                 [](A&, A&, A& v, Options&) { v = random_tensor({2, 5, 4}, 1); });
  expect_refused(mismatch, "past_state: expected shape [2,3,4,7], got [2,6,4,7]", UpdateRule::linear,
                 [](A&, A&, A&, Options& options) { options.past_state = random_tensor({2, 6, 4, 7}, 1); });
  expect_refused(mismatch, "decay: expected shape [2,5,12] or [2,5,3] for the rule \"gated\", got [2,5,1]",
                 UpdateRule::gated, [](A&, A&, A&, Options& options) { options.decay = random_tensor({2, 5, 1}, 1); });
  expect_refused(mismatch, "decay: expected shape [2,5,12] or [2,5,3] for the rule \"gated_delta\", got none",
                 UpdateRule::gated_delta, [](A&, A&, A&, Options& options) { options.decay = A(); });
  expect_refused(mismatch, "decay: expected none for the rule \"delta\", got [2,5,3]", UpdateRule::delta,
                 [](A&, A&, A&, Options& options) { options.decay = random_tensor({2, 5, 3}, 1); });
  expect_refused(mismatch, "beta: expected shape [2,5,3] or [2,5,1] for the rule \"delta\", got [2,5,6]", UpdateRule::delta,
                 [](A&, A&, A&, Options& options) { options.beta = random_tensor({2, 5, 6}, 1); });
  expect_refused(mismatch, "beta: expected none for the rule \"gated\", got [2,5,3]", UpdateRule::gated,
                 [](A&, A&, A&, Options& options) { options.beta = random_tensor({2, 5, 3}, 1); });
  expect_refused(ErrorCode::not_finite, "scale: expected a finite number, got NaN", UpdateRule::linear,
                 [](A&, A&, A&, Options& options) { options.scale = nan; });
}

TEST(LinearAttention, RefusesSizesBeforeAllocating) {
  const Tensor<float> one = tensor<float>({1, 1, 1}, {1});
  const Tensor<float> wide = random_tensor<float>({1, 1, 65536}, 1);
  LinearAttentionOptions<float> options;
  options.update_rule = UpdateRule::linear;
  expect_error(ErrorCode::too_large,
               "state: expected at most 2147483648 bytes, got 17179869184 bytes for the shape [1,1,65536,65536]",
               [&] { linear_attention(wide, wide, wide, options); });
  options.q_num_heads = 65536;
  expect_error(ErrorCode::too_large,
               "output: expected at most 2147483648 bytes, got 17179869184 bytes for the shape [1,1,65536,65536]",
               [&] { linear_attention(wide, one, wide, options); });
}

TEST(UpdateRule, HasANameAndBack) {
  for (const UpdateRule rule : all_update_rules) EXPECT_EQ(update_rule_from_name(name(rule)), rule);
  expect_error(ErrorCode::unknown_name, "update_rule: expected \"linear\", \"gated\", \"delta\" or \"gated_delta\", got \"rwkv\"",
               [] { update_rule_from_name("rwkv"); });
}

}  // namespace
}  // namespace maskscope
