#include "maskscope/attention/gradients.hpp"

#include <cmath>
#include <utility>

#include "attention/multi_head_shapes.hpp"
#include "base/arrays.hpp"
#include "base/limits.hpp"

namespace maskscope {
namespace {

/// Where one row of the computation finds its vectors.
template <class T>
struct Row {
  const T* q;            // [D]
  const T* grad_output;  // [Dv]
  const T* weights;      // [S]
  const bool* visible;   // [S]
  std::size_t index;     // row-major over [B,H,L]
  std::size_t kv;        // record and key head, row-major over [B,G]
};

/// sum += factor * vector, `[width]` each.
template <class T>
void add_multiple(T factor, const T* vector, std::size_t width, T* sum) {
  for (std::size_t c = 0; c < width; ++c) sum[c] += factor * vector[c];
}

template <class T>
T dot(const T* a, const T* b, std::size_t width) {
  T sum = 0;
  for (std::size_t c = 0; c < width; ++c) sum += a[c] * b[c];
  return sum;
}

/// One backward pass. Holds references, so it must not outlive the arguments.
template <class T>
class Backward {
 public:
  Backward(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const Tensor<T>& grad_output,
           const AttentionTrace<T>& trace, const AttentionOptions<T>& options)
      : q_(q), k_(k), v_(v), grad_output_(grad_output), trace_(trace), softcap_(options.softcap),
        scale_(options.scale.value_or(1 / std::sqrt(static_cast<T>(q.shape(3))))),
        keys_(k.shape(2)), width_(q.shape(3)), value_width_(v.shape(3)) {}

  AttentionGradients<T> run(const Tensor<T>& bias) {
    gradients_.q = filled<Tensor<T>>(q_.shape(), 0);
    gradients_.k = filled<Tensor<T>>(k_.shape(), 0);
    gradients_.v = filled<Tensor<T>>(v_.shape(), 0);
    gradients_.biased = filled<Tensor<T>>(trace_.scores.shape(), 0);
    for (std::size_t index = 0; index < q_.size() / width_; ++index) {
      const Row<T> row = row_at(index);
      values(row);
      biased_scores(row);
    }
    softcapped_scores();
    for (std::size_t index = 0; index < q_.size() / width_; ++index) queries_and_keys(row_at(index));
    if (is_given(bias)) {
      gradients_.bias = filled<Tensor<T>>(bias.shape(), 0);
      const T* cell = gradients_.biased.data();
      walk_broadcast(bias.shape(), gradients_.biased.shape(),
                     [&](std::size_t position) { gradients_.bias.data()[position] += *cell++; });
    }
    return std::move(gradients_);
  }

 private:
  Row<T> row_at(std::size_t index) const {
    const std::size_t heads = q_.shape(1), key_heads = k_.shape(1);
    const std::size_t h = index / q_.shape(2) % heads, b = index / q_.shape(2) / heads;
    return {q_.data() + index * width_,
            grad_output_.data() + index * value_width_,
            trace_.softmax.weights.data() + index * keys_,
            trace_.softmax.visible.data() + index * keys_,
            index,
            b * key_heads + h / (heads / key_heads)};
  }

  void values(const Row<T>& row) {
    for (std::size_t j = 0; j < keys_; ++j) {
      if (row.weights[j] == 0) continue;
      add_multiple(row.weights[j], row.grad_output, value_width_,
                   gradients_.v.data() + (row.kv * keys_ + j) * value_width_);
    }
  }

  /// The softmax, backwards. The weights of a row without a visible key do not come from its scores.
  void biased_scores(const Row<T>& row) {
    const auto is_read = [&](std::size_t j) { return row.visible[j] && row.weights[j] != 0; };
    T* gradient = gradients_.biased.data() + row.index * keys_;
    T mean = 0;
    for (std::size_t j = 0; j < keys_; ++j) {
      if (!is_read(j)) continue;
      gradient[j] = dot(row.grad_output, v_.data() + (row.kv * keys_ + j) * value_width_, value_width_);
      mean += row.weights[j] * gradient[j];
    }
    for (std::size_t j = 0; j < keys_; ++j) {
      if (is_read(j)) gradient[j] = row.weights[j] * (gradient[j] - mean);
    }
  }

  /// c tanh(s / c), backwards.
  void softcapped_scores() {
    gradients_.scores = gradients_.biased;
    if (softcap_ == 0) return;
    for (std::size_t n = 0; n < gradients_.scores.size(); ++n) {
      if (gradients_.scores.data()[n] == 0) continue;
      // 1 - tanh^2, without its cancellation where tanh is near 1.
      const T cosh = std::cosh(trace_.scores.data()[n] / softcap_);
      gradients_.scores.data()[n] /= cosh * cosh;
    }
  }

  void queries_and_keys(const Row<T>& row) {
    const T* scores = gradients_.scores.data() + row.index * keys_;
    for (std::size_t j = 0; j < keys_; ++j) {
      if (scores[j] == 0) continue;
      const std::size_t key = (row.kv * keys_ + j) * width_;
      add_multiple(scale_ * scores[j], k_.data() + key, width_, gradients_.q.data() + row.index * width_);
      add_multiple(scale_ * scores[j], row.q, width_, gradients_.k.data() + key);
    }
  }

