// Exports: what positions add to the scores.

#include "expose.hpp"
#include "maskscope/attention/bias.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val alibi_slopes_export(const val& heads) { return write(alibi_slopes<double>(read_length("heads", heads))); }

val alibi_export(const val& slopes, const val& cells, const val& form) {
  return write(alibi(*read_tensor("slopes", slopes), read_cells(cells),
                     form.isUndefined() ? AlibiForm::causal : alibi_form_from_name(read_string("form", form))));
}

val relative_position_bias_export(const val& table, const val& cells) {
  return write(relative_position_bias(*read_tensor("table", table), read_cells(cells)));
}

val relative_key_bias_export(const val& q, const val& table, const val& scale, const val& keys, const val& offset) {
  return write(relative_key_bias(*read_tensor("q", q), *read_tensor("table", table), read_number("scale", scale),
                                 read_length("keys", keys), offset.isUndefined() ? 0 : read_int("offset", offset)));
}

T5Buckets read_buckets(const val& buckets) {
  Options given("buckets", buckets);
  T5Buckets read;
  given.read(read.bidirectional, "bidirectional", read_bool);
  given.read(read.num_buckets, "numBuckets", read_int);
  given.read(read.max_distance, "maxDistance", read_int);
  given.refuse_others();
  return read;
}

val t5_bucket_export(const val& distance, const val& buckets) {
  return val(t5_bucket(read_int("distance", distance), read_buckets(buckets)));
}

val t5_bucket_cells_export(const val& cells, const val& buckets) {
  return write(t5_bucket_cells(read_cells(cells), read_buckets(buckets)));
}

val t5_bias_export(const val& table, const val& cells, const val& buckets) {
  return write(t5_bias(*read_tensor("table", table), read_cells(cells), read_buckets(buckets)));
}

val bias_sum_export(const val& a, const val& b) { return write(bias_sum(*read_tensor("a", a), *read_tensor("b", b))); }

val masked_bias_export(const val& bias, const val& visible) {
  return write(masked_bias(*read_tensor("bias", bias), *read_mask("visible", visible)));
}

val with_batch_axis_export(const val& bias) { return write(with_batch_axis(*read_tensor("bias", bias))); }

EMSCRIPTEN_BINDINGS(bias) {
  expose<alibi_slopes_export>("alibiSlopes");
  expose<alibi_export>("alibi");
  expose<relative_position_bias_export>("relativePositionBias");
  expose<relative_key_bias_export>("relativeKeyBias");
  expose<t5_bucket_export>("t5Bucket");
  expose<t5_bucket_cells_export>("t5BucketCells");
  expose<t5_bias_export>("t5Bias");
  expose<bias_sum_export>("biasSum");
  expose<masked_bias_export>("maskedBias");
  expose<with_batch_axis_export>("withBatchAxis");
}

}  // namespace
}  // namespace maskscope::bindings
