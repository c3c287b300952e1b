#pragma once

// Puts a function into the module. What it returns becomes { value }, what it throws { error: { code, message } }:
// an exception that crossed the border would reach JavaScript without its code and message.

#include <emscripten/bind.h>

#include <utility>

#include "convert.hpp"

namespace maskscope::bindings {

using Arguments = const val* const*;

val guarded(val (*call)(Arguments), Arguments arguments);

template <std::size_t>
using Argument = const val&;

template <auto Function, class Positions>
struct Call;

template <auto Function, std::size_t... Position>
struct Call<Function, std::index_sequence<Position...>> {
  static val run(Arguments arguments) { return Function(*arguments[Position]...); }

  static val all(Argument<Position>... given) {
    const val* const arguments[] = {&given..., nullptr};
    return guarded(run, arguments);
  }
};

/// All arguments but the last, which becomes undefined.
template <auto Function, class Positions>
struct ShortCall;

template <auto Function, std::size_t... Position>
struct ShortCall<Function, std::index_sequence<Position...>> {
  static val all(Argument<Position>... given) {
    const val last = val::undefined();
    const val* const arguments[] = {&given..., &last};
    return guarded(Call<Function, std::make_index_sequence<sizeof...(Position) + 1>>::run, arguments);
  }
};

template <class... Values>
constexpr std::size_t arity(val (*)(Values...)) {
  return sizeof...(Values);
}

template <auto Function>
void expose(const char* name) {
  emscripten::function(name, &Call<Function, std::make_index_sequence<arity(Function)>>::all);
}

/// For a function whose last argument may be left out.
template <auto Function>
void expose_with_options(const char* name) {
  expose<Function>(name);
  emscripten::function(name, &ShortCall<Function, std::make_index_sequence<arity(Function) - 1>>::all);
}

}  // namespace maskscope::bindings
