#pragma once

// Arrays and caches that stay in the module's memory from one call to the next. JavaScript knows each by a number, which
// its handle gives as `resident`: web/src/core/residents.ts.

#include <emscripten/val.h>

#include <memory>
#include <utility>

#include "maskscope/attention/cache.hpp"

namespace maskscope::bindings {

using emscripten::val;

/// Its address tells types apart: the module carries no names of types.
template <class Held>
inline constexpr char type_of = 0;

struct Resident {
  explicit Resident(const char* type) : type(type) {}
  virtual ~Resident() = default;
  const char* const type;
};

template <class Held>
struct ResidentOf : Resident {
  explicit ResidentOf(Held value) : Resident(&type_of<Held>), held(std::move(value)) {}
  Held held;
};

/// What it holds; nullptr where that is something else.
template <class Held>
Held* held_by(Resident* resident) {
  return resident && resident->type == &type_of<Held> ? &static_cast<ResidentOf<Held>*>(resident)->held : nullptr;
}

void keep_resident(const val& id, std::unique_ptr<Resident> resident);

/// Keeps it under an id, larger than all before.
template <class Held>
void keep(const val& id, Held held) {
  keep_resident(id, std::make_unique<ResidentOf<Held>>(std::move(held)));
}

/// What a handle stands for; nullptr where the object is none. Refuses one that was disposed (`disposed`).
Resident* find_resident(const char* argument, const val& object);

/// The same under the handle's id.
void replace_resident(const val& handle, std::unique_ptr<Resident> resident);

/// Calls `function` with the array that it holds; false where it holds none.
template <class Function>
bool with_array(Resident* resident, Function function) {
  const auto call = [&](auto* array) {
    if (array) function(*array);
    return array != nullptr;
  };
  return call(held_by<Tensor<float>>(resident)) || call(held_by<Tensor<double>>(resident)) ||
         call(held_by<Mask>(resident)) || call(held_by<Indices>(resident));
}

}  // namespace maskscope::bindings
