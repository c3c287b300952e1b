// The wrong variants of masked attention. Each makes its own mistake and no other: those that weigh wrongly take
// whole rows and plain products, as real code with that mistake does, so that what leaks shows; those that believe in
// a wrong visibility are computed correctly from it.

#include "attention/multi_head_shapes.hpp"
#include "base/arrays.hpp"
#include "base/refuse.hpp"
#include "kernels/reference.hpp"
#include "maskscope/chapter/leak.hpp"
#include "maskscope/masks/visibility.hpp"

namespace maskscope {
namespace {

/// Softmax over every key of each row, in place.
template <class T>
void softmax_rows(Tensor<T>& scores) {
  const std::size_t keys = scores.shape().back();
  for (std::size_t first = 0; first < scores.size(); first += keys) {
    T* row = scores.data() + first;
    const T sum = kernels::shifted_exponentials(row, nullptr, keys, kernels::row_max(row, nullptr, keys), row);
    kernels::normalise(row, nullptr, keys, sum, row);
  }
}

template <class T>
void require_rows(const Tensor<T>& scores) {
  if (scores.dimension() < 2) {
    refuse(ErrorCode::shape_mismatch, "scores", "shape [...,L,S]", to_string(scores.shape()));
  }
  require_not_empty("scores", scores.shape());
}

/// Visibility `[T,T]` from a rule for query i and key j.
Mask square(std::size_t length, bool (*readable)(std::size_t i, std::size_t j)) {
  require_not_empty("length", {length});
  Mask visible = filled<Mask>({length, length}, false);
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < length; ++j) visible.data()[i * length + j] = readable(i, j);
  }
  return visible;
}

Mask triangle(Variant variant, std::size_t length) {
  switch (variant) {
    case Variant::strict_triangle: return faulty::strict_triangle(length);
    case Variant::reversed_triangle: return faulty::reversed_triangle(length);
    case Variant::no_triangle: return faulty::no_triangle(length);
    default: return causal(length, length);
  }
}

/// The visibility `[B,1,T,T]` that a variant believes in.
Mask believed_visibility(Variant variant, const Mask& valid) {
  const std::size_t length = valid.shape(1);
  const Mask padding = variant == Variant::padding_on_query_rows ? faulty::padding_on_query_rows(valid)
                                                                 : key_padding(valid, length);
  return visible_and(padding, triangle(variant, length));
}

/// Whether the variant's mistake is in the weights, and not in the visibility alone.
bool weighs_wrongly(Variant variant) {
  return variant == Variant::softmax_then_mask || variant == Variant::fill_minus_1e4 ||
         variant == Variant::fill_minus_1e9 || variant == Variant::fill_float16_lowest;
}

template <class T>
Tensor<T> wrong_weights(Variant variant, const Tensor<T>& scores, const Mask& visible) {
  switch (variant) {
    case Variant::fill_minus_1e4: return faulty::additive_fill(scores, visible, T(-1e4));
    case Variant::fill_minus_1e9: return faulty::additive_fill(scores, visible, T(-1e9));
    case Variant::fill_float16_lowest: return faulty::additive_fill(scores, visible, T(-65504));
    default: return faulty::softmax_then_mask(scores, visible);
  }
}

/// weights `[B,H,T,T]` times v `[B,H,T,d]`, every product taken: 0 times NaN is NaN.
template <class T>
Tensor<T> plain_product(const Tensor<T>& weights, const Tensor<T>& v) {
  const std::size_t length = weights.shape(3), width = v.shape(3);
  Tensor<T> output = filled<Tensor<T>>(v.shape(), 0);
  for (std::size_t row = 0; row < weights.size() / length; ++row) {
    const T* values = v.data() + row / length * length * width;
    for (std::size_t j = 0; j < length; ++j) {
      const T weight = weights.data()[row * length + j];
      for (std::size_t c = 0; c < width; ++c) output.data()[row * width + c] += weight * values[j * width + c];
    }
  }
  return output;
}

template <class T>
Tensor<T> run_variant(Variant variant, const MultiHeadParameters<T>& parameters, const Mask& valid, EmptyRow empty_row,
                      const Tensor<T>& x) {
  if (variant == Variant::correct) {
    AttentionOptions<T> options;
    options.causal = true;
    options.visible = key_padding(valid, valid.shape(1));
    options.valid_queries = valid;
    options.empty_row = empty_row;
    return multi_head_attention(x, parameters, options);
  }
  const MultiHeadTrace<T> trace = trace_multi_head(x, parameters);
  const Tensor<T> weights = variant_weights(variant, trace.attention.scores, valid, empty_row).weights;
  const Tensor<T> heads = weighs_wrongly(variant) ? plain_product(weights, trace.v_heads)
                                                  : weighted_sum(weights, trace.v_heads);
  return project(merge_heads(heads), parameters.w_o);
}

}  // namespace

