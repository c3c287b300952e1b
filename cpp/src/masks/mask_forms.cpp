#include "maskscope/masks/mask_forms.hpp"

#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"

namespace maskscope {
namespace {

constexpr std::string_view axis_names[] = {"record", "head", "query", "key"};

/// The form's extents over all four axes: 1 where it leaves one out.
Shape four_axes(MaskForm form, const ScoreAxes& axes) {
  switch (form) {
    case MaskForm::cells: return {1, 1, axes.queries, axes.keys};
    case MaskForm::keys: return {axes.batch, 1, 1, axes.keys};
    case MaskForm::rows: return {axes.batch, 1, axes.queries, axes.keys};
    case MaskForm::full: break;
  }
  return {axes.batch, axes.heads, axes.queries, axes.keys};
}

/// mask of rank 4 with the axis cut to its first slice. Throws unless all slices are equal.
Mask first_slice(const Mask& mask, std::size_t axis) {
  Shape shape = shape_of(mask);
  std::size_t inner = 1;
  for (std::size_t later = axis + 1; later < shape.size(); ++later) inner *= shape[later];
  const std::size_t extent = shape[axis];
  shape[axis] = 1;
  Mask slice = filled<Mask>(shape, false);
  for (std::size_t n = 0; n < mask.size(); ++n) {
    const std::size_t position = n / inner % extent;
    bool& kept = slice.data()[n / inner / extent * inner + n % inner];
    if (position == 0) kept = mask.data()[n];
    if (kept != mask.data()[n]) {
      refuse(ErrorCode::shape_mismatch, "mask", "the same cells for every " + std::string(axis_names[axis]),
             "a difference at index " + to_string(unravel(n, mask.shape())));
    }
  }
  return slice;
}

}  // namespace

MaskForm mask_form_from_name(std::string_view name) {
  if (name == "cells") return MaskForm::cells;
  if (name == "keys") return MaskForm::keys;
  if (name == "rows") return MaskForm::rows;
  if (name == "full") return MaskForm::full;
  refuse_name("form", {"cells", "keys", "rows", "full"}, name);
}

Shape mask_form_shape(MaskForm form, const ScoreAxes& axes) {
  Shape shape = four_axes(form, axes);
  if (form == MaskForm::cells) shape.erase(shape.begin(), shape.begin() + 2);
  return shape;
}

Mask to_mask_form(const Mask& mask, MaskForm form, const ScoreAxes& axes) {
  const Shape full = four_axes(MaskForm::full, axes);
  require_not_empty("axes", full);
  require_broadcastable("mask", mask.shape(), full);
  const Shape target = four_axes(form, axes);
  require_fits("mask", target, sizeof(bool));

  Shape own(4 - mask.dimension(), 1);
  own.insert(own.end(), mask.shape().begin(), mask.shape().end());
  Mask cut = reshaped(mask, own);
  for (std::size_t axis = 0; axis < own.size(); ++axis) {
    if (own[axis] > target[axis]) cut = first_slice(cut, axis);
  }
  return reshaped(broadcast_to("mask", cut, target), mask_form_shape(form, axes));
}

MaskCost mask_form_cost(MaskForm form, const ScoreAxes& axes, const std::string& dtype) {
  require_not_empty("axes", four_axes(MaskForm::full, axes));
  const Shape shape = four_axes(form, axes);
  const std::uint64_t width = dtype == "bool" ? 1 : bytes_of(dtype);
  if (width == 0) refuse_name("dtype", {"bool", "float16", "bfloat16", "float32", "float64"}, dtype);
  const std::uint64_t bytes = checked_product("mask", "bytes", {shape[0], shape[1], shape[2], shape[3], width});
  return {bytes / width, bytes};
}

}  // namespace maskscope
