// Exports: the shapes in which one mask is kept.

#include "expose.hpp"
#include "maskscope/masks/mask_forms.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

MaskForm read_form(const val& value) { return mask_form_from_name(read_string("form", value)); }

ScoreAxes read_axes(const val& axes) {
  Options given("axes", axes);
  ScoreAxes read;
  given.read(read.batch, "batch", read_length);
  given.read(read.heads, "heads", read_length);
  given.read(read.queries, "queries", read_length);
  given.read(read.keys, "keys", read_length);
  given.refuse_others();
  return read;
}

/// Nothing is allocated for these, so they may be longer than arrays can be.
ScoreAxes read_axes_to_count(const val& axes) {
  Options given("axes", axes);
  ScoreAxes read;
  given.read(read.batch, "batch", read_index);
  given.read(read.heads, "heads", read_index);
  given.read(read.queries, "queries", read_index);
  given.read(read.keys, "keys", read_index);
  given.refuse_others();
  return read;
}

val to_mask_form_export(const val& mask, const val& form, const val& axes) {
  return write(to_mask_form(*read_mask("mask", mask), read_form(form), read_axes(axes)));
}

val mask_form_shape_export(const val& form, const val& axes) {
  return write(ShapeView(mask_form_shape(read_form(form), read_axes_to_count(axes))));
}

val mask_form_cost_export(const val& form, const val& axes, const val& dtype) {
  const MaskCost cost = mask_form_cost(read_form(form), read_axes_to_count(axes), read_string("dtype", dtype));
  return Object().set("elements", number_of(cost.elements)).set("bytes", number_of(cost.bytes));
}

EMSCRIPTEN_BINDINGS(mask_forms) {
  expose<to_mask_form_export>("toMaskForm");
  expose<mask_form_shape_export>("maskFormShape");
  expose<mask_form_cost_export>("maskFormCost");
}

}  // namespace
}  // namespace maskscope::bindings
