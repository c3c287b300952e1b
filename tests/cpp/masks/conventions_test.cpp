#include "maskscope/masks/conventions.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

const Mask visible = mask({2, 3}, {1, 0, 1, 0, 0, 1});

TEST(SdpaMask, IsOurOwnVisibility) {
  expect_equal(to_sdpa_mask(visible), visible);
  expect_equal(from_sdpa_mask(visible), visible);
}

TEST(MhaAttnMask, OfOneMatrixIsItsNegation) {
  expect_equal(to_mha_attn_mask(visible, 4), mask({2, 3}, {0, 1, 0, 1, 1, 0}));
  expect_equal(from_mha_attn_mask(to_mha_attn_mask(visible, 4), 4), visible);
}

TEST(MhaAttnMask, OfABatchRepeatsEachRecordForItsHeads) {
  const Mask batch = mask({2, 1, 1, 2}, {1, 0, 0, 1});
  expect_equal(to_mha_attn_mask(batch, 2), mask({4, 1, 2}, {0, 1, 0, 1, 1, 0, 1, 0}));
  expect_equal(from_mha_attn_mask(to_mha_attn_mask(batch, 2), 2), mask({2, 2, 1, 2}, {1, 0, 1, 0, 0, 1, 0, 1}));
}

TEST(MhaAttnMask, OfSeparateHeadsKeepsThem) {
  const Mask heads = random_mask({2, 3, 4, 5}, 1);
  expect_equal(from_mha_attn_mask(to_mha_attn_mask(heads, 3), 3), heads);
}

TEST(MhaAttnMask, RefusesOtherShapes) {
  expect_error(ErrorCode::shape_mismatch, "visible: expected shape [L,S], [B,1,L,S] or [B,2,L,S], got [1,3,1,1]",
               [] { to_mha_attn_mask(mask({1, 3, 1, 1}, {1, 1, 1}), 2); });
  expect_error(ErrorCode::shape_mismatch, "visible: expected shape [L,S], [B,1,L,S] or [B,2,L,S], got [1,1,1]",
               [] { to_mha_attn_mask(mask({1, 1, 1}, {1}), 2); });
  expect_error(ErrorCode::shape_mismatch, "attn_mask: expected shape [L,S] or [B*2,L,S], got [3,1,1]",
               [] { from_mha_attn_mask(mask({3, 1, 1}, {1, 1, 1}), 2); });
  expect_error(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0", [] { to_mha_attn_mask(visible, 0); });
  expect_error(ErrorCode::out_of_range, "num_heads: expected at least 1, got 0", [] { from_mha_attn_mask(visible, 0); });
}

TEST(KeyPaddingMask, IsTheNegationOfRealKeys) {
  expect_equal(to_key_padding_mask(visible), mask({2, 3}, {0, 1, 0, 1, 1, 0}));
  expect_equal(from_key_padding_mask(to_key_padding_mask(visible)), visible);
  expect_error(ErrorCode::shape_mismatch, "valid_keys: expected shape [*,*], got [1]",
               [] { to_key_padding_mask(mask({1}, {1})); });
  expect_error(ErrorCode::shape_mismatch, "key_padding_mask: expected shape [*,*], got [1]",
               [] { from_key_padding_mask(mask({1}, {1})); });
}

TEST(AdditiveMask, IsZeroOrMinusInfinity) {
  const Tensor<double> additive = to_additive_mask<double>(visible);
  expect_equal(additive, tensor({2, 3}, {0, -inf, 0, -inf, -inf, 0}));
  expect_equal(from_additive_mask(additive), visible);
  expect_equal(from_additive_mask(to_additive_mask<float>(visible)), visible);
  expect_equal(from_additive_mask(tensor({1, 1}, {-0.0})), mask({1, 1}, {1}));
}

TEST(AdditiveMask, RefusesAFiniteFill) {
  expect_error(ErrorCode::out_of_range, "mask: expected 0 or -inf, got -10000 at index [0,1]",
               [] { from_additive_mask(tensor({1, 2}, {0, -1e4})); });
  expect_error(ErrorCode::out_of_range, "mask: expected 0 or -inf, got inf at index [0,0]",
               [] { from_additive_mask(tensor<float>({1, 2}, {inf, 0})); });
  expect_error(ErrorCode::out_of_range, "mask: expected 0 or -inf, got NaN at index [0,0]",
               [] { from_additive_mask(tensor({1, 1}, {nan})); });
}

TEST(AttentionMask, IsOneForRealAndZeroForPadding) {
  expect_equal(to_attention_mask(visible), indices({2, 3}, {1, 0, 1, 0, 0, 1}));
  expect_equal(from_attention_mask(to_attention_mask(visible)), visible);
  expect_error(ErrorCode::out_of_range, "attention_mask: expected 0 or 1, got 2 at index [0,1]",
               [] { from_attention_mask(indices({1, 2}, {1, 2})); });
  expect_error(ErrorCode::shape_mismatch, "attention_mask: expected shape [*,*], got [2]",
               [] { from_attention_mask(indices({2}, {1, 1})); });
  expect_error(ErrorCode::shape_mismatch, "valid_keys: expected shape [*,*], got [1]",
               [] { to_attention_mask(mask({1}, {1})); });
}

TEST(Conventions, RefuseEmptyMasks) {
  const Mask none = mask({0, 3}, {});
  const std::string got = ": expected at least one element, got shape [0,3]";
  expect_error(ErrorCode::empty_input, "visible" + got, [&] { to_sdpa_mask(none); });
  expect_error(ErrorCode::empty_input, "attn_mask" + got, [&] { from_sdpa_mask(none); });
  expect_error(ErrorCode::empty_input, "visible" + got, [&] { to_mha_attn_mask(none, 1); });
  expect_error(ErrorCode::empty_input, "attn_mask" + got, [&] { from_mha_attn_mask(none, 1); });
  expect_error(ErrorCode::empty_input, "visible" + got, [&] { to_additive_mask<double>(none); });
  expect_error(ErrorCode::empty_input, "mask" + got, [&] { from_additive_mask(tensor({0, 3}, {})); });
  expect_error(ErrorCode::empty_input, "valid_keys" + got, [&] { to_key_padding_mask(none); });
  expect_error(ErrorCode::empty_input, "attention_mask" + got, [&] { from_attention_mask(indices({0, 3}, {})); });
}

}  // namespace
}  // namespace maskscope
