// The two matrix products of attention, a tile at a time, and what prepares their operands; included once for each
// instruction set.

#if defined(MASKSCOPE_KERNELS_PRODUCTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASKSCOPE_KERNELS_PRODUCTS_INL_HPP
#undef MASKSCOPE_KERNELS_PRODUCTS_INL_HPP
#else
#define MASKSCOPE_KERNELS_PRODUCTS_INL_HPP
#endif

#include <algorithm>
#include <cstddef>

#include "kernels/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace maskscope::kernels::HWY_NAMESPACE {

// A tile is `tile_rows` queries by two vectors of keys, or of value columns. Its sums, two vectors and one broadcast number
// must fit into the registers: 32 of AVX-512 and NEON; 16 elsewhere, of which a browser leaves 15.
#if HWY_ARCH_ARM
inline constexpr std::size_t tile_rows = 8;
#else
inline constexpr std::size_t tile_rows = lanes<float> == 16 ? 8 : lanes<float> == 8 ? 6 : 4;
#endif
template <class T>
inline constexpr std::size_t panel_width = 2 * lanes<T>;
/// Longer than 128 bits.
inline constexpr bool long_vectors = lanes<float> > 4;
/// Keys and columns are computed in multiples of this. Half a panel is worth code of its own only where vectors are long.
template <class T>
inline constexpr std::size_t step = long_vectors ? lanes<T> : panel_width<T>;
/// So many keys are worked on at a time; it bounds the scores that are kept.
inline constexpr std::size_t block_keys = 256;
/// Longer sums are made of parts of this length, for their rounding errors grow with it. A double has digits to spare.
template <class T>
inline constexpr std::size_t partial_sum = sizeof(T) == sizeof(float) ? 32 : 64;

/// The queries of a tile, in parts of their width: target `[parts,tile_rows,partial_sum]` = scale * q `[rows,width]`.
template <class T>
HWY_INLINE void arrange_queries(const T* HWY_RESTRICT q, std::size_t rows, std::size_t width, T scale,
                                T* HWY_RESTRICT target) {
  const Lanes<T> d;
  const auto factor = vec::Set(d, scale);
  for (std::size_t start = 0; start < width; start += partial_sum<T>) {
    const std::size_t end = std::min(width, start + partial_sum<T>);
    for (std::size_t r = 0; r < rows; ++r) {
      T* t = target + r * partial_sum<T>;
      std::size_t c = start;
      for (; c + lanes<T> <= end; c += lanes<T>, t += lanes<T>) {
        vec::StoreU(vec::Mul(vec::LoadU(d, q + r * width + c), factor), d, t);
      }
      for (; c < end; ++c, ++t) *t = q[r * width + c] * scale;
    }
    target += tile_rows * partial_sum<T>;
  }
}

#if HWY_TARGET != HWY_SCALAR
/// A vector of 128-bit blocks, which lie `stride` apart.
template <class D, class T>
HWY_INLINE auto load_blocks(D d, const T* HWY_RESTRICT source, std::size_t stride) {
  constexpr std::size_t blocks = vec::MaxLanes(D()) * sizeof(T) / 16;
  if constexpr (blocks == 1) {
    return vec::LoadU(d, source);
  } else {
    const vec::Half<D> half;
    return vec::Combine(d, load_blocks(half, source + blocks / 2 * stride, stride), load_blocks(half, source, stride));
  }
}

/// The first `count` columns of a panel `[width,panel_width]` = the transpose of k `[count,width]`.
template <std::size_t count, class T>
HWY_INLINE void transpose_keys(const T* HWY_RESTRICT k, std::size_t width, T* HWY_RESTRICT panel) {
  constexpr std::size_t n = 16 / sizeof(T);  // a block is transposed with its n - 1 neighbours
  const hwy::HWY_NAMESPACE::Simd<T, count, 0> d;
  const auto rows = [&](std::size_t i, std::size_t c) { return load_blocks(d, k + i * width + c, n * width); };
  std::size_t c = 0;
  for (; c + n <= width; c += n) {
    T* column = panel + c * panel_width<T>;
    const auto row0 = rows(0, c);
    const auto row1 = rows(1, c);
    if constexpr (n == 4) {
      const auto row2 = rows(2, c);
      const auto row3 = rows(3, c);
      const auto even_low = vec::InterleaveLower(d, row0, row2);
      const auto even_high = vec::InterleaveUpper(d, row0, row2);
      const auto odd_low = vec::InterleaveLower(d, row1, row3);
      const auto odd_high = vec::InterleaveUpper(d, row1, row3);
      vec::Store(vec::InterleaveLower(d, even_low, odd_low), d, column);
      vec::Store(vec::InterleaveUpper(d, even_low, odd_low), d, column + panel_width<T>);
      vec::Store(vec::InterleaveLower(d, even_high, odd_high), d, column + 2 * panel_width<T>);
      vec::Store(vec::InterleaveUpper(d, even_high, odd_high), d, column + 3 * panel_width<T>);
    } else {
      vec::Store(vec::InterleaveLower(d, row0, row1), d, column);
      vec::Store(vec::InterleaveUpper(d, row0, row1), d, column + panel_width<T>);
    }
  }
  for (; c < width; ++c) {
    for (std::size_t i = 0; i < count; ++i) panel[c * panel_width<T> + i] = k[i * width + c];
  }
}
#endif

