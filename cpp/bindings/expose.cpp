#include "expose.hpp"

#include <new>

#include "write.hpp"

namespace maskscope::bindings {
namespace {

Object error_of(ErrorCode code, std::string_view message) {
  return Object().set("code", name(code)).set("message", message);
}

val failure(const val& error) { return Object().set("error", error); }

}  // namespace

val guarded(val (*call)(Arguments), Arguments arguments) {
  try {
    return Object().set("value", call(arguments));
  } catch (const EmptyRowError& error) {
    return failure(error_of(error.code(), error.what())
                       .set("row", ShapeView(error.row()))
                       .set("emptyRows", error.empty_rows())
                       .set("rows", error.rows()));
  } catch (const Error& error) {
    return failure(error_of(error.code(), error.what()));
  } catch (const std::bad_alloc&) {
    return failure(error_of(ErrorCode::too_large, "the result does not fit into memory"));
  } catch (const std::exception& error) {
    // The core throws nothing else; what is left comes from the arrays beneath it and is about their shapes.
    return failure(error_of(ErrorCode::shape_mismatch, error.what()));
  }
}

}  // namespace maskscope::bindings

// Embind prints the address of a type that it does not know, in a message that nobody sees: every function takes and gives
// `val`. With these that one use of printf brings nothing along, which would be a fiftieth of the module.
extern "C" int sprintf(char* text, const char*, ...) {
  *text = '\0';
  return 0;
}
extern "C" int siprintf(char* text, const char*, ...) {
  *text = '\0';
  return 0;
}
