#include "maskscope/attention/bias.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "masks/cells.hpp"

namespace maskscope {
namespace {

/// `[H,L,S]` with `number(head, position, key)` at each cell.
template <class T, class Number>
Tensor<T> bias_of(std::size_t heads, const Cells& cells, Number number) {
  const Shape shape = {heads, cells.queries, cells.keys};
  require_cells(cells, shape, sizeof(T));
  Tensor<T> bias = filled<Tensor<T>>(shape, 0);
  T* cell = bias.data();
  for (std::size_t h = 0; h < heads; ++h) {
    walk_cells(cells, [&](std::int64_t position, std::int64_t key) { *cell++ = number(h, position, key); });
  }
  return bias;
}

/// The row of a table of clipped distances `[2c+1,...]` for a query and a key.
std::size_t clipped_row(std::int64_t position, std::int64_t key, std::size_t rows) {
  const auto greatest = static_cast<std::int64_t>(rows / 2);
  return static_cast<std::size_t>(std::clamp(key - position, -greatest, greatest) + greatest);
}

void require_clipped_table(ShapeView shape) {
  require_axes("table", shape, 2);
  if (shape[0] % 2 == 0) {
    refuse(ErrorCode::shape_mismatch, "table", "an odd number of rows, 2c+1", std::to_string(shape[0]));
  }
}

/// How many buckets a direction has.
int buckets_per_side(const T5Buckets& buckets) { return buckets.num_buckets / (buckets.bidirectional ? 2 : 1); }

void require_buckets(const T5Buckets& buckets) {
  if (buckets.bidirectional && (buckets.num_buckets < 4 || buckets.num_buckets % 2 != 0)) {
    refuse(ErrorCode::out_of_range, "num_buckets", "an even number from 4", std::to_string(buckets.num_buckets));
  }
  if (buckets.num_buckets < 2) {
    refuse(ErrorCode::out_of_range, "num_buckets", "at least 2", std::to_string(buckets.num_buckets));
  }
  const int exact = buckets_per_side(buckets) / 2;
  if (buckets.max_distance <= exact) {
    refuse(ErrorCode::out_of_range, "max_distance", "more than " + std::to_string(exact),
           std::to_string(buckets.max_distance));
  }
}

int bucket_of(std::int64_t distance, const T5Buckets& buckets) {
  const int count = buckets_per_side(buckets);
  const int exact = count / 2;
  const int first = buckets.bidirectional && distance > 0 ? count : 0;
  const std::int64_t back = buckets.bidirectional ? std::abs(distance) : std::max<std::int64_t>(-distance, 0);
  if (back < exact) return first + static_cast<int>(back);
  if (back >= buckets.max_distance) return first + count - 1;
  const double octave = std::log(static_cast<double>(back) / exact) /
                        std::log(static_cast<double>(buckets.max_distance) / exact) * (count - exact);
  // A distance that begins a bucket must not fall short of it by the rounding of a logarithm.
  return first + std::min(exact + static_cast<int>(octave + 1e-9), count - 1);
}

}  // namespace

template <class T>
Tensor<T> alibi_slopes(std::size_t heads) {
  require_positive("heads", heads);
  require_fits("slopes", {heads}, sizeof(T));
  const std::size_t power = std::bit_floor(heads);
  Tensor<T> slopes = filled<Tensor<T>>({heads}, 0);
  for (std::size_t h = 0; h < heads; ++h) {
    const auto step = static_cast<double>(h < power ? 2 * (h + 1) : 2 * (h - power) + 1);
    slopes.data()[h] = static_cast<T>(std::exp2(-4 * step / static_cast<double>(power)));
  }
  return slopes;
}

AlibiForm alibi_form_from_name(std::string_view name) {
  if (name == "causal") return AlibiForm::causal;
  if (name == "symmetric") return AlibiForm::symmetric;
  refuse_name("form", {"causal", "symmetric"}, name);
}

template <class T>
Tensor<T> alibi(const Tensor<T>& slopes, const Cells& cells, AlibiForm form) {
  require_axes("slopes", slopes.shape(), 1);
  require_finite("slopes", slopes);
  return bias_of<T>(slopes.size(), cells, [&](std::size_t h, std::int64_t position, std::int64_t key) {
    const std::int64_t distance = form == AlibiForm::causal ? key - position : -std::abs(key - position);
    return slopes.data()[h] * static_cast<T>(distance);
  });
}

template <class T>
Tensor<T> relative_position_bias(const Tensor<T>& table, const Cells& cells) {
  require_clipped_table(table.shape());
  const std::size_t rows = table.shape(0), heads = table.shape(1);
  return bias_of<T>(heads, cells, [&](std::size_t h, std::int64_t position, std::int64_t key) {
    return table.data()[clipped_row(position, key, rows) * heads + h];
  });
}

template <class T>
Tensor<T> relative_key_bias(const Tensor<T>& q, const Tensor<T>& table, T scale, std::size_t keys,
                            std::ptrdiff_t offset) {
  require_axes("q", q.shape(), 4);
  require_clipped_table(table.shape());
  require_shape("table", table.shape(), {any_extent, q.shape(3)});
  if (!std::isfinite(scale)) refuse(ErrorCode::not_finite, "scale", "a finite number", number_text(scale));
  const Cells cells{q.shape(2), keys, offset};
  const Shape shape = {q.shape(0), q.shape(1), cells.queries, cells.keys};
  require_cells(cells, shape, sizeof(T));
  const std::size_t rows = table.shape(0), width = q.shape(3);
  Tensor<T> bias = filled<Tensor<T>>(shape, 0);
  T* cell = bias.data();
  for (const T* head = q.data(); head != q.data() + q.size(); head += cells.queries * width) {
    walk_cells(cells, [&](std::int64_t position, std::int64_t key) {
      const T* query = head + (position - offset) * static_cast<std::int64_t>(width);
      const T* vector = table.data() + clipped_row(position, key, rows) * width;
      T sum = 0;
      for (std::size_t c = 0; c < width; ++c) sum += query[c] * vector[c];
      *cell++ = scale * sum;
    });
  }
  return bias;
}

int t5_bucket(std::ptrdiff_t distance, const T5Buckets& buckets) {
  require_buckets(buckets);
  // Beyond the largest int all distances are in the last bucket; the least one has no absolute value.
  constexpr std::ptrdiff_t limit = std::numeric_limits<int>::max();
  return bucket_of(std::clamp(distance, -limit, limit), buckets);
}

Indices t5_bucket_cells(const Cells& cells, const T5Buckets& buckets) {
  require_buckets(buckets);
  const Shape shape = {cells.queries, cells.keys};
  require_cells(cells, shape, sizeof(int));
  Indices result = filled<Indices>(shape, 0);
  int* cell = result.data();
  walk_cells(cells, [&](std::int64_t position, std::int64_t key) { *cell++ = bucket_of(key - position, buckets); });
  return result;
}

template <class T>
Tensor<T> t5_bias(const Tensor<T>& table, const Cells& cells, const T5Buckets& buckets) {
  require_buckets(buckets);
  require_axes("table", table.shape(), 2);
  const std::size_t heads = table.shape(1);
  require_shape("table", table.shape(), {static_cast<std::size_t>(buckets.num_buckets), heads});
  return bias_of<T>(heads, cells, [&](std::size_t h, std::int64_t position, std::int64_t key) {
    return table.data()[static_cast<std::size_t>(bucket_of(key - position, buckets)) * heads + h];
  });
}

template <class T>
Tensor<T> bias_sum(const Tensor<T>& a, const Tensor<T>& b) {
  const Shape shape = common_shape(a.shape(), b.shape());
  require_broadcastable("a", a.shape(), shape);
  require_broadcastable("b", b.shape(), shape);
  require_fits("sum", shape, sizeof(T));
  Tensor<T> sum = filled<Tensor<T>>(shape, 0);
  T* cell = sum.data();
  walk_broadcast(a.shape(), shape, [&](std::size_t position) { *cell++ = a.data()[position]; });
  cell = sum.data();
  walk_broadcast(b.shape(), shape, [&](std::size_t position) { *cell++ += b.data()[position]; });
  return sum;
}

template <class T>
Tensor<T> masked_bias(const Tensor<T>& bias, const Mask& visible) {
  const Shape shape = common_shape(bias.shape(), visible.shape());
  require_broadcastable("bias", bias.shape(), shape);
  require_broadcastable("visible", visible.shape(), shape);
  require_fits("mask", shape, sizeof(T));
  Tensor<T> mask = filled<Tensor<T>>(shape, 0);
  T* cell = mask.data();
  walk_broadcast(bias.shape(), shape, [&](std::size_t position) { *cell++ = bias.data()[position]; });
  cell = mask.data();
  walk_broadcast(visible.shape(), shape, [&](std::size_t position) {
    // Not added: a bias that is not a number must not show through a blocked cell.
    if (!visible.data()[position]) *cell = -std::numeric_limits<T>::infinity();
    ++cell;
  });
  return mask;
}

template <class T>
Tensor<T> with_batch_axis(const Tensor<T>& bias) {
  require_axes("bias", bias.shape(), 3);
  return reshaped(bias, {1, bias.shape(0), bias.shape(1), bias.shape(2)});
}

#define MASKSCOPE_INSTANTIATE(T)                                                                            \
  template Tensor<T> alibi_slopes(std::size_t);                                                             \
  template Tensor<T> alibi(const Tensor<T>&, const Cells&, AlibiForm);                                      \
  template Tensor<T> relative_position_bias(const Tensor<T>&, const Cells&);                                \
  template Tensor<T> relative_key_bias(const Tensor<T>&, const Tensor<T>&, T, std::size_t, std::ptrdiff_t); \
  template Tensor<T> t5_bias(const Tensor<T>&, const Cells&, const T5Buckets&);                             \
  template Tensor<T> bias_sum(const Tensor<T>&, const Tensor<T>&);                                          \
  template Tensor<T> masked_bias(const Tensor<T>&, const Mask&);                                            \
  template Tensor<T> with_batch_axis(const Tensor<T>&);
MASKSCOPE_INSTANTIATE(float)
MASKSCOPE_INSTANTIATE(double)
#undef MASKSCOPE_INSTANTIATE

}  // namespace maskscope