/// A panel `[width,panel_width]` = the transpose of k `[keys,width]`, keys <= panel_width. Its other columns are left alone.
template <class T>
HWY_INLINE void arrange_keys(const T* HWY_RESTRICT k, std::size_t keys, std::size_t width, T* HWY_RESTRICT panel) {
  std::size_t j = 0;
#if HWY_TARGET != HWY_SCALAR
  for (; j + lanes<T> <= keys; j += lanes<T>) transpose_keys<lanes<T>>(k + j * width, width, panel + j);
  if constexpr (long_vectors) {
    constexpr std::size_t n = 16 / sizeof(T);
    for (; j + n <= keys; j += n) transpose_keys<n>(k + j * width, width, panel + j);
  }
#endif
  for (; j < keys; ++j) {
    for (std::size_t c = 0; c < width; ++c) panel[c * panel_width<T> + j] = k[j * width + c];
  }
}

// Browsers find registers for all sums of a tile in a small function, but not in a large one; compilers do better in one.
#if HWY_TARGET == HWY_WASM
#define MASKSCOPE_TILE_INLINE HWY_NOINLINE
#else
#define MASKSCOPE_TILE_INLINE HWY_INLINE
#endif

/// The first `vectors` vectors of scores `[tile_rows,block_keys]` = the arranged queries times a panel of keys.
template <std::size_t vectors, class T>
MASKSCOPE_TILE_INLINE void q_dot_k(const T* HWY_RESTRICT queries, const T* HWY_RESTRICT panel, std::size_t width,
                                   T* HWY_RESTRICT scores) {
  const Lanes<T> d;
  for (std::size_t start = 0; start < width; start += partial_sum<T>) {
    Vector<T> sums[tile_rows][vectors];
    for (auto& row : sums) {
      for (auto& sum : row) sum = vec::Zero(d);
    }
    const std::size_t part = std::min(width - start, partial_sum<T>);
    for (std::size_t c = 0; c < part; ++c) {
      Vector<T> keys[vectors];
      for (std::size_t n = 0; n < vectors; ++n) keys[n] = vec::Load(d, panel + n * lanes<T>);
      for (std::size_t r = 0; r < tile_rows; ++r) {
        const Vector<T> query = vec::Set(d, queries[r * partial_sum<T> + c]);
        for (std::size_t n = 0; n < vectors; ++n) sums[r][n] = vec::MulAdd(query, keys[n], sums[r][n]);
      }
      panel += panel_width<T>;
    }
    queries += tile_rows * partial_sum<T>;
    for (std::size_t r = 0; r < tile_rows; ++r) {
      for (std::size_t n = 0; n < vectors; ++n) {
        T* score = scores + r * block_keys + n * lanes<T>;
        vec::Store(start == 0 ? sums[r][n] : vec::Add(vec::Load(d, score), sums[r][n]), d, score);
      }
    }
  }
}

/// output `[tile_rows,stride]` = factors `[tile_rows]` * output + weights `[tile_rows,block_keys]` times v `[keys,stride]`,
/// for `vectors` vectors of columns.
template <std::size_t vectors, class T>
MASKSCOPE_TILE_INLINE void weighted_sum(const T* HWY_RESTRICT weights, const T* HWY_RESTRICT v, std::size_t keys,
                                        std::size_t stride, const T* HWY_RESTRICT factors, T* HWY_RESTRICT output) {
  const Lanes<T> d;
  Vector<T> sums[tile_rows][vectors];
  for (auto& row : sums) {
    for (auto& sum : row) sum = vec::Zero(d);
  }
  for (std::size_t j = 0; j < keys; ++j) {
    Vector<T> values[vectors];
    for (std::size_t n = 0; n < vectors; ++n) values[n] = vec::LoadU(d, v + n * lanes<T>);
    for (std::size_t r = 0; r < tile_rows; ++r) {
      const Vector<T> weight = vec::Set(d, weights[r * block_keys + j]);
      for (std::size_t n = 0; n < vectors; ++n) sums[r][n] = vec::MulAdd(weight, values[n], sums[r][n]);
    }
    v += stride;
  }
  for (std::size_t r = 0; r < tile_rows; ++r) {
    const Vector<T> factor = vec::Set(d, factors[r]);
    for (std::size_t n = 0; n < vectors; ++n) {
      T* o = output + r * stride + n * lanes<T>;
      vec::Store(vec::MulAdd(factor, vec::Load(d, o), sums[r][n]), d, o);
    }
  }
}

