#include "maskscope/attention/cache.hpp"

#include <algorithm>
#include <limits>

#include "attention/attend_to_first.hpp"
#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "masks/readable_keys.hpp"

namespace maskscope {
namespace {

template <class T>
void require_tokens(const Tensor<T>& k, const Tensor<T>& v) {
  require_axes("k", k.shape(), 4);
  require_shape("v", v.shape(), {k.shape(0), k.shape(1), k.shape(2), any_extent});
  require_not_empty("v", v.shape());
}

/// k and v beside what a cache holds.
template <class Cache, class T>
void require_match(const Cache& cache, const Tensor<T>& k, const Tensor<T>& v) {
  const auto& keys = cache.keys.shape();
  require_axes("keys", keys, 4);
  require_shape("k", k.shape(), {keys[0], keys[1], any_extent, keys[3]});
  require_shape("values", cache.values.shape(), {keys[0], keys[1], keys[2], any_extent});
  require_shape("v", v.shape(), {keys[0], keys[1], any_extent, cache.values.shape(3)});
}

void require_room(std::size_t free, std::size_t tokens) {
  if (tokens > free) {
    refuse(ErrorCode::out_of_range, "k", "at most " + std::to_string(free) + " tokens, as many as slots are free",
           std::to_string(tokens));
  }
}

void require_appended(std::size_t tokens, std::size_t queries) {
  if (queries > tokens) {
    refuse(ErrorCode::out_of_range, "q", "at most " + std::to_string(tokens) + " queries, as many as tokens are cached",
           std::to_string(queries));
  }
}

/// x `[B,G,N,D]` into slots `[B,G,C,D]`: token n of sequence b goes to `slot(b, n)`.
template <class T, class Slot>
void write(const Tensor<T>& x, Slot slot, Tensor<T>& slots) {
  const std::size_t heads = x.shape(1), tokens = x.shape(2), width = x.shape(3);
  for (std::size_t bg = 0; bg < x.shape(0) * heads; ++bg) {
    for (std::size_t n = 0; n < tokens; ++n) {
      std::copy_n(x.data() + (bg * tokens + n) * width, width,
                  slots.data() + (bg * slots.shape(2) + slot(bg / heads, n)) * width);
    }
  }
}

void require_tokens_fit(std::size_t tokens, std::size_t slots) {
  if (tokens > slots) {
    refuse(ErrorCode::out_of_range, "tokens", "at most the " + std::to_string(slots) + " slots", std::to_string(tokens));
  }
}

/// x `[B,G,C,D]` as the first of `slots`.
template <class T>
Tensor<T> with_room(std::string_view name, const Tensor<T>& x, std::size_t slots) {
  const Shape shape{x.shape(0), x.shape(1), slots, x.shape(3)};
  require_fits(name, shape, sizeof(T));
  Tensor<T> larger = filled<Tensor<T>>(shape, 0);
  write(x, [](std::size_t, std::size_t n) { return n; }, larger);
  return larger;
}

template <class T>
Tensor<T> free_slots(std::string_view name, const CacheSizes& sizes, std::size_t width) {
  const Shape shape{sizes.batch, sizes.key_heads, sizes.slots, width};
  require_fits(name, shape, sizeof(T));
  return filled<Tensor<T>>(shape, 0);
}

void require_sizes(const CacheSizes& sizes) {
  require_positive("batch", sizes.batch);
  require_positive("key_heads", sizes.key_heads);
  require_positive("slots", sizes.slots);
  require_positive("width", sizes.width);
  require_positive("value_width", sizes.value_width);
}

/// Causal from the last query backwards: where the cached keys end, so do the queries.
template <class T>
AttentionOptions<T> causal_options(const CachedAttentionOptions<T>& options) {
  AttentionOptions<T> result;
  result.scale = options.scale;
  result.softcap = options.softcap;
  result.bias = options.bias;
  result.causal = true;
  result.alignment = Alignment::bottom_right;
  result.window_left = options.window_left;
  return result;
}

/// `[N,C]`: which slots each of the last `queries` positions may read.
Mask visible_slots(const Indices& positions, std::size_t written, std::size_t queries, int window_left) {
  Mask visible = filled<Mask>({queries, positions.size()}, false);
  bool* cell = visible.data();
  for (std::size_t i = 0; i < queries; ++i) {
    const int own = static_cast<int>(written - queries + i);
    for (const int position : positions) {
      *cell++ = position >= 0 && position <= own && position >= own - window_left;
    }
  }
  return visible;
}

}  // namespace

template <class T>
FixedCache<T> fixed_cache(const CacheSizes& sizes) {
  require_sizes(sizes);
  return {free_slots<T>("keys", sizes, sizes.width), free_slots<T>("values", sizes, sizes.value_width),
          filled<Indices>({sizes.batch}, 0)};
}

template <class T>
RingCache<T> ring_cache(const CacheSizes& sizes) {
  require_sizes(sizes);
  return {free_slots<T>("keys", sizes, sizes.width), free_slots<T>("values", sizes, sizes.value_width), 0};
}

template <class T>
void append(GrowingCache<T>& cache, const Tensor<T>& k, const Tensor<T>& v) {
  require_tokens(k, v);
  const std::size_t tokens = cache.tokens + k.shape(2);
  if (!is_given(cache.keys) && !is_given(cache.values)) {
    cache = {k, v, tokens};
    return;
  }
  require_match(cache, k, v);
  const std::size_t slots = cache.keys.shape(2);
  require_tokens_fit(cache.tokens, slots);
  if (tokens > slots) {
    const std::size_t room = std::max(2 * slots, tokens);
    Tensor<T> keys = with_room("keys", cache.keys, room);
    cache.values = with_room("values", cache.values, room);
    cache.keys = std::move(keys);
  }
  const auto slot = [&](std::size_t, std::size_t n) { return cache.tokens + n; };
  write(k, slot, cache.keys);
  write(v, slot, cache.values);
  cache.tokens = tokens;
}

template <class T>
void append(FixedCache<T>& cache, const Tensor<T>& k, const Tensor<T>& v) {
  require_tokens(k, v);
  require_match(cache, k, v);
  require_key_lengths("lengths", cache.lengths, cache.keys.shape(0), cache.keys.shape(2));
  const std::size_t tokens = k.shape(2);
  for (const int length : cache.lengths) require_room(cache.keys.shape(2) - static_cast<std::size_t>(length), tokens);
  const auto slot = [&](std::size_t b, std::size_t n) { return static_cast<std::size_t>(cache.lengths(b)) + n; };
  write(k, slot, cache.keys);
  write(v, slot, cache.values);
  for (int& length : cache.lengths) length += static_cast<int>(tokens);
}

template <class T>
void append(RingCache<T>& cache, const Tensor<T>& k, const Tensor<T>& v) {
  require_tokens(k, v);
  require_match(cache, k, v);
  const std::size_t slots = cache.keys.shape(2);
  require_room(slots, k.shape(2));
  const auto slot = [&](std::size_t, std::size_t n) { return (cache.written + n) % slots; };
  write(k, slot, cache.keys);
  write(v, slot, cache.values);
  cache.written += k.shape(2);
}

template <class T>
Tensor<T> first_tokens(const Tensor<T>& x, std::size_t tokens) {
  require_axes("x", x.shape(), 4);
  require_tokens_fit(tokens, x.shape(2));
  const std::size_t size = tokens * x.shape(3);
  Tensor<T> first = filled<Tensor<T>>({x.shape(0), x.shape(1), tokens, x.shape(3)}, 0);
  for (std::size_t bg = 0; bg < x.shape(0) * x.shape(1); ++bg) {
    std::copy_n(x.data() + bg * x.shape(2) * x.shape(3), size, first.data() + bg * size);
  }
  return first;
}

template <class T>
void set_lengths(FixedCache<T>& cache, const Indices& lengths) {
  require_key_lengths("lengths", lengths, cache.keys.shape(0), cache.keys.shape(2));
  cache.lengths = lengths;
}

template <class T>
Indices slot_positions(const RingCache<T>& cache) {
  require_axes("keys", cache.keys.shape(), 4);
  if (cache.written > std::numeric_limits<int>::max()) {
    refuse(ErrorCode::out_of_range, "written", "at most 2147483647 positions", std::to_string(cache.written));
  }
  const std::size_t slots = cache.keys.shape(2);
  Indices positions = filled<Indices>({slots}, -1);
  for (std::size_t p = cache.written - std::min(cache.written, slots); p < cache.written; ++p) {
    positions(p % slots) = static_cast<int>(p);
  }
  return positions;
}

template <class T>
Tensor<T> attend(const Tensor<T>& q, const GrowingCache<T>& cache, const CachedAttentionOptions<T>& options) {
  require_axes("q", q.shape(), 4);
  require_axes("keys", cache.keys.shape(), 4);
  require_tokens_fit(cache.tokens, cache.keys.shape(2));
  require_appended(cache.tokens, q.shape(2));
  Tensor<T> output;
  attend_to_first(cache.tokens, output, q, cache.keys, cache.values, causal_options(options));
  return output;
}

template <class T>
Tensor<T> attend(const Tensor<T>& q, const FixedCache<T>& cache, const CachedAttentionOptions<T>& options) {
  require_axes("q", q.shape(), 4);
  require_axes("keys", cache.keys.shape(), 4);
  require_key_lengths("lengths", cache.lengths, cache.keys.shape(0), cache.keys.shape(2));
  for (const int length : cache.lengths) require_appended(static_cast<std::size_t>(length), q.shape(2));
  AttentionOptions<T> whole = causal_options(options);
  whole.key_lengths = cache.lengths;
  return attention(q, cache.keys, cache.values, whole);
}

template <class T>
Tensor<T> attend(const Tensor<T>& q, const RingCache<T>& cache, const CachedAttentionOptions<T>& options) {
  require_axes("q", q.shape(), 4);
  require_axes("keys", cache.keys.shape(), 4);
  const std::size_t queries = q.shape(2), slots = cache.keys.shape(2);
  require_appended(std::min(cache.written, slots), queries);
  // -1, open, becomes larger than any count.
  if (static_cast<std::size_t>(options.window_left) > slots - queries) {
    refuse(ErrorCode::out_of_range, "window_left",
           "0 to " + std::to_string(slots - queries) + ", what " + std::to_string(slots) + " slots hold before " +
               std::to_string(queries) + " queries",
           std::to_string(options.window_left));
  }
  AttentionOptions<T> whole = causal_options(options);
  static_cast<PositionRule&>(whole) = {};
  whole.visible = visible_slots(slot_positions(cache), cache.written, queries, options.window_left);
  return attention(q, cache.keys, cache.values, whole);
}

#define MASKSCOPE_INSTANTIATE(T)                                                                                     \
  template FixedCache<T> fixed_cache(const CacheSizes&);                                                             \
  template RingCache<T> ring_cache(const CacheSizes&);                                                               \
  template void append(GrowingCache<T>&, const Tensor<T>&, const Tensor<T>&);                                        \
  template void append(FixedCache<T>&, const Tensor<T>&, const Tensor<T>&);                                          \
  template void append(RingCache<T>&, const Tensor<T>&, const Tensor<T>&);                                           \
  template Tensor<T> first_tokens(const Tensor<T>&, std::size_t);                                                    \
  template void set_lengths(FixedCache<T>&, const Indices&);                                                         \
  template Indices slot_positions(const RingCache<T>&);                                                              \
  template Tensor<T> attend(const Tensor<T>&, const GrowingCache<T>&, const CachedAttentionOptions<T>&);             \
  template Tensor<T> attend(const Tensor<T>&, const FixedCache<T>&, const CachedAttentionOptions<T>&);               \
  template Tensor<T> attend(const Tensor<T>&, const RingCache<T>&, const CachedAttentionOptions<T>&);

MASKSCOPE_INSTANTIATE(float)
MASKSCOPE_INSTANTIATE(double)
#undef MASKSCOPE_INSTANTIATE

}  // namespace maskscope
