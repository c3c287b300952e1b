#include "maskscope/attention/attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "attention/attend_to_first.hpp"
#include "attention/attention_shapes.hpp"
#include "attention/empty_row.hpp"
#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "kernels/reference.hpp"
#include "kernels/tiled.hpp"
#include "masks/readable_keys.hpp"

namespace maskscope {
namespace {

struct Sizes {
  std::size_t batch, heads, key_heads, queries, keys, width, value_width;
  std::size_t slots;  // of a key head in memory; the keys are the first of them

  std::array<std::size_t, 4> scores() const { return {batch, heads, queries, keys}; }
  std::array<std::size_t, 4> output() const { return {batch, heads, queries, value_width}; }
  std::size_t rows() const { return batch * heads * queries; }
  std::size_t group() const { return heads / key_heads; }
};

constexpr std::size_t all_keys = any_extent;

Sizes checked_sizes(ShapeView q, ShapeView k, ShapeView v, std::size_t keys) {
  require_attention_shapes(q, k, v);
  return {q[0], q[1], k[1], q[2], keys == all_keys ? k[2] : keys, q[3], v[3], k[2]};
}

AttentionPath path_of(const Sizes& n) {
  // In 32 bits, as WebAssembly has them, it would be 0 at B = 1, H = 8, L = S = 2048, D = Dv = 64.
  const std::uint64_t products =
      std::uint64_t{n.batch} * n.heads * n.queries * n.keys * (n.width + n.value_width);
  return products < least_tiled_products ? AttentionPath::reference : AttentionPath::tiled;
}

/// Where one row of the computation sits.
struct Row {
  std::size_t b, h, i;  // record, query head, query
  std::size_t index;    // row-major over [B,H,L]
  std::size_t kv;       // record and key head, row-major over [B,G]
};

Row row_at(std::size_t index, const Sizes& n) {
  const std::size_t i = index % n.queries;
  const std::size_t h = index / n.queries % n.heads;
  const std::size_t b = index / n.queries / n.heads;
  return {b, h, i, index, b * n.key_heads + h / n.group()};
}

/// An optional array read as if it had the shape `[B,H,L,S]`.
template <class A, class E = typename A::value_type>
class Broadcast {
 public:
  Broadcast(std::string_view argument, const A& array, ShapeView target) : array_(array) {
    if (!is_given(array)) return;
    require_broadcastable(argument, array.shape(), target);
    strides_ = broadcast_strides(array.shape(), target);
  }
  bool given() const { return !strides_.empty(); }
  auto at(const Row& row, std::size_t key) const {
    return array_.data()[row.b * strides_[0] + row.h * strides_[1] + row.i * strides_[2] + key * strides_[3]];
  }
  /// From this sequence and head on.
  kernels::Cells<E> cells(std::size_t b, std::size_t h) const {
    if (!given()) return {};
    return {array_.data() + b * strides_[0] + h * strides_[1], strides_[1], strides_[2], strides_[3]};
  }

 private:
  const A& array_;
  Shape strides_;
};

/// One call: sizes and options, checked. Holds references, so it must not outlive the arguments.
template <class T>
class Call {
 public:
  Call(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, std::size_t keys, const AttentionOptions<T>& options)
      : q_(q), k_(k), v_(v), options_(options), n_(checked_sizes(q.shape(), k.shape(), v.shape(), keys)),
        bias_("bias", options.bias, n_.scores()), visible_("visible", options.visible, n_.scores()),
        scale_(options.scale.value_or(1 / std::sqrt(static_cast<T>(n_.width)))) {
    require_position_rule(options, n_.batch, n_.keys);
    if (is_given(options.valid_queries)) {
      require_shape("valid_queries", options.valid_queries.shape(), {n_.batch, n_.queries});
    }
    if (!std::isfinite(scale_)) {
      refuse(ErrorCode::not_finite, "scale", "a finite number", number_text(scale_));
    }
    if (!(options.softcap >= 0) || !std::isfinite(options.softcap)) {
      refuse(ErrorCode::out_of_range, "softcap", "0 or a positive finite number", number_text(options.softcap));
    }
  }

