// Exports: decoding with a cache. In JavaScript it is a plain object that says its kind, and appending gives a new one.

#include "maskscope/attention/cache.hpp"

#include "options.hpp"

namespace maskscope::bindings {
namespace {

CacheSizes read_sizes(const val& sizes) {
  CacheSizes read;
  read_option(read.batch, sizes, "batch", read_length);
  read_option(read.key_heads, sizes, "keyHeads", read_length);
  read_option(read.slots, sizes, "slots", read_length);
  read_option(read.width, sizes, "width", read_length);
  read_option(read.value_width, sizes, "valueWidth", read_length);
  return read;
}

Object write_slots(std::string_view kind, const Tensor<double>& keys, const Tensor<double>& values) {
  Object object;
  object.set("kind", kind).set("keys", keys).set("values", values);
  return object;
}

val write_cache(const GrowingCache<double>& cache) { return write_slots("growing", cache.keys, cache.values); }

val write_cache(const FixedCache<double>& cache) {
  return write_slots("fixed", cache.keys, cache.values).set("lengths", cache.lengths);
}

val write_cache(const RingCache<double>& cache) {
  return write_slots("ring", cache.keys, cache.values).set("written", cache.written);
}

GrowingCache<double> read_growing(const val& cache) {
  GrowingCache<double> read;
  read_option(read.keys, cache, "keys", read_tensor);
  read_option(read.values, cache, "values", read_tensor);
  return read;
}

FixedCache<double> read_fixed(const val& cache) {
  return {read_tensor("keys", option(cache, "keys")), read_tensor("values", option(cache, "values")),
          read_indices("lengths", option(cache, "lengths"))};
}

RingCache<double> read_ring(const val& cache) {
  return {read_tensor("keys", option(cache, "keys")), read_tensor("values", option(cache, "values")),
          read_index("written", option(cache, "written"))};
}

/// Calls `function` with the cache in the core's own type.
template <class Function>
val with_cache(const val& cache, Function function) {
  const std::string kind = read_string("cache.kind", option(cache, "kind"));
  if (kind == "growing") return function(read_growing(cache));
  if (kind == "fixed") return function(read_fixed(cache));
  if (kind == "ring") return function(read_ring(cache));
  refuse(ErrorCode::unknown_name, "cache.kind", "growing, fixed or ring", "\"" + kind + "\"");
}

CachedAttentionOptions<double> read_cached_options(const val& options) {
  CachedAttentionOptions<double> read;
  read_option(read.scale, options, "scale", read_number);
  read_option(read.softcap, options, "softcap", read_number);
  read_option(read.bias, options, "bias", read_tensor);
  read_option(read.window_left, options, "windowLeft", read_int);
  return read;
}

val growing_cache_export() { return Object().set("kind", std::string_view("growing")); }
val fixed_cache_export(const val& sizes) { return write_cache(fixed_cache<double>(read_sizes(sizes))); }
val ring_cache_export(const val& sizes) { return write_cache(ring_cache<double>(read_sizes(sizes))); }

val append_to_cache_export(const val& cache, const val& k, const val& v) {
  return with_cache(cache, [&](auto read) {
    append(read, read_tensor("k", k), read_tensor("v", v));
    return write_cache(read);
  });
}

val attend_to_cache_export(const val& q, const val& cache, const val& options) {
  return with_cache(cache, [&](const auto& read) {
    return write(attend(read_tensor("q", q), read, read_cached_options(options)));
  });
}

val slot_positions_export(const val& cache) { return write(slot_positions(read_ring(cache))); }

EMSCRIPTEN_BINDINGS(cache) {
  expose<growing_cache_export>("growingCache");
  expose<fixed_cache_export>("fixedCache");
  expose<ring_cache_export>("ringCache");
  expose<append_to_cache_export>("appendToCache");
  expose_with_options<attend_to_cache_export>("attendToCache");
  expose<slot_positions_export>("slotPositions");
}

}  // namespace
}  // namespace maskscope::bindings
