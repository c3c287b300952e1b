#include "maskscope/masks/mask_forms.hpp"

#include "maskscope/masks/visibility.hpp"
#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

constexpr ScoreAxes axes{2, 3, 4, 5};

TEST(MaskForm, HasItsNameAndShape) {
  EXPECT_EQ(mask_form_shape(mask_form_from_name("cells"), axes), (Shape{4, 5}));
  EXPECT_EQ(mask_form_shape(mask_form_from_name("keys"), axes), (Shape{2, 1, 1, 5}));
  EXPECT_EQ(mask_form_shape(mask_form_from_name("rows"), axes), (Shape{2, 1, 4, 5}));
  EXPECT_EQ(mask_form_shape(mask_form_from_name("full"), axes), (Shape{2, 3, 4, 5}));
  expect_error(ErrorCode::unknown_name, "form: expected \"cells\", \"keys\", \"rows\" or \"full\", got \"row\"",
               [] { mask_form_from_name("row"); });
}

TEST(ToMaskForm, GoesThereAndBack) {
  for (const MaskForm form : {MaskForm::cells, MaskForm::keys, MaskForm::rows, MaskForm::full}) {
    const Mask mask = random_mask(mask_form_shape(form, axes), 1);
    const Mask full = to_mask_form(mask, MaskForm::full, axes);
    expect_equal(full, broadcast_to("mask", mask, {2, 3, 4, 5}));
    expect_equal(to_mask_form(full, form, axes), mask);
  }
}

TEST(ToMaskForm, WidensAndNarrowsBetweenForms) {
  const Mask padding = mask({2, 1, 1, 5}, {1, 1, 1, 0, 0, 1, 1, 1, 1, 0});
  const Mask for_each_query = key_padding(reshaped(padding, {2, 5}), 4);
  expect_equal(to_mask_form(padding, MaskForm::rows, axes), for_each_query);
  expect_equal(to_mask_form(for_each_query, MaskForm::keys, axes), padding);
  expect_equal(to_mask_form(causal(4, 5), MaskForm::rows, axes), broadcast_to("mask", causal(4, 5), {2, 1, 4, 5}));
  expect_equal(to_mask_form(mask({5}, {1, 0, 1, 0, 1}), MaskForm::keys, axes),
               mask({2, 1, 1, 5}, {1, 0, 1, 0, 1, 1, 0, 1, 0, 1}));
  expect_equal(to_mask_form(mask({3, 1, 1}, {1, 1, 1}), MaskForm::cells, axes),
               broadcast_to("mask", mask({1}, {1}), {4, 5}));
}

TEST(ToMaskForm, RefusesToLoseCells) {
  const Mask full = to_mask_form(causal(4, 5), MaskForm::full, axes);
  Mask other_head = full;
  other_head(1, 2, 3, 4) = true;
  expect_error(ErrorCode::shape_mismatch,
               "mask: expected the same cells for every head, got a difference at index [1,2,3,4]",
               [&] { to_mask_form(other_head, MaskForm::rows, axes); });
  const Mask padding = mask({2, 1, 1, 5}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
  expect_error(ErrorCode::shape_mismatch,
               "mask: expected the same cells for every record, got a difference at index [1,0,0,4]",
               [&] { to_mask_form(padding, MaskForm::cells, axes); });
  expect_error(ErrorCode::shape_mismatch,
               "mask: expected the same cells for every query, got a difference at index [0,0,1,1]",
               [&] { to_mask_form(full, MaskForm::keys, axes); });
}

TEST(ToMaskForm, RefusesShapesThatDoNotFit) {
  expect_error(ErrorCode::shape_mismatch, "mask: expected a shape that broadcasts to [2,3,4,5], got [2,5]",
               [] { to_mask_form(mask({2, 5}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), MaskForm::keys, axes); });
  expect_error(ErrorCode::empty_input, "axes: expected at least one element, got shape [2,0,4,5]",
               [] { to_mask_form(mask({1}, {1}), MaskForm::cells, {2, 0, 4, 5}); });
  expect_error(ErrorCode::too_large,
               "mask: expected at most 2147483648 bytes, got 34359738368 bytes for the shape [1,32,32768,32768]",
               [] { to_mask_form(mask({1}, {1}), MaskForm::full, {1, 32, 32768, 32768}); });
}

TEST(MaskFormCost, IsElementsAndBytes) {
  const auto expect_cost = [](MaskForm form, const char* dtype, std::uint64_t elements, std::uint64_t bytes) {
    const MaskCost cost = mask_form_cost(form, axes, dtype);
    EXPECT_EQ(cost.elements, elements);
    EXPECT_EQ(cost.bytes, bytes);
  };
  expect_cost(MaskForm::cells, "bool", 20, 20);
  expect_cost(MaskForm::keys, "float16", 10, 20);
  expect_cost(MaskForm::rows, "float32", 40, 160);
  expect_cost(MaskForm::full, "float64", 120, 960);
  expect_cost(MaskForm::full, "bfloat16", 120, 240);
  EXPECT_EQ(mask_form_cost(MaskForm::full, {8, 32, 32768, 32768}, "float32").bytes, 1099511627776u);
}

TEST(MaskFormCost, RefusesWhatItCannotCount) {
  expect_error(ErrorCode::unknown_name, "dtype: expected \"bool\", \"float16\", \"bfloat16\", \"float32\" or \"float64\", got \"int8\"",
               [] { mask_form_cost(MaskForm::full, axes, "int8"); });
  expect_error(ErrorCode::empty_input, "axes: expected at least one element, got shape [0,3,4,5]",
               [] { mask_form_cost(MaskForm::cells, {0, 3, 4, 5}, "bool"); });
  EXPECT_EQ(mask_form_cost(MaskForm::cells, {1, 1, 1u << 26, 1u << 26}, "float16").bytes, 1ull << 53);
  expect_error(ErrorCode::too_large, "mask: expected at most 2^53 bytes, got more",
               [] { mask_form_cost(MaskForm::cells, {1, 1, 1u << 26, 1u << 26}, "float32"); });
}

}  // namespace
}  // namespace maskscope