  const Sizes& sizes() const { return n_; }

  bool is_valid(std::size_t b, std::size_t i) const {
    return !is_given(options_.valid_queries) || options_.valid_queries.data()[b * n_.queries + i];
  }

  KeyRange readable(std::size_t b, std::size_t i) const {
    return readable_keys(options_, b, i, n_.queries, n_.keys);
  }

  /// visible `[S]`; returns whether any key is.
  bool visibility(const Row& row, bool* visible) const {
    const KeyRange range = readable(row.b, row.i);
    bool any = false;
    for (std::size_t j = 0; j < n_.keys; ++j) {
      visible[j] = range.contains(j) && (!visible_.given() || visible_.at(row, j));
      any = any || visible[j];
    }
    return any;
  }

  /// scores `[S]` at visible keys (nullptr: at all).
  void scores(const Row& row, const bool* visible, T* scores) const {
    kernels::q_dot_k(q_.data() + row.index * n_.width, k_.data() + row.kv * n_.slots * n_.width, visible, n_.keys,
                     n_.width, scale_, scores);
  }

  /// scores `[S]`, in place.
  void softcap(T* scores) const {
    const T cap = options_.softcap;
    if (cap == 0) return;
    for (std::size_t j = 0; j < n_.keys; ++j) scores[j] = cap * std::tanh(scores[j] / cap);
  }

  /// scores `[S]`, in place.
  void add_bias(const Row& row, T* scores) const {
    if (!bias_.given()) return;
    for (std::size_t j = 0; j < n_.keys; ++j) scores[j] += bias_.at(row, j);
  }

  /// weights `[S]`, with working memory for visible `[S]`.
  void weights(const Row& row, bool* visible, T* weights) const {
    if (!visibility(row, visible)) {
      if (options_.empty_row == EmptyRow::error) refuse_rows(row.index, visible);
      fill_empty_row(options_.empty_row, n_.keys, weights);
      return;
    }
    scores(row, visible, weights);
    softcap(weights);
    add_bias(row, weights);
    const T max = kernels::row_max(weights, visible, n_.keys);
    const T sum = kernels::shifted_exponentials(weights, visible, n_.keys, max, weights);
    kernels::normalise(weights, visible, n_.keys, sum, weights);
  }

  /// output `[Dv]` of weights `[S]`.
  void weighted_sum(const Row& row, const T* weights, T* output) const {
    kernels::weighted_sum(weights, v_.data() + row.kv * n_.slots * n_.value_width, n_.keys, n_.value_width, output);
  }

  /// One sequence and key head. `allowed` `[L]` belongs to the sequence.
  kernels::Job<T> job(std::size_t b, std::size_t g, const KeyRange* allowed, T* output, bool* unfinished) const {
    const std::size_t h = g * n_.group();
    const std::size_t row = (b * n_.heads + h) * n_.queries;
    const std::size_t key = (b * n_.key_heads + g) * n_.slots;
    return {n_.group(), n_.queries, n_.keys, n_.width, n_.value_width, q_.data() + row * n_.width,
            k_.data() + key * n_.width, v_.data() + key * n_.value_width, allowed, visible_.cells(b, h),
            bias_.cells(b, h), scale_, options_.softcap, output + row * n_.value_width, unfinished + row};
  }

 private:
  [[noreturn]] void refuse_rows(std::size_t first, bool* visible) const {
    refuse_empty_rows({n_.batch, n_.heads, n_.queries}, first, [&](std::size_t index) {
      const Row row = row_at(index, n_);
      return is_valid(row.b, row.i) && !visibility(row, visible);
    });
  }

