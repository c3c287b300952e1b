#include "maskscope/attention/onnx_attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "attention/attention_shapes.hpp"
#include "attention/join.hpp"
#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "masks/readable_keys.hpp"
#include "maskscope/attention/multi_head.hpp"

namespace maskscope {
namespace {

constexpr double blocked = -std::numeric_limits<double>::infinity();

template <class T>
Precision element_type(const OnnxAttentionOptions<T>& options) {
  constexpr bool is_double = sizeof(T) == sizeof(double);
  const Precision type = options.element_type.value_or(is_double ? Precision::float64 : Precision::float32);
  if (!is_double && type == Precision::float64) {
    refuse(ErrorCode::out_of_range, "element_type", "float16, bfloat16 or float32 for arrays of float", "float64");
  }
  return type;
}

// --- what is refused -----------------------------------------------------------------------------------------------

/// The options by themselves, before any shape is looked at.
template <class T>
void require_attributes(const OnnxAttentionOptions<T>& options) {
  require_window("left_window_size", options.left_window_size);
  require_window("right_window_size", options.right_window_size);
  const int mode = options.qk_matmul_output_mode.value_or(0);
  if (mode < 0 || mode > 3) refuse(ErrorCode::out_of_range, "qk_matmul_output_mode", "0 to 3", std::to_string(mode));
  for (const auto& [name, number] : {std::pair{"scale", options.scale.value_or(0)},
                                     std::pair{"softcap", options.softcap}}) {
    if (!std::isfinite(number)) refuse(ErrorCode::not_finite, name, "a finite number", number_text(number));
    if (number < 0) refuse(ErrorCode::out_of_range, name, "0 or more", number_text(number));
  }
}

void require_together(std::string_view missing, bool is_missing, std::string_view present) {
  if (is_missing) refuse(ErrorCode::shape_mismatch, missing, "to be given, as " + std::string(present) + " is", "none");
}

void require_apart(std::string_view argument, bool is_given, std::string_view other) {
  if (is_given) refuse(ErrorCode::shape_mismatch, argument, "none beside " + std::string(other), "one");
}

/// Inputs that need or exclude each other.
template <class T>
void require_combination(const OnnxAttentionOptions<T>& options) {
  const bool past_key = is_given(options.past_key), past_value = is_given(options.past_value);
  if (past_key || past_value) {
    require_together("past_value", !past_value, "past_key");
    require_together("past_key", !past_key, "past_value");
    require_apart("nonpad_kv_seqlen", is_given(options.nonpad_kv_seqlen), "past_key and past_value");
  }
  if (is_given(options.boolean_mask)) require_apart("additive_mask", is_given(options.additive_mask), "boolean_mask");
}

// --- q, k and v by head --------------------------------------------------------------------------------------------

template <class T>
struct Heads {
  Tensor<T> q, k, v;  // [B,H,L,D], [B,G,S,D], [B,G,S,Dv]
};

template <class T>
Tensor<T> allocated(std::string_view name, ShapeView shape) {
  require_fits(name, shape, sizeof(T));
  return filled<Tensor<T>>(shape, 0);
}

template <class T>
Tensor<T> split(std::string_view argument, const Tensor<T>& x, std::string_view attribute, std::size_t heads) {
  require_axes(argument, x.shape(), 3);
  if (heads == 0) refuse(ErrorCode::out_of_range, attribute, "at least 1 for inputs of rank 3", "0 or none");
  if (x.shape(2) % heads != 0) {
    refuse(ErrorCode::shape_mismatch, argument, "a width that is a multiple of the " + std::to_string(heads) + " heads",
           to_string(x.shape()));
  }
  return split_heads(x, heads);
}

template <class T>
Heads<T> heads_of(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const OnnxAttentionOptions<T>& options) {
  if (q.dimension() == 3) {
    return {split("q", q, "q_num_heads", options.q_num_heads), split("k", k, "kv_num_heads", options.kv_num_heads),
            split("v", v, "kv_num_heads", options.kv_num_heads)};
  }
  if (q.dimension() != 4) refuse(ErrorCode::shape_mismatch, "q", "rank 3 or 4", to_string(q.shape()));
  require_apart("q_num_heads", options.q_num_heads != 0, "inputs of rank 4");
  require_apart("kv_num_heads", options.kv_num_heads != 0, "inputs of rank 4");
  return {q, k, v};
}

// --- the mask ------------------------------------------------------------------------------------------------------

/// attn_mask of either kind, as numbers that are added to scores `[B,H,L,P+S]`.
template <class T>
class Bias {
 public:
  Bias(const OnnxAttentionOptions<T>& options, ShapeView scores, Precision type) : type_(type) {
    if (is_given(options.boolean_mask)) {
      boolean_ = options.boolean_mask.data();
      fit(options.boolean_mask.shape(), scores);
    } else if (is_given(options.additive_mask)) {
      additive_ = options.additive_mask.data();
      fit(options.additive_mask.shape(), scores);
    }
    if (strides_.empty() || !is_given(options.nonpad_kv_seqlen)) return;
    const int longest = *std::max_element(options.nonpad_kv_seqlen.begin(), options.nonpad_kv_seqlen.end());
    if (keys_ < static_cast<std::size_t>(longest)) {
      refuse(ErrorCode::shape_mismatch, "attn_mask",
             "at least " + std::to_string(longest) + " keys, the most of nonpad_kv_seqlen", std::to_string(keys_));
    }
  }

