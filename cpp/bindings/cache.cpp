// Exports: decoding with a cache, which stays in the module and is extended in place. web/src/core/residents.ts alone calls
// what is no function of the interface: `keepGrowingCache`, `keepCache`, `cacheArrays` and `setCacheLengths`.

#include "maskscope/attention/cache.hpp"

#include "base/refuse.hpp"
#include "expose.hpp"
#include "options.hpp"
#include "residents.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

CacheSizes read_sizes(Options& sizes) {
  CacheSizes read;
  sizes.read(read.batch, "batch", read_length);
  sizes.read(read.key_heads, "keyHeads", read_length);
  sizes.read(read.slots, "slots", read_length);
  sizes.read(read.width, "width", read_length);
  sizes.read(read.value_width, "valueWidth", read_length);
  return read;
}

template <class T>
void keep_cache(const val& id, bool ring, const CacheSizes& sizes) {
  if (ring) {
    keep(id, ring_cache<T>(sizes));
  } else {
    keep(id, fixed_cache<T>(sizes));
  }
}

/// It becomes one of float when its first keys are.
val keep_growing_cache_export(const val& id) {
  keep(id, GrowingCache<double>{});
  return val::undefined();
}

/// A fixed one or a ring.
val keep_cache_export(const val& id, const val& ring, const val& given) {
  Options options("sizes", given);
  const CacheSizes sizes = read_sizes(options);
  std::string dtype = "float64";
  options.read(dtype, "dtype", read_string);
  options.refuse_others();
  if (dtype == "float64") {
    keep_cache<double>(id, ring.isTrue(), sizes);
  } else if (dtype == "float32") {
    keep_cache<float>(id, ring.isTrue(), sizes);
  } else {
    refuse_name("dtype", {"float32", "float64"}, dtype);
  }
  return val::undefined();
}

/// Calls `function` with the cache in the core's own type.
template <class Function>
val with_cache(const val& cache, Function function) {
  require_object("cache", cache);
  val result = val::undefined();
  Resident* resident = find_resident("cache", cache);
  const auto call = [&]<class C>(C* held) {
    if (held) result = function(*held);
    return held != nullptr;
  };
  if (!call(held_by<GrowingCache<float>>(resident)) && !call(held_by<GrowingCache<double>>(resident)) &&
      !call(held_by<FixedCache<float>>(resident)) && !call(held_by<FixedCache<double>>(resident)) &&
      !call(held_by<RingCache<float>>(resident)) && !call(held_by<RingCache<double>>(resident))) {
    refuse(ErrorCode::unknown_name, "cache.kind", "a cache that growingCache, fixedCache or ringCache made",
           quoted(read_string("cache.kind", cache["kind"])));
  }
  return result;
}

template <class T>
T element_of(const Tensor<T>&);
template <class C>
using ElementOf = decltype(element_of(std::declval<const C&>().keys));

void adopt_element_type(const val& cache, const val& k) {
  require_object("cache", cache);
  const auto* growing = held_by<GrowingCache<double>>(find_resident("cache", cache));
  if (growing && growing->tokens == 0 && is_float32("k", k)) {
    replace_resident(cache, std::make_unique<ResidentOf<GrowingCache<float>>>(GrowingCache<float>{}));
  }
}

val append_to_cache_export(const val& cache, const val& k, const val& v) {
  adopt_element_type(cache, k);
  return with_cache(cache, [&]<class C>(C& read) {
    using T = ElementOf<C>;
    append(read, *read_array_of<T>("k", k), *read_array_of<T>("v", v));
    return cache;
  });
}

template <class T>
CachedAttentionOptions<T> read_cached_options(const val& given) {
  const auto read_real = [](const char* argument, const val& value) { return static_cast<T>(read_number(argument, value)); };
  Options options("options", given);
  CachedAttentionOptions<T> read;
  options.read(read.scale, "scale", read_real);
  options.read(read.softcap, "softcap", read_real);
  options.read(read.bias, "bias", read_array_of<T>);
  options.read(read.window_left, "windowLeft", read_int);
  options.refuse_others();
  return read;
}

val attend_to_cache_export(const val& q, const val& cache, const val& options) {
  return with_cache(cache, [&]<class C>(const C& read) {
    using T = ElementOf<C>;
    return write(attend(*read_array_of<T>("q", q), read, read_cached_options<T>(options)));
  });
}

val slot_positions_export(const val& cache) {
  return with_cache(cache, []<class C>(const C& read) -> val {
    if constexpr (requires { slot_positions(read); }) {
      return write(slot_positions(read));
    } else {
      refuse(ErrorCode::unknown_name, "cache.kind", "\"ring\"", "another");
    }
  });
}

/// A copy of what is in use.
val cache_arrays_export(const val& cache) {
  return with_cache(cache, []<class C>(const C& read) -> val {
    Object arrays;
    if constexpr (requires { read.tokens; }) {
      if (read.tokens == 0) return arrays;
      return arrays.set("keys", first_tokens(read.keys, read.tokens)).set("values", first_tokens(read.values, read.tokens));
    } else {
      arrays.set("keys", read.keys).set("values", read.values);
      if constexpr (requires { read.lengths; }) return arrays.set("lengths", read.lengths);
      else return arrays.set("written", read.written);
    }
  });
}

val set_cache_lengths_export(const val& cache, const val& lengths) {
  return with_cache(cache, [&]<class C>(C& read) {
    if constexpr (requires { read.lengths; }) set_lengths(read, *read_indices("lengths", lengths));
    return val::undefined();
  });
}

EMSCRIPTEN_BINDINGS(cache) {
  expose<keep_growing_cache_export>("keepGrowingCache");
  expose<keep_cache_export>("keepCache");
  expose<cache_arrays_export>("cacheArrays");
  expose<set_cache_lengths_export>("setCacheLengths");
  expose<append_to_cache_export>("appendToCache");
  expose<attend_to_cache_export>("attendToCache");
  expose<slot_positions_export>("slotPositions");
}

}  // namespace
}  // namespace maskscope::bindings
