// The conformance cases of ONNX's Attention once more, through the tiled path: their options in the core's own terms.
// `onnx_attention` itself rounds step by step and has loops of its own. The precision of the softmax, which some cases
// ask for, makes no difference within their tolerance. LinearAttention has no softmax, and no tiles.

#include "maskscope/attention/multi_head.hpp"
#include "support/onnx_attention_options.hpp"
#include "support/reference_onnx_attention.hpp"
#include "support/tiled_checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

/// mask `[...,n]` with `fill` behind each row, up to the count of keys: ONNX pads before it broadcasts.
template <class A>
A padded(const A& mask, std::size_t keys, typename A::value_type fill) {
  Shape shape = shape_of(mask);
  const std::size_t given = shape.back();
  shape.back() = keys;
  A result(typename A::shape_type(shape.begin(), shape.end()), fill);
  for (std::size_t n = 0; n < mask.size(); ++n) result.data()[n / given * keys + n % given] = mask.data()[n];
  return result;
}

template <class T>
struct OwnCall {
  Inputs<T> x;
  AttentionOptions<T> options;
};

template <class T>
OwnCall<T> own_call(const OnnxCase& onnx) {
  const OnnxAttentionOptions<T> theirs = options_of<T>(onnx);
  OwnCall<T> own;
  own.x = {onnx.input<Tensor<T>>("Q"), onnx.input<Tensor<T>>("K"), onnx.input<Tensor<T>>("V")};
  if (theirs.q_num_heads != 0) {
    own.x = {split_heads(own.x.q, theirs.q_num_heads), split_heads(own.x.k, theirs.kv_num_heads),
             split_heads(own.x.v, theirs.kv_num_heads)};
  }
  AttentionOptions<T>& options = own.options;
  if (is_given(theirs.past_key)) {
    options.offset = static_cast<int>(theirs.past_key.shape(2));
    own.x.k = joined(theirs.past_key, own.x.k);
    own.x.v = joined(theirs.past_value, own.x.v);
  }
  if (is_given(theirs.nonpad_kv_seqlen)) {
    options.key_lengths = theirs.nonpad_kv_seqlen;
    options.alignment = Alignment::bottom_right;
  }
  options.causal = theirs.is_causal;
  options.window_left = theirs.left_window_size;
  options.window_right = theirs.right_window_size;
  if (theirs.scale) options.scale = static_cast<T>(*theirs.scale);
  options.softcap = static_cast<T>(theirs.softcap);
  options.empty_row = EmptyRow::zeros;
  const std::size_t keys = own.x.k.shape(2);
  if (is_given(theirs.boolean_mask)) options.visible = padded(theirs.boolean_mask, keys, false);
  if (is_given(theirs.additive_mask)) {
    options.bias = padded(theirs.additive_mask, keys, -std::numeric_limits<T>::infinity());
    // There a row of -inf reads nothing and is zero; here it would read keys of no weight.
    options.visible = Mask(Mask::shape_type(options.bias.shape().begin(), options.bias.shape().end()));
    for (std::size_t n = 0; n < options.bias.size(); ++n) {
      options.visible.data()[n] = !std::isinf(options.bias.data()[n]);
    }
  }
  return own;
}

template <class T>
class TiledOnnx : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(TiledOnnx, Types);

TYPED_TEST(TiledOnnx, GivesTheOutputOfEveryConformanceCase) {
  if (!has_onnx_cases()) GTEST_SKIP() << "MASKSCOPE_SHARED does not name the folder with the cases";
  const std::vector<OnnxCase> cases = onnx_cases("Attention");
  EXPECT_EQ(cases.size(), 87u);
  for (const OnnxCase& onnx : cases) {
    SCOPED_TRACE(onnx.name);
    const OwnCall<TypeParam> own = own_call<TypeParam>(onnx);
    const OnnxTensor& expected = onnx.outputs.at("Y");
    on_each_instruction_set([&](const char*) {
      const Tensor<TypeParam> y = tiled_attention(own.x, own.options);
      expect_conforms(expected.shape.size() == 3 ? merge_heads(y) : y, expected);
    });
  }
}

}  // namespace
}  // namespace maskscope
