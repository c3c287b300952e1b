#pragma once

// The options that a conformance case of Attention asks for.

#include "maskscope/attention/onnx_attention.hpp"
#include "support/onnx_cases.hpp"

namespace maskscope::checks {

/// ONNX's numbers for data types.
inline Precision precision_of(int data_type) {
  switch (data_type) {
    case 1: return Precision::float32;
    case 10: return Precision::float16;
    case 11: return Precision::float64;
    case 16: return Precision::bfloat16;
  }
  throw std::logic_error("an ONNX data type without a precision");
}

template <class T>
OnnxAttentionOptions<T> options_of(const OnnxCase& onnx) {
  const nlohmann::json& attributes = onnx.attributes;
  OnnxAttentionOptions<T> options;
  if (onnx.has_input("attn_mask")) {
    if (onnx.inputs.at("attn_mask").dtype == "bool") {
      options.boolean_mask = onnx.input<Mask>("attn_mask");
    } else {
      options.additive_mask = onnx.input<Tensor<T>>("attn_mask");
    }
  }
  options.past_key = onnx.input<Tensor<T>>("past_key");
  options.past_value = onnx.input<Tensor<T>>("past_value");
  options.nonpad_kv_seqlen = onnx.input<Indices>("nonpad_kv_seqlen");
  options.is_causal = attributes.value("is_causal", 0) == 1;
  if (attributes.contains("scale")) options.scale = attributes.at("scale").get<double>();
  options.softcap = attributes.value("softcap", 0.0);
  options.left_window_size = attributes.value("left_window_size", -1);
  options.right_window_size = attributes.value("right_window_size", -1);
  options.q_num_heads = attributes.value("q_num_heads", std::size_t{0});
  options.kv_num_heads = attributes.value("kv_num_heads", std::size_t{0});
  options.qk_matmul_output_mode = attributes.value("qk_matmul_output_mode", 0);
  if (attributes.contains("softmax_precision")) {
    options.softmax_precision = precision_of(attributes.at("softmax_precision"));
  }
  options.element_type = precision_from_name(onnx.inputs.at("Q").dtype);
  return options;
}

}  // namespace maskscope::checks
