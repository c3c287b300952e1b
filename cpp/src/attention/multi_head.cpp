#include "maskscope/attention/multi_head.hpp"

#include <algorithm>

#include "attention/multi_head_shapes.hpp"
#include "base/arrays.hpp"
#include "base/refuse.hpp"

namespace maskscope {
namespace {

/// Swaps the two middle axes: `[B,M,N,d] -> [B,N,M,d]`.
template <class T>
Tensor<T> swap_middle_axes(const Tensor<T>& x) {
  const std::size_t outer = x.shape(0), rows = x.shape(1), columns = x.shape(2), width = x.shape(3);
  Tensor<T> result = filled<Tensor<T>>({outer, columns, rows, width}, 0);
  for (std::size_t b = 0; b < outer; ++b) {
    for (std::size_t m = 0; m < rows; ++m) {
      for (std::size_t n = 0; n < columns; ++n) {
        std::copy_n(x.data() + ((b * rows + m) * columns + n) * width, width,
                    result.data() + ((b * columns + n) * rows + m) * width);
      }
    }
  }
  return result;
}

/// `[B,H,T,E']`: each head's output `[B,H,T,d]` times its own d rows of w_o `[C,E']`.
template <class T>
Tensor<T> head_contributions(const Tensor<T>& heads, const Tensor<T>& w_o) {
  const std::size_t count = heads.shape(1), width = heads.shape(3), outputs = w_o.shape(1);
  Tensor<T> result = filled<Tensor<T>>({heads.shape(0), count, heads.shape(2), outputs}, 0);
  for (std::size_t row = 0; row < heads.size() / width; ++row) {
    const std::size_t head = row / heads.shape(2) % count;
    for (std::size_t c = 0; c < width; ++c) {
      for (std::size_t e = 0; e < outputs; ++e) {
        result.data()[row * outputs + e] += heads.data()[row * width + c] * w_o.data()[(head * width + c) * outputs + e];
      }
    }
  }
  return result;
}

void require_permutation(const std::vector<std::size_t>& order, std::size_t count) {
  bool complete = order.size() == count;
  for (std::size_t h = 0; complete && h < count; ++h) {
    complete = std::find(order.begin(), order.end(), h) != order.end();
  }
  if (!complete) {
    refuse(ErrorCode::out_of_range, "order", "every head from 0 to " + std::to_string(count - 1) + " once",
           to_string(order));
  }
}

/// Blocks of `width` columns of w `[R,C]` in another order.
template <class T>
Tensor<T> permute_columns(const Tensor<T>& w, const std::vector<std::size_t>& order) {
  const std::size_t width = w.shape(1) / order.size();
  Tensor<T> result = w;
  for (std::size_t row = 0; row < w.shape(0); ++row) {
    for (std::size_t h = 0; h < order.size(); ++h) {
      std::copy_n(w.data() + row * w.shape(1) + order[h] * width, width,
                  result.data() + row * w.shape(1) + h * width);
    }
  }
  return result;
}

}  // namespace

template <class T>
void require_parameters(const MultiHeadParameters<T>& parameters) {
  require_axes("w_q", parameters.w_q.shape(), 2);
  require_shape("w_k", parameters.w_k.shape(), parameters.w_q.shape());
  require_shape("w_v", parameters.w_v.shape(), parameters.w_q.shape());
  const std::size_t width = parameters.w_q.shape(1);
  require_axes("w_o", parameters.w_o.shape(), 2);
  require_shape("w_o", parameters.w_o.shape(), {width, parameters.w_o.shape(1)});
  require_divisible(width, parameters.num_heads);
}

void require_divisible(std::size_t width, std::size_t num_heads) {
  require_positive("num_heads", num_heads);
  if (width % num_heads != 0) {
    refuse(ErrorCode::shape_mismatch, "num_heads", "a divisor of the width " + std::to_string(width),
           std::to_string(num_heads));
  }
}

template <class T>
Tensor<T> project(const Tensor<T>& x, const Tensor<T>& w) {
  require_axes("w", w.shape(), 2);
  Shape expected = shape_of(x);
  if (expected.empty()) refuse(ErrorCode::shape_mismatch, "x", "shape [...,T,E]", "[]");
  expected.back() = w.shape(0);
  require_shape("x", x.shape(), expected);
  require_not_empty("x", x.shape());

  const std::size_t inputs = w.shape(0), outputs = w.shape(1);
  Shape shape = shape_of(x);
  shape.back() = outputs;
  Tensor<T> result = filled<Tensor<T>>(shape, 0);
  for (std::size_t row = 0; row < x.size() / inputs; ++row) {
    for (std::size_t e = 0; e < inputs; ++e) {
      for (std::size_t c = 0; c < outputs; ++c) {
        result.data()[row * outputs + c] += x.data()[row * inputs + e] * w.data()[e * outputs + c];
      }
    }
  }
  return result;
}

template <class T>
Tensor<T> split_heads(const Tensor<T>& x, std::size_t num_heads) {
  require_axes("x", x.shape(), 3);
  require_divisible(x.shape(2), num_heads);
  return swap_middle_axes(reshaped(x, {x.shape(0), x.shape(1), num_heads, x.shape(2) / num_heads}));
}

template <class T>
Tensor<T> merge_heads(const Tensor<T>& heads) {
  require_axes("heads", heads.shape(), 4);
  return reshaped(swap_middle_axes(heads), {heads.shape(0), heads.shape(2), heads.shape(1) * heads.shape(3)});
}

template <class T>
Tensor<T> multi_head_attention(const Tensor<T>& x, const MultiHeadParameters<T>& parameters,
                               const AttentionOptions<T>& options) {
  require_parameters(parameters);
  require_shape("x", x.shape(), {any_extent, any_extent, parameters.w_q.shape(0)});
  const std::size_t heads = parameters.num_heads;
  return project(merge_heads(attention(split_heads(project(x, parameters.w_q), heads),
                                       split_heads(project(x, parameters.w_k), heads),
                                       split_heads(project(x, parameters.w_v), heads), options)),
                 parameters.w_o);
}

template <class T>
MultiHeadTrace<T> trace_multi_head(const Tensor<T>& x, const MultiHeadParameters<T>& parameters,
                                   const AttentionOptions<T>& options) {
  require_parameters(parameters);
  require_shape("x", x.shape(), {any_extent, any_extent, parameters.w_q.shape(0)});
  MultiHeadTrace<T> trace;
  trace.q = project(x, parameters.w_q);
  trace.k = project(x, parameters.w_k);
  trace.v = project(x, parameters.w_v);
  trace.q_heads = split_heads(trace.q, parameters.num_heads);
  trace.k_heads = split_heads(trace.k, parameters.num_heads);
  trace.v_heads = split_heads(trace.v, parameters.num_heads);
  trace.attention = trace_attention(trace.q_heads, trace.k_heads, trace.v_heads, options);
  trace.merged = merge_heads(trace.attention.output);
  trace.contributions = head_contributions(trace.attention.output, parameters.w_o);
  trace.output = project(trace.merged, parameters.w_o);
  return trace;
}

template <class T>
MultiHeadParameters<T> permute_heads(const MultiHeadParameters<T>& parameters, const std::vector<std::size_t>& order) {
  require_parameters(parameters);
  require_permutation(order, parameters.num_heads);
  MultiHeadParameters<T> result = parameters;
  result.w_q = permute_columns(parameters.w_q, order);
  result.w_k = permute_columns(parameters.w_k, order);
  result.w_v = permute_columns(parameters.w_v, order);
  return result;
}

template <class T>
MultiHeadParameters<T> permute_output_rows(const MultiHeadParameters<T>& parameters,
                                           const std::vector<std::size_t>& order) {
  require_parameters(parameters);
  require_permutation(order, parameters.num_heads);
  // A head's rows of w_o lie together, so they move as one "column block" of a single long row.
  MultiHeadParameters<T> result = parameters;
  const ShapeView shape = parameters.w_o.shape();
  result.w_o = reshaped(permute_columns(reshaped(parameters.w_o, {1, shape[0] * shape[1]}), order), shape);
  return result;
}

#define MASKSCOPE_INSTANTIATE(T)                                                                                    \
  template void require_parameters(const MultiHeadParameters<T>&);                                                  \
  template Tensor<T> project(const Tensor<T>&, const Tensor<T>&);                                                   \
  template Tensor<T> split_heads(const Tensor<T>&, std::size_t);                                                    \
  template Tensor<T> merge_heads(const Tensor<T>&);                                                                 \
  template Tensor<T> multi_head_attention(const Tensor<T>&, const MultiHeadParameters<T>&,                          \
                                          const AttentionOptions<T>&);                                              \
  template MultiHeadTrace<T> trace_multi_head(const Tensor<T>&, const MultiHeadParameters<T>&,                      \
                                              const AttentionOptions<T>&);                                          \
  template MultiHeadParameters<T> permute_heads(const MultiHeadParameters<T>&, const std::vector<std::size_t>&);    \
  template MultiHeadParameters<T> permute_output_rows(const MultiHeadParameters<T>&, const std::vector<std::size_t>&);
MASKSCOPE_INSTANTIATE(float)
MASKSCOPE_INSTANTIATE(double)
#undef MASKSCOPE_INSTANTIATE

}  // namespace maskscope