  const Tensor<T>& q_;
  const Tensor<T>& k_;
  const Tensor<T>& v_;
  const AttentionOptions<T>& options_;
  Sizes n_;
  Broadcast<Tensor<T>> bias_;
  Broadcast<Mask> visible_;
  T scale_;
};

/// Working memory for vectors, aligned to what the longest of them wants.
template <class T>
class AlignedMemory {
 public:
  explicit AlignedMemory(std::size_t count)
      : data_(static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{alignment}))) {}
  AlignedMemory(const AlignedMemory&) = delete;
  AlignedMemory& operator=(const AlignedMemory&) = delete;
  ~AlignedMemory() { ::operator delete(data_, std::align_val_t{alignment}); }
  T* data() { return data_; }

 private:
  static constexpr std::size_t alignment = 64;
  T* data_;
};

/// Fills output `[B,H,L,Dv]`, and unfinished `[B,H,L]` where a row must be computed in loops.
template <class T>
void attend_in_tiles(const Call<T>& call, T* output, bool* unfinished) {
  const Sizes& n = call.sizes();
  std::vector<KeyRange> allowed(n.queries);
  AlignedMemory<T> workspace(kernels::workspace_size(call.job(0, 0, allowed.data(), output, unfinished)));
  for (std::size_t b = 0; b < n.batch; ++b) {
    for (std::size_t i = 0; i < n.queries; ++i) allowed[i] = call.is_valid(b, i) ? call.readable(b, i) : KeyRange{};
    for (std::size_t g = 0; g < n.key_heads; ++g) {
      kernels::attend(call.job(b, g, allowed.data(), output, unfinished), workspace.data());
    }
  }
}

/// Computes the rows of output `[B,H,L,Dv]` for which `wanted` says so.
template <class T, class Wanted>
void attend_in_loops(const Call<T>& call, Wanted wanted, T* output) {
  const Sizes& n = call.sizes();
  const auto visible = std::make_unique<bool[]>(n.keys);
  const auto weights = std::make_unique<T[]>(n.keys);
  for (std::size_t index = 0; index < n.rows(); ++index) {
    if (!wanted(index)) continue;
    const Row row = row_at(index, n);
    T* output_row = output + index * n.value_width;
    if (call.is_valid(row.b, row.i)) {
      call.weights(row, visible.get(), weights.get());
      call.weighted_sum(row, weights.get(), output_row);
    } else {
      std::fill_n(output_row, n.value_width, T{0});
    }
  }
}

template <class T>
void attend(AttentionPath path, const Call<T>& call, Tensor<T>& output) {
  const Sizes& n = call.sizes();
  const auto shape = n.output();
  if (!std::equal(output.shape().begin(), output.shape().end(), shape.begin(), shape.end())) {
    output = Tensor<T>::from_shape(shape);
  }
  if (path == AttentionPath::reference) {
    attend_in_loops(call, [](std::size_t) { return true; }, output.data());
  } else {
    const auto unfinished = std::make_unique<bool[]>(n.rows());
    attend_in_tiles(call, output.data(), unfinished.get());
    attend_in_loops(call, [&](std::size_t index) { return unfinished[index]; }, output.data());
  }
}

}  // namespace

AttentionPath attention_path(ShapeView q, ShapeView k, ShapeView v) {
  return path_of(checked_sizes(q, k, v, all_keys));
}

std::string_view instruction_set() { return kernels::instruction_set(); }

template <class T>
Tensor<T> attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const AttentionOptions<T>& options) {
  Tensor<T> output;
  attention_into(output, q, k, v, options);
  return output;
}

template <class T>
void attention_into(Tensor<T>& output, const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                    const AttentionOptions<T>& options) {
  attend_to_first(all_keys, output, q, k, v, options);
}

template <class T>
void attend_to_first(std::size_t keys, Tensor<T>& output, const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                     const AttentionOptions<T>& options) {
  const Call<T> call(q, k, v, keys, options);
  attend(path_of(call.sizes()), call, output);
}

template <class T>
Tensor<T> attention(AttentionPath path, const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                    const AttentionOptions<T>& options) {
  Tensor<T> output;
  attend(path, Call<T>(q, k, v, all_keys, options), output);
  return output;
}

