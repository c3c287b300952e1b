#include "expose.hpp"

#include <new>

namespace maskscope::bindings {
namespace {

val failure(ErrorCode code, const char* message) {
  const val error = Object().set("code", name(code)).set("message", std::string_view(message));
  return Object().set("error", error);
}

}  // namespace

val guarded(val (*call)(Arguments), Arguments arguments) {
  try {
    return Object().set("value", call(arguments));
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
