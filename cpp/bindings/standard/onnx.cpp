// Exports: the ONNX operators Attention and LinearAttention.

#include "maskscope/attention/linear_attention.hpp"
#include "maskscope/attention/onnx_attention.hpp"
#include "options.hpp"

namespace maskscope::bindings {
namespace {

/// Zeros and ones take part in a mask of their own kind; numbers are added to the scores.
template <class T>
void read_attention_mask(OnnxAttentionOptions<T>& read, const val& options) {
  const val mask = option(options, "attnMask");
  if (mask.isUndefined()) return;
  if (holds(mask, "Uint8Array")) {
    read.boolean_mask = read_mask("attnMask", mask);
  } else {
    read.additive_mask = read_array_of<T>("attnMask", mask);
  }
}

template <class T>
OnnxAttentionOptions<T> read_onnx_options(const val& options) {
  OnnxAttentionOptions<T> read;
  read_attention_mask(read, options);
  read_option(read.past_key, options, "pastKey", read_array_of<T>);
  read_option(read.past_value, options, "pastValue", read_array_of<T>);
  read_option(read.nonpad_kv_seqlen, options, "nonpadKvSeqlen", read_indices);
  read_option(read.is_causal, options, "isCausal", read_bool);
  read_option(read.scale, options, "scale", read_number);
  read_option(read.softcap, options, "softcap", read_number);
  read_option(read.left_window_size, options, "leftWindowSize", read_int);
  read_option(read.right_window_size, options, "rightWindowSize", read_int);
  read_option(read.q_num_heads, options, "qNumHeads", read_length);
  read_option(read.kv_num_heads, options, "kvNumHeads", read_length);
  read_option(read.qk_matmul_output_mode, options, "qkMatmulOutputMode", read_int);
  read_option(read.softmax_precision, options, "softmaxPrecision", read_precision);
  read_option(read.element_type, options, "elementType", read_precision);
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
    return write_outputs(onnx_attention(read_array_of<T>("q", q), read_array_of<T>("k", k), read_array_of<T>("v", v),
                                        read_onnx_options<T>(options)));
  });
}

template <class T>
LinearAttentionOptions<T> read_linear_options(const val& options) {
  LinearAttentionOptions<T> read;
  read_option(read.q_num_heads, options, "qNumHeads", read_length);
  read_option(read.kv_num_heads, options, "kvNumHeads", read_length);
  read_option(read.update_rule, options, "updateRule", [](const char* argument, const val& value) {
    return update_rule_from_name(read_string(argument, value));
  });
  read_option(read.scale, options, "scale", [](const char* argument, const val& value) {
    return static_cast<T>(read_number(argument, value));
  });
  read_option(read.past_state, options, "pastState", read_array_of<T>);
  read_option(read.decay, options, "decay", read_array_of<T>);
  read_option(read.beta, options, "beta", read_array_of<T>);
  read_option(read.precision, options, "elementType", read_precision);
  read_option(read.state_precision, options, "stateType", read_precision);
  return read;
}

val linear_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) -> val {
    const LinearAttentionResult<T> result = linear_attention(
        read_array_of<T>("q", q), read_array_of<T>("k", k), read_array_of<T>("v", v), read_linear_options<T>(options));
    return Object().set("output", result.output).set("presentState", result.present_state);
  });
}

EMSCRIPTEN_BINDINGS(onnx) {
  expose_with_options<onnx_attention_export>("onnxAttention");
  expose_with_options<linear_attention_export>("linearAttention");
}

}  // namespace
}  // namespace maskscope::bindings
