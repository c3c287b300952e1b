#pragma once

// Puts a function into the module. What it returns becomes { value }, what it throws { error: { code, message } }:
// an exception that crossed the border would reach JavaScript without its code and message.

#include <emscripten/bind.h>

#include <utility>

namespace maskscope::bindings {

using emscripten::val;

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

template <class... Values>
constexpr std::size_t arity(val (*)(Values...)) {
  return sizeof...(Values);
}

/// All its arguments must be given. web/src/core/signatures.ts knows which may be left out, and gives undefined for those.
template <auto Function>
void expose(const char* name) {
  emscripten::function(name, &Call<Function, std::make_index_sequence<arity(Function)>>::all);
}

}  // namespace maskscope::bindings