std::string_view name(Variant variant) noexcept {
  switch (variant) {
    case Variant::correct: return "correct";
    case Variant::softmax_then_mask: return "softmax_then_mask";
    case Variant::fill_minus_1e4: return "fill_minus_1e4";
    case Variant::fill_minus_1e9: return "fill_minus_1e9";
    case Variant::fill_float16_lowest: return "fill_float16_lowest";
    case Variant::strict_triangle: return "strict_triangle";
    case Variant::reversed_triangle: return "reversed_triangle";
    case Variant::no_triangle: return "no_triangle";
    case Variant::padding_on_query_rows: return "padding_on_query_rows";
  }
  return "";
}

Variant variant_from_name(std::string_view wanted) {
  std::vector<std::string_view> known;
  for (const Variant variant : all_variants) {
    if (name(variant) == wanted) return variant;
    known.push_back(name(variant));
  }
  refuse_name("variant", known, wanted);
}

namespace faulty {

template <class T>
Tensor<T> softmax_then_mask(const Tensor<T>& scores, const Mask& visible) {
  require_rows(scores);
  const Mask factors = broadcast_to("visible", visible, scores.shape());
  Tensor<T> weights = scores;
  softmax_rows(weights);
  for (std::size_t i = 0; i < weights.size(); ++i) weights.data()[i] *= factors.data()[i] ? T(1) : T(0);
  return weights;
}

template <class T>
Tensor<T> additive_fill(const Tensor<T>& scores, const Mask& visible, T fill) {
  require_rows(scores);
  const Mask kept = broadcast_to("visible", visible, scores.shape());
  Tensor<T> weights = scores;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!kept.data()[i]) weights.data()[i] += fill;
  }
  softmax_rows(weights);
  return weights;
}

Mask strict_triangle(std::size_t length) {
  return square(length, [](std::size_t i, std::size_t j) { return j < i; });
}

Mask reversed_triangle(std::size_t length) {
  return square(length, [](std::size_t i, std::size_t j) { return j >= i; });
}

Mask no_triangle(std::size_t length) {
  return square(length, [](std::size_t, std::size_t) { return true; });
}

Mask padding_on_query_rows(const Mask& valid) {
  require_axes("valid", valid.shape(), 2);
  const std::size_t batch = valid.shape(0), length = valid.shape(1);
  return broadcast_to("valid", reshaped(valid, {batch, 1, length, 1}), {batch, 1, length, length});
}

}  // namespace faulty

template <class T>
VariantTrace<T> variant_weights(Variant variant, const Tensor<T>& scores, const Mask& valid, EmptyRow empty_row) {
  require_axes("scores", scores.shape(), 4);
  const std::size_t batch = scores.shape(0), heads = scores.shape(1), length = scores.shape(2);
  require_shape("scores", scores.shape(), {batch, heads, length, length});
  require_shape("valid", valid.shape(), {batch, length});

  VariantTrace<T> trace;
  trace.visible = believed_visibility(variant, valid);
  const Mask valid_queries = reshaped(valid, {batch, 1, length});
  if (!weighs_wrongly(variant)) {
    trace.weights = masked_softmax(scores, {trace.visible, valid_queries, empty_row});
    return trace;
  }
  trace.weights = wrong_weights(variant, scores, trace.visible);
  const Mask real_rows = broadcast_to("valid", reshaped(valid, {batch, 1, length, 1}), scores.shape());
  for (std::size_t i = 0; i < real_rows.size(); ++i) {
    if (!real_rows.data()[i]) trace.weights.data()[i] = 0;
  }
  return trace;
}

template <class T>
SequenceFunction<T> variant_function(Variant variant, const MultiHeadParameters<T>& parameters, const Mask& valid,
                                     EmptyRow empty_row) {
  require_parameters(parameters);
  if (is_given(valid)) require_shape("valid", valid.shape(), {any_extent});
  return [=](const Tensor<T>& x) {
    require_shape("x", x.shape(), {any_extent, parameters.w_q.shape(0)});
    require_not_empty("x", x.shape());
    const std::size_t length = x.shape(0), width = x.shape(1);
    if (is_given(valid)) require_shape("valid", valid.shape(), {length});
    const Mask real = is_given(valid) ? reshaped(valid, {1, length}) : filled<Mask>({1, length}, true);
    const Tensor<T> y = run_variant(variant, parameters, real, empty_row, reshaped(x, {1, length, width}));
    return reshaped(y, {length, y.shape(2)});
  };
}

#define MASKSCOPE_INSTANTIATE(T)                                                                                \
  template Tensor<T> faulty::softmax_then_mask(const Tensor<T>&, const Mask&);                                  \
  template Tensor<T> faulty::additive_fill(const Tensor<T>&, const Mask&, T);                                   \
  template VariantTrace<T> variant_weights(Variant, const Tensor<T>&, const Mask&, EmptyRow);                   \
  template SequenceFunction<T> variant_function(Variant, const MultiHeadParameters<T>&, const Mask&, EmptyRow);
MASKSCOPE_INSTANTIATE(float)
MASKSCOPE_INSTANTIATE(double)
#undef MASKSCOPE_INSTANTIATE

}  // namespace maskscope