  double at(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    if (strides_.empty()) return 0;
    if (j >= keys_) return blocked;
    const std::size_t cell = b * strides_[0] + h * strides_[1] + i * strides_[2] + j * strides_[3];
    if (boolean_ != nullptr) return boolean_[cell] ? 0 : blocked;
    return round_to(type_, static_cast<double>(additive_[cell]));
  }

 private:
  void fit(ShapeView shape, ShapeView scores) {
    Shape target(scores.begin(), scores.end());
    target.back() = std::min(target.back(), shape.back());
    require_not_empty("attn_mask", shape);
    require_broadcastable("attn_mask", shape, target);
    keys_ = target.back();
    strides_ = broadcast_strides(shape, target);
  }

  Precision type_;
  const bool* boolean_ = nullptr;
  const T* additive_ = nullptr;
  std::size_t keys_ = 0;  // of the mask: the rest is blocked
  Shape strides_;         // empty: no mask
};

// --- one row, in double, rounded step by step ----------------------------------------------------------------------

struct Row {
  std::vector<double> raw, capped, biased, weights;
  std::vector<char> visible;

  explicit Row(std::size_t keys) : raw(keys), capped(keys), biased(keys), weights(keys), visible(keys) {}

  const std::vector<double>& step(int mode) const {
    return mode == 0 ? raw : mode == 1 ? capped : mode == 2 ? biased : weights;
  }
};

template <class T>
void write(const std::vector<double>& numbers, T* to) {
  std::transform(numbers.begin(), numbers.end(), to, [](double number) { return static_cast<T>(number); });
}

/// A root of the scale for q and one for k, so that a large product does not overflow in a narrow format.
template <class T>
Tensor<T> scaled(const Tensor<T>& x, double root, Precision type) {
  Tensor<T> result = x;
  for (T& element : result.storage()) element = static_cast<T>(round_to(type, root * static_cast<double>(element)));
  return result;
}

template <class T>
void q_dot_k(const T* q, const T* k, std::size_t width, Precision type, std::vector<double>& raw) {
  for (std::size_t j = 0; j < raw.size(); ++j) {
    double sum = 0;
    for (std::size_t c = 0; c < width; ++c) sum += static_cast<double>(q[c]) * static_cast<double>(k[j * width + c]);
    raw[j] = round_to(type, sum);
  }
}

void cap(double softcap, Precision type, Row& row) {
  row.capped = row.raw;
  const double c = round_to(type, softcap);
  if (c == 0) return;
  for (double& score : row.capped) {
    score = round_to(type, c * round_to(type, std::tanh(round_to(type, score / c))));
  }
}

/// `bias` `[keys]` comes in `row.biased` and is replaced there.
void add_bias(const KeyRange& range, Precision type, Row& row) {
  for (std::size_t j = 0; j < row.biased.size(); ++j) {
    row.visible[j] = range.contains(j) && row.biased[j] != blocked;
    row.biased[j] = row.visible[j] ? round_to(type, row.capped[j] + row.biased[j]) : blocked;
  }
}

/// Zeros where nothing is visible or every visible score is -inf.
void softmax(Precision softmax_type, Precision type, Row& row) {
  std::vector<double>& weights = row.weights;
  double max = blocked;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    weights[j] = round_to(softmax_type, row.biased[j]);
    if (std::isnan(weights[j]) || weights[j] > max) max = weights[j];
  }
  double sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const bool counts = row.visible[j] && max != blocked;
    weights[j] = counts ? round_to(softmax_type, std::exp(round_to(softmax_type, weights[j] - max))) : 0;
    sum += weights[j];
  }
  if (sum == 0) return;
  sum = round_to(softmax_type, sum);
  for (double& weight : weights) {
    if (weight != 0) weight = round_to(type, round_to(softmax_type, weight / sum));
  }
}

template <class T>
void weighted_sum(const std::vector<double>& weights, const T* v, std::size_t width, Precision type, T* y) {
  std::vector<double> sum(width, 0);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    // 0 times NaN is NaN: a key without weight must not be touched at all.
    if (weights[j] == 0) continue;
    for (std::size_t c = 0; c < width; ++c) sum[c] += weights[j] * static_cast<double>(v[j * width + c]);
  }
  for (double& element : sum) element = round_to(type, element);
  write(sum, y);
}

