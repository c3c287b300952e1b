// Exports: attention in either width, and how it is computed.

#include "options.hpp"

namespace maskscope::bindings {
namespace {

val attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) {
    return write(attention(read_array_of<T>("q", q), read_array_of<T>("k", k), read_array_of<T>("v", v),
                           read_attention_options<T>(options)));
  });
}

val attention_path_export(const val& q, const val& k, const val& v) {
  const bool tiled = attention_path(read_lengths("q", q), read_lengths("k", k), read_lengths("v", v)) == AttentionPath::tiled;
  return write(std::string_view(tiled ? "tiled" : "reference"));
}

val instruction_set_export() { return write(instruction_set()); }

/// Arrays that stay here from one call to the next. Where calls are so small that passing them costs more than they do,
/// JavaScript writes the numbers of the next call over those of the last.
template <class T>
struct HeldArrays {
  Tensor<T> q, k, v, output;
  AttentionOptions<T> options;
};

template <class T>
HeldArrays<T>& held_arrays() {
  static HeldArrays<T> arrays;
  return arrays;
}

template <class T>
double address(const Tensor<T>& array) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(array.data()));
}

/// Keeps q, k and v. Returns where they lie.
val hold_arrays_export(const val& q, const val& k, const val& v) {
  return by_element_type("q", q, [&]<class T>(T) -> val {
    HeldArrays<T>& held = held_arrays<T>();
    held.q = read_array_of<T>("q", q);
    held.k = read_array_of<T>("k", k);
    held.v = read_array_of<T>("v", v);
    return Object().set("q", address(held.q)).set("k", address(held.k)).set("v", address(held.v));
  });
}

/// Attention over the arrays that are held. Returns where the output lies, until the next call; 0 where it was refused.
template <class T>
std::uintptr_t attend_held(bool causal) {
  HeldArrays<T>& held = held_arrays<T>();
  held.options.causal = causal;
  try {
    attention_into(held.output, held.q, held.k, held.v, held.options);
    return reinterpret_cast<std::uintptr_t>(held.output.data());
  } catch (const std::exception&) {
    return 0;
  }
}

EMSCRIPTEN_BINDINGS(attention_output) {
  expose_with_options<attention_export>("attention");
  expose<attention_path_export>("attentionPath");
  expose<instruction_set_export>("instructionSet");
  expose<hold_arrays_export>("holdArrays");
  emscripten::function("attendHeldFloat32", &attend_held<float>);
  emscripten::function("attendHeldFloat64", &attend_held<double>);
}

}  // namespace
}  // namespace maskscope::bindings
