#pragma once

// Puts a function into the module. What it returns becomes { value }, what it throws { error: { code, message } }:
// nothing is thrown across the border, where 3.1.6 of Emscripten would turn it into a bare number.

#include <emscripten/bind.h>

#include <utility>

#include "convert.hpp"

namespace maskscope::bindings {

/// Runs `body(call)`. A plain function pointer: std::function would cost the module a type for every export.
val guarded(val (*body)(const void* call), const void* call);

template <std::size_t>
using Argument = const val&;

template <auto Function, class Positions>
struct Call;

template <auto Function, std::size_t... Position>
struct Call<Function, std::index_sequence<Position...>> {
  static val all(Argument<Position>... arguments) {
    return run([&] { return Function(arguments...); });
  }
  static val without_last(Argument<Position>... arguments) {
    return run([&] { return Function(arguments..., val::undefined()); });
  }

 private:
  template <class Body>
  static val run(const Body& body) {
    return guarded([](const void* call) { return (*static_cast<const Body*>(call))(); }, &body);
  }
};

template <class... Arguments>
constexpr std::size_t arity(val (*)(Arguments...)) {
  return sizeof...(Arguments);
}

template <auto Function>
void expose(const char* name) {
  emscripten::function(name, &Call<Function, std::make_index_sequence<arity(Function)>>::all);
}

/// For a function whose last argument, a group of options, may be left out.
template <auto Function>
void expose_with_options(const char* name) {
  expose<Function>(name);
  emscripten::function(name, &Call<Function, std::make_index_sequence<arity(Function) - 1>>::without_last);
}

}  // namespace maskscope::bindings