// --- the operator --------------------------------------------------------------------------------------------------

template <class T>
PositionRule position_rule(const OnnxAttentionOptions<T>& options) {
  PositionRule rule;
  rule.causal = options.is_causal;
  rule.alignment = is_given(options.nonpad_kv_seqlen) ? Alignment::bottom_right : Alignment::top_left;
  rule.offset = is_given(options.past_key) ? static_cast<int>(options.past_key.shape(2)) : 0;
  rule.window_left = options.left_window_size;
  rule.window_right = options.right_window_size;
  rule.key_lengths = options.nonpad_kv_seqlen;
  return rule;
}

/// y `[B,H,L,Dv]` and, where asked for, one step of the scores. heads: k and v with the past.
template <class T>
void attend(const Heads<T>& heads, const OnnxAttentionOptions<T>& options, Precision type,
            OnnxAttentionOutputs<T>& outputs) {
  const auto& [q, k, v] = heads;
  const std::size_t batch = q.shape(0), head_count = q.shape(1), queries = q.shape(2), width = q.shape(3);
  const std::size_t key_heads = k.shape(1), keys = k.shape(2), value_width = v.shape(3);
  const std::array<std::size_t, 4> scores_shape{batch, head_count, queries, keys};
  if (is_given(options.nonpad_kv_seqlen)) {
    require_key_lengths("nonpad_kv_seqlen", options.nonpad_kv_seqlen, batch, keys);
  }
  const PositionRule rule = position_rule(options);
  const Bias<T> bias(options, scores_shape, type);
  outputs.y = allocated<T>("y", {batch, head_count, queries, value_width});
  if (options.qk_matmul_output_mode) outputs.qk_matmul_output = allocated<T>("qk_matmul_output", scores_shape);

  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(width)));
  const double root = round_to(type, std::sqrt(scale));
  const Tensor<T> q_scaled = scaled(q, root, type), k_scaled = scaled(k, root, type);
  Row row(keys);
  for (std::size_t index = 0; index < batch * head_count * queries; ++index) {
    const std::size_t i = index % queries, h = index / queries % head_count, b = index / queries / head_count;
    const std::size_t kv = b * key_heads + h / (head_count / key_heads);
    q_dot_k(q_scaled.data() + index * width, k_scaled.data() + kv * keys * width, width, type, row.raw);
    cap(options.softcap, type, row);
    for (std::size_t j = 0; j < keys; ++j) row.biased[j] = bias.at(b, h, i, j);
    add_bias(readable_keys(rule, b, i, queries, keys), type, row);
    softmax(options.softmax_precision.value_or(type), type, row);
    weighted_sum(row.weights, v.data() + kv * keys * value_width, value_width, type,
                 outputs.y.data() + index * value_width);
    if (options.qk_matmul_output_mode) {
      write(row.step(*options.qk_matmul_output_mode), outputs.qk_matmul_output.data() + index * keys);
    }
  }
}

}  // namespace

template <class T>
OnnxAttentionOutputs<T> onnx_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                       const OnnxAttentionOptions<T>& options) {
  require_attributes(options);
  require_combination(options);
  const Precision type = element_type(options);
  Heads<T> heads = heads_of(q, k, v, options);
  require_attention_shapes(heads.q.shape(), heads.k.shape(), heads.v.shape());
  heads = {round_to(type, heads.q), round_to(type, heads.k), round_to(type, heads.v)};
  if (is_given(options.past_key)) {
    const Tensor<T>& past_key = options.past_key;
    const Tensor<T>& past_value = options.past_value;
    require_shape("past_key", past_key.shape(), {k.shape(0), heads.k.shape(1), any_extent, heads.k.shape(3)});
    require_shape("past_value", past_value.shape(),
                  {k.shape(0), heads.k.shape(1), past_key.shape(2), heads.v.shape(3)});
    heads.k = join("present_key", round_to(type, past_key), heads.k);
    heads.v = join("present_value", round_to(type, past_value), heads.v);
  }
  OnnxAttentionOutputs<T> outputs;
  attend(heads, options, type, outputs);
  if (q.dimension() == 3) outputs.y = merge_heads(outputs.y);
  if (!is_given(options.nonpad_kv_seqlen)) {
    outputs.present_key = std::move(heads.k);
    outputs.present_value = std::move(heads.v);
  }
  return outputs;
}

template OnnxAttentionOutputs<float> onnx_attention(const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                                                    const OnnxAttentionOptions<float>&);
template OnnxAttentionOutputs<double> onnx_attention(const Tensor<double>&, const Tensor<double>&,
                                                     const Tensor<double>&, const OnnxAttentionOptions<double>&);

}  // namespace maskscope
