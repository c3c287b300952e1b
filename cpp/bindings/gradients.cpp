// Exports: derivatives of masked attention.

#include "expose.hpp"
#include "maskscope/attention/gradients.hpp"
#include "options.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

val write_gradients(const AttentionGradients<double>& gradients) {
  Object object;
  object.set("q", gradients.q).set("k", gradients.k).set("v", gradients.v);
  if (is_given(gradients.bias)) object.set("bias", gradients.bias);
  return object.set("biased", gradients.biased).set("scores", gradients.scores);
}

val attention_gradients_export(const val& q, const val& k, const val& v, const val& grad_output, const val& options) {
  return write_gradients(attention_gradients(*read_tensor("q", q), *read_tensor("k", k), *read_tensor("v", v),
                                             *read_tensor("gradOutput", grad_output), read_attention_options(options)));
}

val multi_head_gradients_export(const val& x, const val& parameters, const val& grad_output, const val& options) {
  const MultiHeadGradients<double> gradients =
      multi_head_gradients(*read_tensor("x", x), read_parameters(parameters), *read_tensor("gradOutput", grad_output),
                           read_attention_options(options));
  return Object()
      .set("x", gradients.x)
      .set("wQ", gradients.w_q)
      .set("wK", gradients.w_k)
      .set("wV", gradients.w_v)
      .set("wO", gradients.w_o)
      .set("attention", write_gradients(gradients.attention));
}

EMSCRIPTEN_BINDINGS(gradients) {
  expose<attention_gradients_export>("attentionGradients");
  expose<multi_head_gradients_export>("multiHeadGradients");
}

}  // namespace
}  // namespace maskscope::bindings