#undef MASKSCOPE_TILE_INLINE

/// scores `[keys]` = scale * q `[width]` . k `[keys,width]`, as it lies in memory. Several keys share the loads of the query,
/// and their sums do not wait for each other; the last are done again where the keys are no multiple.
template <class T>
HWY_INLINE void q_dot_k_in_place(const T* HWY_RESTRICT q, const T* HWY_RESTRICT k, std::size_t keys, std::size_t width,
                                 T scale, T* HWY_RESTRICT scores) {
  constexpr std::size_t together = 4;
  const Lanes<T> d;
  for (std::size_t j = 0; j < keys; j += together) {
    const T* key[together];
    for (std::size_t n = 0; n < together; ++n) key[n] = k + std::min(j + n, keys - 1) * width;
    Vector<T> even[together], odd[together];
    for (std::size_t n = 0; n < together; ++n) even[n] = odd[n] = vec::Zero(d);
    std::size_t c = 0;
    for (; c + 2 * lanes<T> <= width; c += 2 * lanes<T>) {
      const Vector<T> even_query = vec::LoadU(d, q + c), odd_query = vec::LoadU(d, q + c + lanes<T>);
      for (std::size_t n = 0; n < together; ++n) {
        even[n] = vec::MulAdd(even_query, vec::LoadU(d, key[n] + c), even[n]);
        odd[n] = vec::MulAdd(odd_query, vec::LoadU(d, key[n] + c + lanes<T>), odd[n]);
      }
    }
    T sums[together];
    for (std::size_t n = 0; n < together; ++n) {
      sums[n] = vec::GetLane(vec::SumOfLanes(d, vec::Add(even[n], odd[n])));
    }
    for (; c < width; ++c) {
      for (std::size_t n = 0; n < together; ++n) sums[n] += q[c] * key[n][c];
    }
    for (std::size_t n = 0; n < together && j + n < keys; ++n) scores[j + n] = scale * sums[n];
  }
}

/// `vectors` vectors of columns of output = factor * output + weights `[keys]` times v `[keys,width]`, from column c on, for
/// which there is room. Returns the column after them.
template <std::size_t vectors, class T>
HWY_INLINE std::size_t weighted_columns(const T* HWY_RESTRICT weights, const T* HWY_RESTRICT v, std::size_t keys,
                                        std::size_t width, T factor, std::size_t c, T* HWY_RESTRICT output) {
  const Lanes<T> d;
  for (; c + vectors * lanes<T> <= width; c += vectors * lanes<T>) {
    Vector<T> sums[vectors];
    for (auto& sum : sums) sum = vec::Zero(d);
    const T* values = v + c;
    for (std::size_t j = 0; j < keys; ++j, values += width) {
      const Vector<T> weight = vec::Set(d, weights[j]);
      for (std::size_t n = 0; n < vectors; ++n) {
        sums[n] = vec::MulAdd(weight, vec::LoadU(d, values + n * lanes<T>), sums[n]);
      }
    }
    for (std::size_t n = 0; n < vectors; ++n) {
      T* o = output + c + n * lanes<T>;
      vec::StoreU(vec::MulAdd(vec::Set(d, factor), vec::LoadU(d, o), sums[n]), d, o);
    }
  }
  return c;
}

/// output `[width]` = factor * output + weights `[keys]` times v `[keys,width]`, as it lies in memory.
template <class T>
HWY_INLINE void weighted_sum_in_place(const T* HWY_RESTRICT weights, const T* HWY_RESTRICT v, std::size_t keys,
                                      std::size_t width, T factor, T* HWY_RESTRICT output) {
  std::size_t c = weighted_columns<8>(weights, v, keys, width, factor, 0, output);
  c = weighted_columns<1>(weights, v, keys, width, factor, c, output);
  for (; c < width; ++c) {
    T sum = 0;
    for (std::size_t j = 0; j < keys; ++j) sum += weights[j] * v[j * width + c];
    output[c] = factor * output[c] + sum;
  }
}

}  // namespace maskscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
