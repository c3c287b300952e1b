#include "maskscope/attention/masked_softmax.hpp"

#include <algorithm>
#include <limits>

#include "attention/empty_row.hpp"
#include "base/arrays.hpp"
#include "base/refuse.hpp"
#include "kernels/reference.hpp"

namespace maskscope {
namespace {

/// Who may read what in a call, in the shapes of the scores.
struct Rows {
  std::size_t count = 0;
  std::size_t keys = 0;
  Mask visible;        // [...,L,S]
  Mask valid_queries;  // [...,L]

  const bool* visible_row(std::size_t row) const { return visible.data() + row * keys; }
  bool is_valid(std::size_t row) const { return valid_queries.data()[row]; }
  bool is_empty(std::size_t row) const {
    return is_valid(row) && std::find(visible_row(row), visible_row(row) + keys, true) == visible_row(row) + keys;
  }

  template <class T>
  void fill_empty(std::size_t row, EmptyRow policy, T* weights) const {
    if (policy == EmptyRow::error) {
      refuse_empty_rows(valid_queries.shape(), row, [&](std::size_t other) { return is_empty(other); });
    }
    fill_empty_row(policy, keys, weights);
  }
};

template <class T>
Rows rows_of(const Tensor<T>& scores, const SoftmaxOptions& options) {
  const ShapeView shape = scores.shape();
  if (shape.size() < 2) {
    refuse(ErrorCode::shape_mismatch, "scores", "shape [...,L,S]", to_string(shape));
  }
  require_not_empty("scores", shape);
  const ShapeView row_shape = shape.first(shape.size() - 1);
  Rows rows;
  rows.keys = shape.back();
  rows.count = scores.size() / rows.keys;
  rows.visible =
      is_given(options.visible) ? broadcast_to("visible", options.visible, shape) : filled<Mask>(shape, true);
  rows.valid_queries = is_given(options.valid_queries)
                           ? broadcast_to("valid_queries", options.valid_queries, row_shape)
                           : filled<Mask>(row_shape, true);
  return rows;
}

}  // namespace

EmptyRow empty_row_from_name(std::string_view name) {
  if (name == "error") return EmptyRow::error;
  if (name == "zeros") return EmptyRow::zeros;
  if (name == "uniform") return EmptyRow::uniform;
  if (name == "nan") return EmptyRow::nan;
  refuse_name("empty_row", {"error", "zeros", "uniform", "nan"}, name);
}

template <class T>
void fill_empty_row(EmptyRow policy, std::size_t keys, T* weights) {
  switch (policy) {
    case EmptyRow::error: return;
    case EmptyRow::zeros: std::fill_n(weights, keys, T(0)); return;
    case EmptyRow::uniform: std::fill_n(weights, keys, 1 / static_cast<T>(keys)); return;
    case EmptyRow::nan: std::fill_n(weights, keys, std::numeric_limits<T>::quiet_NaN()); return;
  }
}

template <class T>
Tensor<T> masked_softmax(const Tensor<T>& scores, const SoftmaxOptions& options) {
  const Rows rows = rows_of(scores, options);
  Tensor<T> weights = filled<Tensor<T>>(scores.shape(), 0);
  for (std::size_t row = 0; row < rows.count; ++row) {
    if (!rows.is_valid(row)) continue;
    const T* from = scores.data() + row * rows.keys;
    const bool* visible = rows.visible_row(row);
    T* to = weights.data() + row * rows.keys;
    if (rows.is_empty(row)) {
      rows.fill_empty(row, options.empty_row, to);
      continue;
    }
    const T max = kernels::row_max(from, visible, rows.keys);
    const T sum = kernels::shifted_exponentials(from, visible, rows.keys, max, to);
    kernels::normalise(to, visible, rows.keys, sum, to);
  }
  return weights;
}

template <class T>
SoftmaxTrace<T> trace_masked_softmax(const Tensor<T>& scores, const SoftmaxOptions& options) {
  constexpr T blocked = -std::numeric_limits<T>::infinity();
  const Rows rows = rows_of(scores, options);
  const ShapeView shape = scores.shape();
  SoftmaxTrace<T> trace;
  trace.visible = rows.visible;
  trace.valid_queries = rows.valid_queries;
  trace.masked = filled<Tensor<T>>(shape, blocked);
  trace.row_max = filled<Tensor<T>>(rows.valid_queries.shape(), std::numeric_limits<T>::quiet_NaN());
  trace.shifted = filled<Tensor<T>>(shape, blocked);
  trace.exponentials = filled<Tensor<T>>(shape, 0);
  trace.row_sum = filled<Tensor<T>>(rows.valid_queries.shape(), 0);
  trace.weights = filled<Tensor<T>>(shape, 0);

  for (std::size_t row = 0; row < rows.count; ++row) {
    if (!rows.is_valid(row)) continue;
    const std::size_t first = row * rows.keys;
    const T* from = scores.data() + first;
    const bool* visible = rows.visible_row(row);
    if (rows.is_empty(row)) {
      rows.fill_empty(row, options.empty_row, trace.weights.data() + first);
      continue;
    }
    const T max = kernels::row_max(from, visible, rows.keys);
    for (std::size_t j = 0; j < rows.keys; ++j) {
      if (!visible[j]) continue;
      trace.masked.data()[first + j] = from[j];
      trace.shifted.data()[first + j] = from[j] - max;
    }
    T* exponentials = trace.exponentials.data() + first;
    const T sum = kernels::shifted_exponentials(from, visible, rows.keys, max, exponentials);
    kernels::normalise(exponentials, visible, rows.keys, sum, trace.weights.data() + first);
    trace.row_max.data()[row] = max;
    trace.row_sum.data()[row] = sum;
  }
  return trace;
}

template void fill_empty_row(EmptyRow, std::size_t, float*);
template void fill_empty_row(EmptyRow, std::size_t, double*);
template Tensor<float> masked_softmax(const Tensor<float>&, const SoftmaxOptions&);
template Tensor<double> masked_softmax(const Tensor<double>&, const SoftmaxOptions&);
template SoftmaxTrace<float> trace_masked_softmax(const Tensor<float>&, const SoftmaxOptions&);
template SoftmaxTrace<double> trace_masked_softmax(const Tensor<double>&, const SoftmaxOptions&);

}  // namespace maskscope
