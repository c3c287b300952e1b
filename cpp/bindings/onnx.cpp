// Exports: the ONNX operators Attention and LinearAttention.

#include "expose.hpp"
#include "maskscope/attention/linear_attention.hpp"
#include "maskscope/attention/onnx_attention.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

/// Zeros and ones take part in a mask of their own kind; numbers are added to the scores.
template <class T>
void read_attention_mask(OnnxAttentionOptions<T>& read, const val& mask) {
  if (mask.isUndefined()) return;
  if (element_type("attnMask", mask) == Element::mask) {
    read.boolean_mask = *read_mask("attnMask", mask);
  } else {
    read.additive_mask = *read_array_of<T>("attnMask", mask);
  }
}

template <class T>
OnnxAttentionOptions<T> read_onnx_options(const val& options) {
  Options given("options", options);
  OnnxAttentionOptions<T> read;
  read_attention_mask(read, given["attnMask"]);
  given.read(read.past_key, "pastKey", read_array_of<T>);
  given.read(read.past_value, "pastValue", read_array_of<T>);
  given.read(read.nonpad_kv_seqlen, "nonpadKvSeqlen", read_indices);
  given.read(read.is_causal, "isCausal", read_bool);
  given.read(read.scale, "scale", read_number);
  given.read(read.softcap, "softcap", read_number);
  given.read(read.left_window_size, "leftWindowSize", read_int);
  given.read(read.right_window_size, "rightWindowSize", read_int);
  given.read(read.q_num_heads, "qNumHeads", read_length);
  given.read(read.kv_num_heads, "kvNumHeads", read_length);
  given.read(read.qk_matmul_output_mode, "qkMatmulOutputMode", read_int);
  given.read(read.softmax_precision, "softmaxPrecision", read_precision);
  given.read(read.element_type, "elementType", read_precision);
  given.refuse_others();
  return read;
}

template <class T>
void set_if_given(Object& object, const char* field, const Tensor<T>& array) {
  if (is_given(array)) object.set(field, array);
}

template <class T>
val write_outputs(const OnnxAttentionOutputs<T>& outputs) {
  Object object;
  object.set("y", outputs.y);
  set_if_given(object, "presentKey", outputs.present_key);
  set_if_given(object, "presentValue", outputs.present_value);
  set_if_given(object, "qkMatmulOutput", outputs.qk_matmul_output);
  return object;
}

val onnx_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) {
    return write_outputs(onnx_attention(*read_array_of<T>("q", q), *read_array_of<T>("k", k), *read_array_of<T>("v", v),
                                        read_onnx_options<T>(options)));
  });
}

template <class T>
LinearAttentionOptions<T> read_linear_options(const val& options) {
  Options given("options", options);
  LinearAttentionOptions<T> read;
  given.read(read.q_num_heads, "qNumHeads", read_length);
  given.read(read.kv_num_heads, "kvNumHeads", read_length);
  given.read(read.update_rule, "updateRule", [](const char* argument, const val& value) {
    return update_rule_from_name(read_string(argument, value));
  });
  given.read(read.scale, "scale", [](const char* argument, const val& value) {
    return static_cast<T>(read_number(argument, value));
  });
  given.read(read.past_state, "pastState", read_array_of<T>);
  given.read(read.decay, "decay", read_array_of<T>);
  given.read(read.beta, "beta", read_array_of<T>);
  given.read(read.precision, "elementType", read_precision);
  given.read(read.state_precision, "stateType", read_precision);
  given.refuse_others();
  return read;
}

val linear_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) -> val {
    const LinearAttentionResult<T> result = linear_attention(
        *read_array_of<T>("q", q), *read_array_of<T>("k", k), *read_array_of<T>("v", v), read_linear_options<T>(options));
    return Object().set("output", result.output).set("presentState", result.present_state);
  });
}

EMSCRIPTEN_BINDINGS(onnx) {
  expose<onnx_attention_export>("onnxAttention");
  expose<linear_attention_export>("linearAttention");
}

}  // namespace
}  // namespace maskscope::bindings
