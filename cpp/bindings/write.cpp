#include "write.hpp"

namespace maskscope::bindings {
namespace {

/// The view shows memory that is about to be freed, so the numbers are copied out.
template <class E>
val numbers(const E* elements, std::size_t count) {
  return val(emscripten::typed_memory_view(count, elements)).call<val>("slice");
}

template <class A>
val write_array(const A& array) {
  return Object().set("shape", ShapeView(array.shape())).set("data", write_numbers(array));
}

}  // namespace

val write_numbers(const Tensor<double>& array) { return numbers(array.data(), array.size()); }
val write_numbers(const Tensor<float>& array) { return numbers(array.data(), array.size()); }
val write_numbers(const Indices& array) { return numbers(array.data(), array.size()); }
val write_numbers(const Mask& array) {
  return numbers(reinterpret_cast<const std::uint8_t*>(array.data()), array.size());
}

val write(const Tensor<double>& array) { return write_array(array); }
val write(const Tensor<float>& array) { return write_array(array); }
val write(const Mask& array) { return write_array(array); }
val write(const Indices& array) { return write_array(array); }

val write(std::size_t number) { return val(static_cast<double>(number)); }
val write(std::string_view text) { return val(std::string(text)); }

val write(ShapeView numbers) {
  return write_list(numbers, [](std::size_t number) { return write(number); });
}

val write(const MultiHeadParameters<double>& parameters) {
  return Object()
      .set("numHeads", parameters.num_heads)
      .set("wQ", parameters.w_q)
      .set("wK", parameters.w_k)
      .set("wV", parameters.w_v)
      .set("wO", parameters.w_o);
}

val write(const std::vector<std::string>& texts) {
  return write_list(texts, [](const std::string& text) { return write(text); });
}

}  // namespace maskscope::bindings
