#include "maskscope/attention/kernelised_attention.hpp"

#include <algorithm>
#include <cmath>

#include "attention/attention_shapes.hpp"
#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "kernels/reference.hpp"
#include "kernels/state.hpp"

namespace maskscope {
namespace {

struct Sizes {
  std::size_t batch, heads, key_heads, queries, keys, width, value_width;

  std::size_t group() const { return heads / key_heads; }
  Shape sums() const { return {width, value_width}; }
  Shape similarities() const { return {batch, heads, queries, keys}; }
  Shape output() const { return {batch, heads, queries, value_width}; }
};

template <class T>
Sizes sizes_of(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v) {
  require_attention_shapes(q.shape(), k.shape(), v.shape());
  const Sizes n{q.shape(0), q.shape(1), k.shape(1), q.shape(2), k.shape(2), q.shape(3), v.shape(3)};
  require_fits("output", n.output(), sizeof(T));
  return n;
}

/// elu(x) + 1, never negative.
template <class T>
Tensor<T> features(const Tensor<T>& x) {
  Tensor<T> result = x;
  for (T& element : result.storage()) element = element > 0 ? element + 1 : std::exp(element);
  return result;
}

/// The sums over the keys that have been read, of one key head.
template <class T>
class Sums {
 public:
  Sums(std::size_t width, std::size_t value_width)
      : width_(width), value_width_(value_width), state_(width * value_width), normaliser_(width) {}

  /// k `[D]` are features.
  void add_key(const T* k, const T* v) {
    kernels::add_outer_product(k, v, width_, value_width_, state_.data());
    for (std::size_t d = 0; d < width_; ++d) normaliser_[d] += k[d];
    multiply_adds_ += width_ * (value_width_ + 1);
  }

  /// q `[D]` are features; output `[Dv]`.
  void read(const T* q, T* output) {
    kernels::read_state(state_.data(), q, width_, value_width_, output);
    T denominator = 0;
    for (std::size_t d = 0; d < width_; ++d) denominator += q[d] * normaliser_[d];
    for (std::size_t e = 0; e < value_width_; ++e) output[e] /= denominator;
    multiply_adds_ += width_ * (value_width_ + 1);
  }

  std::uint64_t multiply_adds() const { return multiply_adds_; }

 private:
  std::size_t width_, value_width_;
  std::vector<T> state_, normaliser_;
  std::uint64_t multiply_adds_ = 0;
};

}  // namespace

template <class T>
KernelisedAttention<T> kernelised_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, bool causal) {
  const Sizes n = sizes_of(q, k, v);
  require_fits("key sums", n.sums(), sizeof(T));
  const Tensor<T> q_features = features(q), k_features = features(k);
  KernelisedAttention<T> result;
  result.output = filled<Tensor<T>>(n.output(), 0);
  for (std::size_t kv = 0; kv < n.batch * n.key_heads; ++kv) {
    Sums<T> sums(n.width, n.value_width);
    std::size_t added = 0;
    for (std::size_t i = 0; i < n.queries; ++i) {
      const std::size_t readable = causal ? std::min(i + 1, n.keys) : n.keys;
      for (; added < readable; ++added) {
        const std::size_t key = kv * n.keys + added;
        sums.add_key(k_features.data() + key * n.width, v.data() + key * n.value_width);
      }
      // Query heads of one record that share a key head follow each other, so kv counts groups of them.
      for (std::size_t head = kv * n.group(); head < (kv + 1) * n.group(); ++head) {
        const std::size_t query = head * n.queries + i;
        sums.read(q_features.data() + query * n.width, result.output.data() + query * n.value_width);
      }
    }
    result.multiply_adds += sums.multiply_adds();
  }
  return result;
}

template <class T>
KernelisedAttentionTrace<T> trace_kernelised_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                                       bool causal) {
  const Sizes n = sizes_of(q, k, v);
  require_fits("similarities", n.similarities(), sizeof(T));
  KernelisedAttentionTrace<T> trace;
  trace.q_features = features(q);
  trace.k_features = features(k);
  trace.similarities = filled<Tensor<T>>(n.similarities(), 0);
  trace.row_sum = filled<Tensor<T>>({n.batch, n.heads, n.queries}, 0);
  trace.weights = trace.similarities;
  trace.output = filled<Tensor<T>>(n.output(), 0);
  for (std::size_t row = 0; row < trace.row_sum.size(); ++row) {
    const std::size_t i = row % n.queries, kv = row / n.queries / n.group();
    const std::size_t readable = causal ? std::min(i + 1, n.keys) : n.keys;
    T* similarities = trace.similarities.data() + row * n.keys;
    T* weights = trace.weights.data() + row * n.keys;
    kernels::q_dot_k(trace.q_features.data() + row * n.width, trace.k_features.data() + kv * n.keys * n.width, nullptr,
                     readable, n.width, T(1), similarities);
    T sum = 0;
    for (std::size_t j = 0; j < readable; ++j) sum += similarities[j];
    for (std::size_t j = 0; j < readable; ++j) weights[j] = similarities[j] / sum;
    kernels::weighted_sum(weights, v.data() + kv * n.keys * n.value_width, readable, n.value_width,
                          trace.output.data() + row * n.value_width);
    trace.row_sum.data()[row] = sum;
    trace.multiply_adds += readable * (n.width + n.value_width);
  }
  return trace;
}

template KernelisedAttention<float> kernelised_attention(const Tensor<float>&, const Tensor<float>&,
                                                         const Tensor<float>&, bool);
template KernelisedAttention<double> kernelised_attention(const Tensor<double>&, const Tensor<double>&,
                                                          const Tensor<double>&, bool);
template KernelisedAttentionTrace<float> trace_kernelised_attention(const Tensor<float>&, const Tensor<float>&,
                                                                    const Tensor<float>&, bool);
template KernelisedAttentionTrace<double> trace_kernelised_attention(const Tensor<double>&, const Tensor<double>&,
                                                                     const Tensor<double>&, bool);

}  // namespace maskscope
