#include "expose.hpp"

#include <new>

namespace maskscope::bindings {
namespace {

val failure(ErrorCode code, const std::string& message) {
  return object({{"error", object({{"code", write(name(code))}, {"message", write(message)}})}});
}

}  // namespace

val guarded(val (*body)(const void* call), const void* call) {
  try {
    return object({{"value", body(call)}});
  } catch (const Error& error) {
    return failure(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return failure(ErrorCode::too_large, "the result does not fit into memory");
  } catch (const std::exception& error) {
    // The core throws nothing else; what is left comes from the arrays beneath it and is about their shapes.
    return failure(ErrorCode::shape_mismatch, error.what());
  }
}

}  // namespace maskscope::bindings
