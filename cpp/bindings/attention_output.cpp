// Exports: attention as the page has it.

#include "expose.hpp"

namespace maskscope::bindings {
namespace {

val attention_export(const val& q, const val& k, const val& v, const val& options) {
  return write(
      attention(read_tensor("q", q), read_tensor("k", k), read_tensor("v", v), read_attention_options(options)));
}

EMSCRIPTEN_BINDINGS(attention_output) { expose_with_options<attention_export>("attention"); }

}  // namespace
}  // namespace maskscope::bindings
