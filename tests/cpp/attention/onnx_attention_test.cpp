#include "maskscope/attention/onnx_attention.hpp"

#include "maskscope/attention/multi_head.hpp"
#include "support/onnx_attention_options.hpp"
#include "support/reference_onnx_attention.hpp"

namespace maskscope {
namespace {

using namespace checks;

template <class T>
class OnnxAttentionOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(OnnxAttentionOf, Types);

TYPED_TEST(OnnxAttentionOf, AgreesWithEveryConformanceCase) {
  if (!has_onnx_cases()) GTEST_SKIP() << "MASKSCOPE_SHARED does not name the folder with the cases";
  const std::vector<OnnxCase> cases = onnx_cases("Attention");
  EXPECT_EQ(cases.size(), 87u);
  for (const OnnxCase& onnx : cases) {
    SCOPED_TRACE(onnx.name);
    const OnnxAttentionOutputs<TypeParam> outputs =
        onnx_attention(onnx.input<Tensor<TypeParam>>("Q"), onnx.input<Tensor<TypeParam>>("K"),
                       onnx.input<Tensor<TypeParam>>("V"), options_of<TypeParam>(onnx));
    const std::map<std::string, const Tensor<TypeParam>*> ours = {{"Y", &outputs.y},
                                                                  {"present_key", &outputs.present_key},
                                                                  {"present_value", &outputs.present_value},
                                                                  {"qk_matmul_output", &outputs.qk_matmul_output}};
    for (const auto& [name, expected] : onnx.outputs) {
      SCOPED_TRACE(name);
      expect_conforms(*ours.at(name), expected);
    }
  }
}

// 2 records, 6 query heads over 3 key heads, 4 queries, 5 new keys after 7 past ones, width 9, values of width 8.
template <class T>
struct Random {
  Tensor<T> q = random_tensor<T>({2, 6, 4, 9}, 1), k = random_tensor<T>({2, 3, 5, 9}, 2);
  Tensor<T> v = random_tensor<T>({2, 3, 5, 8}, 3);
  Tensor<T> past_key = random_tensor<T>({2, 3, 7, 9}, 4), past_value = random_tensor<T>({2, 3, 7, 8}, 5);
};

/// The random option number `seed`: which of the inputs and attributes are there, and what they are.
template <class T>
OnnxAttentionOptions<T> random_options(std::uint32_t seed, Precision type) {
  std::mt19937 generator(seed);
  const auto draw = [&](std::uint32_t count) { return static_cast<int>(generator() % count); };
  const Random<T> arrays;
  OnnxAttentionOptions<T> options;
  options.element_type = type;
  const int cache = draw(3);
  if (cache == 1) options.past_key = arrays.past_key, options.past_value = arrays.past_value;
  if (cache == 2) options.nonpad_kv_seqlen = indices({2}, {draw(6), draw(4)});
  const std::size_t keys = cache == 1 ? 12 : 5;
  const int mask_kind = draw(3);
  // Every rank, some axes of extent 1, now and then two keys too few.
  const Shape shapes[] = {{keys}, {4, keys}, {1, keys}, {6, 4, keys}, {6, 1, keys}, {2, 6, 4, keys}, {2, 1, 4, keys},
                          {1, 6, 1, keys}};
  Shape shape = shapes[draw(8)];
  if (cache == 1 && draw(3) == 0) shape.back() -= 2;
  if (mask_kind == 1) options.boolean_mask = random_mask(shape, seed + 100);
  if (mask_kind == 2) {
    options.additive_mask = random_tensor<T>(shape, seed + 200);
    const Mask kept = random_mask(shape, seed + 300);
    for (std::size_t n = 0; n < kept.size(); ++n) {
      if (!kept.data()[n]) options.additive_mask.data()[n] = -std::numeric_limits<T>::infinity();
    }
  }
  options.is_causal = draw(2) == 1;
  options.left_window_size = draw(4) - 1;
  options.right_window_size = draw(4) - 1;
  if (draw(2) == 1) options.scale = 0.3;
  if (draw(2) == 1) options.softcap = 1.7;
  options.qk_matmul_output_mode = draw(4);
  if (draw(3) == 0) options.softmax_precision = all_precisions[draw(4)];
  return options;
}

/// How far a result of magnitude up to 8 may lie from the reference: a double sum instead of a long double one can
/// round to the neighbour, in the scores, the weights and the output.
double tolerance_of(Precision type) { return 64 * limits_of(type).epsilon; }

template <class T>
void expect_agreement(std::uint32_t seed, Precision type) {
  const OnnxAttentionOptions<T> options = random_options<T>(seed, type);
  Random<T> arrays;
  for (Tensor<T>* array : {&arrays.q, &arrays.k, &arrays.v, &arrays.past_key, &arrays.past_value}) {
    *array = round_to(type, *array);
  }
  OnnxReference<T> reference{arrays.q, arrays.k, arrays.v, 0, options, type};
  if (is_given(options.past_key)) {
    reference.past = 7;
    reference.k = joined(arrays.past_key, arrays.k);
    reference.v = joined(arrays.past_value, arrays.v);
  }
  const OnnxAttentionOutputs<double> expected = reference.run(*options.qk_matmul_output_mode);
  const OnnxAttentionOutputs<T> actual = onnx_attention(arrays.q, arrays.k, arrays.v, options);
  expect_near(actual.y, expected.y, tolerance_of(type));
  for (std::size_t n = 0; n < expected.qk_matmul_output.size(); ++n) {
    const double ours = static_cast<double>(actual.qk_matmul_output.data()[n]);
    const double theirs = expected.qk_matmul_output.data()[n];
    EXPECT_TRUE(ours == theirs || std::abs(ours - theirs) <= tolerance_of(type)) << ours << " instead of " << theirs;
  }
  if (is_given(options.nonpad_kv_seqlen)) {
    EXPECT_FALSE(is_given(actual.present_key) || is_given(actual.present_value));
  } else {
    expect_equal(actual.present_key, reference.k);
    expect_equal(actual.present_value, reference.v);
  }
}

TYPED_TEST(OnnxAttentionOf, AgreesWithTheDefinitionForRandomOptions) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    for (const Precision type : all_precisions) {
      if (type == Precision::float64 && sizeof(TypeParam) == sizeof(float)) continue;
      SCOPED_TRACE(std::to_string(seed) + " " + std::string(name(type)));
      expect_agreement<TypeParam>(seed, type);
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(OnnxAttentionOf, TakesHeadsSideBySide) {
  const Random<TypeParam> arrays;
  OnnxAttentionOptions<TypeParam> options;
  options.is_causal = true;
  options.past_key = arrays.past_key;
  options.past_value = arrays.past_value;
  options.qk_matmul_output_mode = 2;
  const auto expected = onnx_attention(arrays.q, arrays.k, arrays.v, options);
  options.q_num_heads = 6;
  options.kv_num_heads = 3;
  const auto actual = onnx_attention(merge_heads(arrays.q), merge_heads(arrays.k), merge_heads(arrays.v), options);
  expect_same_bits(actual.y, merge_heads(expected.y));
  expect_same_bits(actual.present_key, expected.present_key);
  expect_same_bits(actual.present_value, expected.present_value);
  expect_same_bits(actual.qk_matmul_output, expected.qk_matmul_output);
}

// The core's own attention multiplies by the scale once, the operator by its root twice.
TEST(OnnxAttention, AgreesWithTheCoresOwnAttention) {
  const Random<double> arrays;
  OnnxAttentionOptions<double> options;
  AttentionOptions<double> own;
  options.softcap = own.softcap = 1.5;
  options.is_causal = own.causal = true;
  options.left_window_size = own.window_left = 1;
  options.nonpad_kv_seqlen = own.key_lengths = indices({2}, {5, 2});
  own.alignment = Alignment::bottom_right;
  own.empty_row = EmptyRow::zeros;
  options.additive_mask = own.bias = random_tensor({6, 4, 5}, 6);
  const AttentionTrace<double> trace = trace_attention(arrays.q, arrays.k, arrays.v, own);
  const Tensor<double>* steps[] = {&trace.scores, &trace.capped, &trace.softmax.masked, &trace.softmax.weights};
  for (int mode = 0; mode < 4; ++mode) {
    options.qk_matmul_output_mode = mode;
    const auto outputs = onnx_attention(arrays.q, arrays.k, arrays.v, options);
    expect_near(outputs.y, trace.output, 1e-14);
    for (std::size_t n = 0; n < steps[mode]->size(); ++n) {
      const double ours = outputs.qk_matmul_output.data()[n], theirs = steps[mode]->data()[n];
      EXPECT_TRUE(ours == theirs || std::abs(ours - theirs) <= 1e-14) << mode << ": " << ours << ", " << theirs;
    }
  }
}

TEST(OnnxAttention, LeavesOutWhatIsNotAskedFor) {
  const Random<double> arrays;
  EXPECT_FALSE(is_given(onnx_attention(arrays.q, arrays.k, arrays.v).qk_matmul_output));
}

TEST(OnnxAttention, FirstStepMayComeWithAnEmptyPast) {
  const Random<double> arrays;
  OnnxAttentionOptions<double> options;
  options.past_key = tensor({2, 3, 0, 9}, {});
  options.past_value = tensor({2, 3, 0, 8}, {});
  const auto outputs = onnx_attention(arrays.q, arrays.k, arrays.v, options);
  expect_same_bits(outputs.y, onnx_attention(arrays.q, arrays.k, arrays.v).y);
  expect_equal(outputs.present_key, arrays.k);
}

TEST(OnnxAttention, PadsAShortMaskBeforeItBroadcasts) {
  const Tensor<double> q = tensor({1, 1, 1, 1}, {0}), k = tensor({1, 1, 3, 1}, {0, 0, 0});
  const Tensor<double> v = tensor({1, 1, 3, 1}, {1, 2, 4});
  OnnxAttentionOptions<double> options;
  options.boolean_mask = mask({1}, {1});
  EXPECT_EQ(onnx_attention(q, k, v, options).y(0, 0, 0, 0), 1);
  options.boolean_mask = {};
  options.additive_mask = tensor({1, 2}, {0, 0});
  EXPECT_EQ(onnx_attention(q, k, v, options).y(0, 0, 0, 0), 1.5);
}

TYPED_TEST(OnnxAttentionOf, WhatIsBlockedMayHoldAnything) {
  const Random<TypeParam> arrays;
  OnnxAttentionOptions<TypeParam> options;
  options.nonpad_kv_seqlen = indices({2}, {3, 3});
  options.additive_mask = random_tensor<TypeParam>({4, 5}, 6);
  options.additive_mask(1, 0) = -std::numeric_limits<TypeParam>::infinity();
  options.additive_mask(0, 2) = -std::numeric_limits<TypeParam>::infinity();
  options.qk_matmul_output_mode = 3;
  const auto clean = onnx_attention(arrays.q, arrays.k, arrays.v, options);
  for (const double spoilt : {nan, inf, -inf}) {
    Random<TypeParam> dirty = arrays;
    auto dirty_options = options;
    for (std::size_t bg = 0; bg < 6; ++bg) {
      for (std::size_t n = 3 * 9; n < 5 * 9; ++n) dirty.k.data()[bg * 45 + n] = static_cast<TypeParam>(spoilt);
      for (std::size_t n = 3 * 8; n < 5 * 8; ++n) dirty.v.data()[bg * 40 + n] = static_cast<TypeParam>(spoilt);
    }
    for (std::size_t i = 0; i < 4; ++i) dirty_options.additive_mask(i, 4) = static_cast<TypeParam>(spoilt);
    const auto outputs = onnx_attention(dirty.q, dirty.k, dirty.v, dirty_options);
    expect_same_bits(outputs.y, clean.y);
    expect_same_bits(outputs.qk_matmul_output, clean.qk_matmul_output);
    dirty_options.qk_matmul_output_mode = 2;
    EXPECT_EQ(onnx_attention(dirty.q, dirty.k, dirty.v, dirty_options).qk_matmul_output(1, 5, 2, 3), -inf);
  }
}

TYPED_TEST(OnnxAttentionOf, RowWithNothingToReadIsZeroWhateverItHolds) {
  Random<TypeParam> arrays;
  OnnxAttentionOptions<TypeParam> options;
  options.boolean_mask = mask({4, 1}, {1, 0, 1, 1});
  for (std::size_t h = 0; h < 6; ++h) arrays.q(0, h, 1, 0) = std::numeric_limits<TypeParam>::quiet_NaN();
  options.qk_matmul_output_mode = 3;
  const auto outputs = onnx_attention(arrays.q, arrays.k, arrays.v, options);
  EXPECT_TRUE(all_finite(outputs.y));
  for (std::size_t h = 0; h < 6; ++h) {
    for (std::size_t c = 0; c < 8; ++c) EXPECT_EQ(outputs.y(0, h, 1, c), 0);
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(outputs.qk_matmul_output(0, h, 1, j), 0);
  }
}

TEST(OnnxAttention, RowOfScoresThatAreAllMinusInfinityIsZero) {
  const Tensor<double> one = tensor({1, 1, 1, 1}, {1});
  EXPECT_EQ(onnx_attention(one, tensor({1, 1, 1, 1}, {-inf}), one).y(0, 0, 0, 0), 0);
}

TEST(OnnxAttention, VisibleNaNReachesTheOutput) {
  Random<double> arrays;
  arrays.k(0, 0, 2, 1) = nan;
  EXPECT_TRUE(std::isnan(onnx_attention(arrays.q, arrays.k, arrays.v).y(0, 0, 0, 0)));
}

// In float16 -1e9 is -infinity: the same mask blocks everything there and shifts every score alike in float32.
TEST(OnnxAttention, FillBeyondTheElementTypeBlocks) {
  const Tensor<double> q = tensor({1, 1, 1, 1}, {1}), k = tensor({1, 1, 2, 1}, {1, 1}), v = tensor({1, 1, 2, 1}, {2, 4});
  OnnxAttentionOptions<double> options;
  options.additive_mask = tensor({2}, {-1e9, -1e9});
  options.element_type = Precision::float32;
  EXPECT_EQ(onnx_attention(q, k, v, options).y(0, 0, 0, 0), 3);
  options.element_type = Precision::float16;
  EXPECT_EQ(onnx_attention(q, k, v, options).y(0, 0, 0, 0), 0);
}

double half(double number) { return round_to(Precision::float16, number); }

TEST(OnnxAttention, RoundsEachStepOfTheScores) {
  const Tensor<double> q = tensor({1, 1, 1, 1}, {1 + 0x1p-10});
  const Tensor<double> k = round_to(Precision::float16, random_tensor({1, 1, 64, 1}, 1));
  const Tensor<double> bias = round_to(Precision::float16, random_tensor({64}, 2));
  OnnxAttentionOptions<double> options;
  options.element_type = Precision::float16;
  options.scale = 0.3;
  options.softcap = 1.1;
  options.additive_mask = bias;
  const double root = half(std::sqrt(0.3)), cap = half(1.1);
  for (std::size_t j = 0; j < 64; ++j) {
    const double raw = half(half(root * q(0, 0, 0, 0)) * half(root * k(0, 0, j, 0)));
    const double capped = half(cap * half(std::tanh(half(raw / cap))));
    const double expected[] = {raw, capped, half(capped + bias(j))};
    for (int mode = 0; mode < 3; ++mode) {
      options.qk_matmul_output_mode = mode;
      EXPECT_EQ(onnx_attention(q, k, k, options).qk_matmul_output(0, 0, 0, j), expected[mode]) << j << " " << mode;
    }
  }
}

TEST(OnnxAttention, RoundsEachStepOfTheSoftmaxAndTheOutput) {
  const double v = 3 + 0x1p-8;
  for (const double score : {-0.1, -0.7, -1.3, -2.9}) {
    const Tensor<double> q = tensor({1, 1, 1, 1}, {1}), k = tensor({1, 1, 2, 1}, {0.2, half(score)});
    OnnxAttentionOptions<double> options;
    options.element_type = Precision::float16;
    options.scale = 1;
    options.qk_matmul_output_mode = 3;
    const double shifted = half(half(score) - half(0.2)), exponential = half(std::exp(shifted));
    const double first = half(1 / half(1 + exponential)), second = half(exponential / half(1 + exponential));
    auto outputs = onnx_attention(q, k, tensor({1, 1, 2, 1}, {1, v}), options);
    expect_equal(outputs.qk_matmul_output, tensor({1, 1, 1, 2}, {first, second}));
    EXPECT_EQ(outputs.y(0, 0, 0, 0), half(first + second * v));

    options.softmax_precision = Precision::float64;
    const double exact = std::exp(half(score) - half(0.2));
    outputs = onnx_attention(q, k, tensor({1, 1, 2, 1}, {1, v}), options);
    expect_equal(outputs.qk_matmul_output, tensor({1, 1, 1, 2}, {half(1 / (1 + exact)), half(exact / (1 + exact))}));
  }
}

TEST(OnnxAttention, RoundsItsInputs) {
  const Tensor<double> q = tensor({1, 1, 1, 1}, {0}), k = q, v = tensor({1, 1, 1, 1}, {1 + 0x1p-12});
  OnnxAttentionOptions<double> options;
  options.element_type = Precision::float16;
  options.past_key = q;
  options.past_value = v;
  const auto outputs = onnx_attention(q, k, v, options);
  EXPECT_EQ(outputs.y(0, 0, 0, 0), 1);
  expect_equal(outputs.present_value, tensor({1, 1, 2, 1}, {1, 1}));

  // Alone the mask rounds down to a half step, and the tie to 1; added as it came it would reach the next number.
  const Tensor<double> one = tensor({1, 1, 1, 1}, {1});
  options = {};
  options.element_type = Precision::float16;
  options.additive_mask = tensor({1}, {0x1p-11 + 0x1p-23});
  options.qk_matmul_output_mode = 2;
  EXPECT_EQ(onnx_attention(one, one, one, options).qk_matmul_output(0, 0, 0, 0), 1);
}

// 300 * 300 overflows float16; 1/16 of it does not, if the roots come first.
TEST(OnnxAttention, ScalesByTheRootBeforeTheProduct) {
  const Tensor<double> q = tensor({1, 1, 1, 1}, {300}), v = tensor({1, 1, 1, 1}, {1});
  OnnxAttentionOptions<double> options;
  options.element_type = Precision::float16;
  options.scale = 0.0625;
  options.qk_matmul_output_mode = 0;
  EXPECT_EQ(onnx_attention(q, q, v, options).qk_matmul_output(0, 0, 0, 0), 5624);
}

}  // namespace
}  // namespace maskscope