template <class T>
AttentionTrace<T> trace_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                  const AttentionOptions<T>& options) {
  const Call<T> call(q, k, v, all_keys, options);
  const Sizes& n = call.sizes();
  require_fits("scores", n.scores(), sizeof(T));
  AttentionTrace<T> trace;
  trace.scores = filled<Tensor<T>>(n.scores(), 0);
  Mask visible = filled<Mask>(n.scores(), false);
  for (std::size_t index = 0; index < n.rows(); ++index) {
    const Row row = row_at(index, n);
    call.visibility(row, visible.data() + index * n.keys);
    call.scores(row, nullptr, trace.scores.data() + index * n.keys);
  }
  trace.capped = trace.scores;
  for (std::size_t index = 0; index < n.rows(); ++index) call.softcap(trace.capped.data() + index * n.keys);
  trace.biased = trace.capped;
  for (std::size_t index = 0; index < n.rows(); ++index) {
    call.add_bias(row_at(index, n), trace.biased.data() + index * n.keys);
  }
  SoftmaxOptions softmax;
  softmax.visible = std::move(visible);
  softmax.empty_row = options.empty_row;
  if (is_given(options.valid_queries)) {
    softmax.valid_queries = reshaped(options.valid_queries, {n.batch, 1, n.queries});
  }
  trace.softmax = trace_masked_softmax(trace.biased, softmax);
  trace.output = weighted_sum(trace.softmax.weights, v);
  return trace;
}

template <class T>
Tensor<T> weighted_sum(const Tensor<T>& weights, const Tensor<T>& v) {
  require_axes("weights", weights.shape(), 4);
  require_shape("v", v.shape(), {weights.shape(0), any_extent, weights.shape(3), any_extent});
  require_not_empty("v", v.shape());
  require_heads(weights.shape(1), v.shape(1));
  const Sizes n{weights.shape(0), weights.shape(1), v.shape(1), weights.shape(2), weights.shape(3), 0, v.shape(3), v.shape(2)};
  Tensor<T> output = filled<Tensor<T>>(n.output(), 0);
  for (std::size_t index = 0; index < n.rows(); ++index) {
    kernels::weighted_sum(weights.data() + index * n.keys,
                          v.data() + row_at(index, n).kv * n.slots * n.value_width, n.keys, n.value_width,
                          output.data() + index * n.value_width);
  }
  return output;
}

template Tensor<float> attention(const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                                 const AttentionOptions<float>&);
template Tensor<double> attention(const Tensor<double>&, const Tensor<double>&, const Tensor<double>&,
                                  const AttentionOptions<double>&);
template Tensor<float> attention(AttentionPath, const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                                 const AttentionOptions<float>&);
template Tensor<double> attention(AttentionPath, const Tensor<double>&, const Tensor<double>&, const Tensor<double>&,
                                  const AttentionOptions<double>&);
template void attention_into(Tensor<float>&, const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                             const AttentionOptions<float>&);
template void attend_to_first(std::size_t, Tensor<float>&, const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                              const AttentionOptions<float>&);
template AttentionTrace<float> trace_attention(const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                                               const AttentionOptions<float>&);
template void attention_into(Tensor<double>&, const Tensor<double>&, const Tensor<double>&, const Tensor<double>&,
                             const AttentionOptions<double>&);
template void attend_to_first(std::size_t, Tensor<double>&, const Tensor<double>&, const Tensor<double>&,
                              const Tensor<double>&, const AttentionOptions<double>&);
template AttentionTrace<double> trace_attention(const Tensor<double>&, const Tensor<double>&, const Tensor<double>&,
                                                const AttentionOptions<double>&);
template Tensor<float> weighted_sum(const Tensor<float>&, const Tensor<float>&);
template Tensor<double> weighted_sum(const Tensor<double>&, const Tensor<double>&);

}  // namespace maskscope
