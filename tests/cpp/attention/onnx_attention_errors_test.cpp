#include "maskscope/attention/onnx_attention.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

class OnnxAttentionErrors : public testing::Test {
 protected:
  // 2 records, 6 query heads over 3 key heads, 4 queries, 5 keys, width 9, values of width 8.
  Tensor<double> q = random_tensor({2, 6, 4, 9}, 1), k = random_tensor({2, 3, 5, 9}, 2), v = random_tensor({2, 3, 5, 8}, 3);
  OnnxAttentionOptions<double> options;

  void expect_refused(ErrorCode code, const std::string& message) {
    expect_error(code, message, [&] { onnx_attention(q, k, v, options); });
  }
  void expect_mismatch(const std::string& message) { expect_refused(ErrorCode::shape_mismatch, message); }

  void merge_inputs() {
    q = random_tensor({2, 4, 54}, 1);
    k = random_tensor({2, 5, 27}, 2);
    v = random_tensor({2, 5, 24}, 3);
  }
  void give_past() {
    options.past_key = random_tensor({2, 3, 7, 9}, 4);
    options.past_value = random_tensor({2, 3, 7, 8}, 5);
  }
};

TEST_F(OnnxAttentionErrors, RanksAndShapes) {
  q = random_tensor({8, 9}, 1);
  expect_mismatch("q: expected rank 3 or 4, got [8,9]");
  q = random_tensor({2, 6, 4, 9}, 1);
  k = random_tensor({2, 5, 27}, 2);
  expect_mismatch("k: expected shape [2,*,*,9], got [2,5,27]");
  k = random_tensor({2, 3, 5, 8}, 2);
  expect_mismatch("k: expected shape [2,*,*,9], got [2,3,5,8]");
  k = random_tensor({2, 4, 5, 9}, 2);
  v = random_tensor({2, 4, 5, 8}, 3);
  expect_mismatch("q: expected a multiple of the 4 key heads, got 6 query heads");
  v = random_tensor({2, 4, 6, 8}, 3);
  expect_mismatch("v: expected shape [2,4,5,*], got [2,4,6,8]");
}

TEST_F(OnnxAttentionErrors, EmptyInputs) {
  q = tensor({2, 6, 0, 9}, {});
  expect_refused(ErrorCode::empty_input, "q: expected at least one element, got shape [2,6,0,9]");
  q = random_tensor({2, 6, 4, 9}, 1);
  v = tensor({2, 3, 5, 0}, {});
  expect_refused(ErrorCode::empty_input, "v: expected at least one element, got shape [2,3,5,0]");
  k = tensor({2, 3, 0, 9}, {});
  expect_refused(ErrorCode::empty_input, "k: expected at least one element, got shape [2,3,0,9]");
}

TEST_F(OnnxAttentionErrors, HeadCountsAreForRank3) {
  options.q_num_heads = 6;
  expect_mismatch("q_num_heads: expected none beside inputs of rank 4, got one");
  options.q_num_heads = 0;
  options.kv_num_heads = 3;
  expect_mismatch("kv_num_heads: expected none beside inputs of rank 4, got one");
  merge_inputs();
  expect_refused(ErrorCode::out_of_range, "q_num_heads: expected at least 1 for inputs of rank 3, got 0 or none");
  options.q_num_heads = 6;
  options.kv_num_heads = 0;
  expect_refused(ErrorCode::out_of_range, "kv_num_heads: expected at least 1 for inputs of rank 3, got 0 or none");
  options.kv_num_heads = 4;
  expect_mismatch("k: expected a width that is a multiple of the 4 heads, got [2,5,27]");
  options.q_num_heads = 5;
  expect_mismatch("q: expected a width that is a multiple of the 5 heads, got [2,4,54]");
  options.q_num_heads = 6;
  options.kv_num_heads = 3;
  v = random_tensor({2, 5, 25}, 3);
  expect_mismatch("v: expected a width that is a multiple of the 3 heads, got [2,5,25]");
  v = random_tensor({2, 3, 5, 8}, 3);
  expect_mismatch("v: expected shape [*,*,*], got [2,3,5,8]");
  k = random_tensor({2, 5, 24}, 2);
  v = random_tensor({2, 5, 24}, 3);
  expect_mismatch("k: expected shape [2,*,*,9], got [2,3,5,8]");
}

TEST_F(OnnxAttentionErrors, Windows) {
  options.left_window_size = -2;
  expect_refused(ErrorCode::out_of_range, "left_window_size: expected -1 (open) or more, got -2");
  options.left_window_size = -1;
  options.right_window_size = -2;
  expect_refused(ErrorCode::out_of_range, "right_window_size: expected -1 (open) or more, got -2");
}

