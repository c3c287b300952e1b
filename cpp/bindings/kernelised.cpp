// Exports: attention through features of queries and keys.

#include "expose.hpp"
#include "maskscope/attention/kernelised_attention.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

bool read_causal(const val& options) {
  Options given("options", options);
  bool causal = false;
  given.read(causal, "causal", read_bool);
  given.refuse_others();
  return causal;
}

val kernelised_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) -> val {
    const KernelisedAttention<T> result = kernelised_attention(
        *read_array_of<T>("q", q), *read_array_of<T>("k", k), *read_array_of<T>("v", v), read_causal(options));
    return Object().set("output", result.output).set("multiplyAdds", number_of(result.multiply_adds));
  });
}

val trace_kernelised_attention_export(const val& q, const val& k, const val& v, const val& options) {
  return by_element_type("q", q, [&]<class T>(T) -> val {
    const KernelisedAttentionTrace<T> trace = trace_kernelised_attention(
        *read_array_of<T>("q", q), *read_array_of<T>("k", k), *read_array_of<T>("v", v), read_causal(options));
    return Object()
        .set("qFeatures", trace.q_features)
        .set("kFeatures", trace.k_features)
        .set("similarities", trace.similarities)
        .set("rowSum", trace.row_sum)
        .set("weights", trace.weights)
        .set("output", trace.output)
        .set("multiplyAdds", number_of(trace.multiply_adds));
  });
}

EMSCRIPTEN_BINDINGS(kernelised) {
  expose<kernelised_attention_export>("kernelisedAttention");
  expose<trace_kernelised_attention_export>("traceKernelisedAttention");
}

}  // namespace
}  // namespace maskscope::bindings