  const Tensor<T>& q_;
  const Tensor<T>& k_;
  const Tensor<T>& v_;
  const Tensor<T>& grad_output_;
  const AttentionTrace<T>& trace_;
  const T softcap_, scale_;
  const std::size_t keys_, width_, value_width_;
  AttentionGradients<T> gradients_;
};

template <class T>
void require_scores_fit(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys) {
  require_fits("scores", {batch, heads, queries, keys}, sizeof(T));
}

/// a^T b of a `[...,T,M]` and b `[...,T,N]`, `[M,N]`. Where a factor is 0 the other is not looked at.
template <class T>
Tensor<T> transposed_product(const Tensor<T>& a, const Tensor<T>& b) {
  const std::size_t rows = a.shape().back(), columns = b.shape().back();
  Tensor<T> product = filled<Tensor<T>>({rows, columns}, 0);
  for (std::size_t t = 0; t < a.size() / rows; ++t) {
    for (std::size_t m = 0; m < rows; ++m) {
      const T factor = a.data()[t * rows + m];
      if (factor == 0) continue;
      for (std::size_t n = 0; n < columns; ++n) {
        const T other = b.data()[t * columns + n];
        if (other != 0) product.data()[m * columns + n] += factor * other;
      }
    }
  }
  return product;
}

/// sum += gradient w^T, with gradient `[B,T,C]` and w `[E,C]`; the sum is `[B,T,E]`.
template <class T>
void add_projected_back(const Tensor<T>& gradient, const Tensor<T>& w, Tensor<T>& sum) {
  const std::size_t inputs = w.shape(0), outputs = w.shape(1);
  for (std::size_t row = 0; row < gradient.size() / outputs; ++row) {
    for (std::size_t e = 0; e < inputs; ++e) {
      sum.data()[row * inputs + e] += dot(gradient.data() + row * outputs, w.data() + e * outputs, outputs);
    }
  }
}

}  // namespace

template <class T>
AttentionGradients<T> attention_gradients(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                          const Tensor<T>& grad_output, const AttentionOptions<T>& options) {
  require_axes("q", q.shape(), 4);
  require_axes("k", k.shape(), 4);
  require_axes("v", v.shape(), 4);
  require_shape("grad_output", grad_output.shape(), {q.shape(0), q.shape(1), q.shape(2), v.shape(3)});
  require_scores_fit<T>(q.shape(0), q.shape(1), q.shape(2), k.shape(2));
  const AttentionTrace<T> trace = trace_attention(q, k, v, options);
  return Backward<T>(q, k, v, grad_output, trace, options).run(options.bias);
}

template <class T>
MultiHeadGradients<T> multi_head_gradients(const Tensor<T>& x, const MultiHeadParameters<T>& parameters,
                                           const Tensor<T>& grad_output, const AttentionOptions<T>& options) {
  require_parameters(parameters);
  require_axes("x", x.shape(), 3);
  require_shape("grad_output", grad_output.shape(), {x.shape(0), x.shape(1), parameters.w_o.shape(1)});
  require_scores_fit<T>(x.shape(0), parameters.num_heads, x.shape(1), x.shape(1));
  const std::size_t heads = parameters.num_heads;
  const MultiHeadTrace<T> trace = trace_multi_head(x, parameters, options);

  MultiHeadGradients<T> gradients;
  gradients.w_o = transposed_product(trace.merged, grad_output);
  Tensor<T> merged = filled<Tensor<T>>(trace.merged.shape(), 0);
  add_projected_back(grad_output, parameters.w_o, merged);
  const Tensor<T> head_outputs = split_heads(merged, heads);
  gradients.attention = Backward<T>(trace.q_heads, trace.k_heads, trace.v_heads, head_outputs, trace.attention, options)
                            .run(options.bias);

  const Tensor<T> q = merge_heads(gradients.attention.q);
  const Tensor<T> k = merge_heads(gradients.attention.k);
  const Tensor<T> v = merge_heads(gradients.attention.v);
  gradients.w_q = transposed_product(x, q);
  gradients.w_k = transposed_product(x, k);
  gradients.w_v = transposed_product(x, v);
  gradients.x = filled<Tensor<T>>(x.shape(), 0);
  add_projected_back(q, parameters.w_q, gradients.x);
  add_projected_back(k, parameters.w_k, gradients.x);
  add_projected_back(v, parameters.w_v, gradients.x);
  return gradients;
}

#define MASKSCOPE_INSTANTIATE(T)                                                                           \
  template AttentionGradients<T> attention_gradients(const Tensor<T>&, const Tensor<T>&, const Tensor<T>&, \
                                                     const Tensor<T>&, const AttentionOptions<T>&);        \
  template MultiHeadGradients<T> multi_head_gradients(const Tensor<T>&, const MultiHeadParameters<T>&,     \
                                                      const Tensor<T>&, const AttentionOptions<T>&);
MASKSCOPE_INSTANTIATE(float)
MASKSCOPE_INSTANTIATE(double)
#undef MASKSCOPE_INSTANTIATE

}  // namespace maskscope