TEST_F(OnnxAttentionErrors, Numbers) {
  options.scale = nan;
  expect_refused(ErrorCode::not_finite, "scale: expected a finite number, got NaN");
  options.scale = -0.5;
  expect_refused(ErrorCode::out_of_range, "scale: expected 0 or more, got -0.5");
  options.scale = 0;
  options.softcap = inf;
  expect_refused(ErrorCode::not_finite, "softcap: expected a finite number, got inf");
  options.softcap = -3;
  expect_refused(ErrorCode::out_of_range, "softcap: expected 0 or more, got -3");
  options.softcap = 0;
  for (const int mode : {-1, 4}) {
    options.qk_matmul_output_mode = mode;
    expect_refused(ErrorCode::out_of_range, "qk_matmul_output_mode: expected 0 to 3, got " + std::to_string(mode));
  }
}

TEST_F(OnnxAttentionErrors, ElementTypeMustFitTheArrays) {
  const Tensor<float> x = random_tensor<float>({1, 1, 1, 1}, 1);
  OnnxAttentionOptions<float> single;
  single.element_type = Precision::float64;
  expect_error(ErrorCode::out_of_range,
               "element_type: expected float16, bfloat16 or float32 for arrays of float, got float64",
               [&] { onnx_attention(x, x, x, single); });
}

TEST_F(OnnxAttentionErrors, PastComesInPairs) {
  give_past();
  options.past_value = {};
  expect_mismatch("past_value: expected to be given, as past_key is, got none");
  give_past();
  options.past_key = {};
  expect_mismatch("past_key: expected to be given, as past_value is, got none");
  give_past();
  options.past_value = random_tensor({2, 3, 6, 8}, 5);
  expect_mismatch("past_value: expected shape [2,3,7,8], got [2,3,6,8]");
  give_past();
  options.past_key = random_tensor({2, 3, 7, 8}, 4);
  expect_mismatch("past_key: expected shape [2,3,*,9], got [2,3,7,8]");
  options.past_key = random_tensor({2, 21, 9}, 4);
  expect_mismatch("past_key: expected shape [2,3,*,9], got [2,21,9]");
}

TEST_F(OnnxAttentionErrors, PastExcludesExternalLengths) {
  give_past();
  options.nonpad_kv_seqlen = indices({2}, {5, 5});
  expect_mismatch("nonpad_kv_seqlen: expected none beside past_key and past_value, got one");
}

TEST_F(OnnxAttentionErrors, ExternalLengths) {
  options.nonpad_kv_seqlen = indices({3}, {1, 2, 3});
  expect_mismatch("nonpad_kv_seqlen: expected shape [2], got [3]");
  options.nonpad_kv_seqlen = indices({2}, {5, 6});
  expect_refused(ErrorCode::out_of_range, "nonpad_kv_seqlen: expected 0 to 5, got 6");
  options.nonpad_kv_seqlen = indices({2}, {-1, 5});
  expect_refused(ErrorCode::out_of_range, "nonpad_kv_seqlen: expected 0 to 5, got -1");
  options.nonpad_kv_seqlen = indices({2}, {3, 4});
  options.boolean_mask = random_mask({4, 3}, 6);
  expect_mismatch("attn_mask: expected at least 4 keys, the most of nonpad_kv_seqlen, got 3");
}

TEST_F(OnnxAttentionErrors, Masks) {
  options.boolean_mask = random_mask({3, 5}, 6);
  expect_mismatch("attn_mask: expected a shape that broadcasts to [2,6,4,5], got [3,5]");
  options.boolean_mask = random_mask({6}, 6);
  expect_mismatch("attn_mask: expected a shape that broadcasts to [2,6,4,5], got [6]");
  options.boolean_mask = random_mask({1, 2, 6, 4, 5}, 6);
  expect_mismatch("attn_mask: expected a shape that broadcasts to [2,6,4,5], got [1,2,6,4,5]");
  options.boolean_mask = mask({4, 0}, {});
  expect_refused(ErrorCode::empty_input, "attn_mask: expected at least one element, got shape [4,0]");
  options.boolean_mask = {};
  options.additive_mask = random_tensor({2, 4, 5}, 6);
  expect_mismatch("attn_mask: expected a shape that broadcasts to [2,6,4,5], got [2,4,5]");
  options.boolean_mask = random_mask({4, 5}, 6);
  expect_mismatch("additive_mask: expected none beside boolean_mask, got one");
}

TEST_F(OnnxAttentionErrors, SizesThatDoNotFit) {
  q = random_tensor({1, 1, 20000, 1}, 1);
  k = v = random_tensor({1, 1, 20000, 1}, 2);
  options.qk_matmul_output_mode = 0;
  expect_refused(ErrorCode::too_large, "qk_matmul_output: expected at most 2147483648 bytes, got 3200000000 bytes for the "
                                       "shape [1,1,20000,20000]");
}

}  // namespace
}  // namespace maskscope
