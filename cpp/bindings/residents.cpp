// Exports: arrays that stay. None is a function of the interface, for web/src/core/residents.ts alone calls them: it gives
// ids that rise, and handles of its own.

#include "residents.hpp"

#include <algorithm>
#include <vector>

#include "base/refuse.hpp"
#include "expose.hpp"
#include "read.hpp"
#include "write.hpp"

namespace maskscope::bindings {
namespace {

struct Entry {
  double id;
  std::unique_ptr<Resident> resident;
};

/// In the order of their ids.
std::vector<Entry>& entries() {
  static std::vector<Entry> all;
  return all;
}

/// nullptr where it is not there any more.
Entry* find(double id) {
  const auto found = std::lower_bound(entries().begin(), entries().end(), id,
                                      [](const Entry& entry, double wanted) { return entry.id < wanted; });
  return found != entries().end() && found->id == id ? &*found : nullptr;
}

val keep_array_export(const val& id, const val& array) {
  switch (element_type("array", array)) {
    case Element::float32: keep(id, *read_float_tensor("array", array)); break;
    case Element::float64: keep(id, *read_tensor("array", array)); break;
    case Element::mask: keep(id, *read_mask("array", array)); break;
    case Element::indices: keep(id, *read_indices("array", array)); break;
  }
  return val::undefined();
}

val resident_data_export(const val& handle) {
  val data = val::undefined();
  with_array(find_resident("array", handle), [&](const auto& array) { data = write_numbers(array); });
  return data;
}

val write_resident_export(const val& handle, const val& data) {
  with_array(find_resident("array", handle), [&](auto& array) { read_numbers("array", data, array); });
  return val::undefined();
}

void release(double id) {
  if (const Entry* entry = find(id)) entries().erase(entries().begin() + (entry - entries().data()));
}

/// Where the numbers of an array lie; 0 where it was disposed.
std::uintptr_t address_of_resident(double id) {
  std::uintptr_t address = 0;
  const Entry* entry = find(id);
  with_array(entry ? entry->resident.get() : nullptr,
             [&](const auto& array) { address = reinterpret_cast<std::uintptr_t>(array.data()); });
  return address;
}

/// Attention over arrays that stay, into another of the output's shape. False where it was refused: the call must then be
/// made as any other, to say why.
template <class T>
bool attend_residents(double q, double k, double v, double output, bool causal) {
  static AttentionOptions<T> options;
  options.causal = causal;
  const auto array = [](double id) -> Tensor<T>& { return *held_by<Tensor<T>>(find(id)->resident.get()); };
  try {
    attention_into(array(output), array(q), array(k), array(v), options);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

double count_residents() { return static_cast<double>(entries().size()); }

EMSCRIPTEN_BINDINGS(residents) {
  expose<keep_array_export>("keepArray");
  expose<resident_data_export>("residentData");
  expose<write_resident_export>("writeResident");
  emscripten::function("release", &release);
  emscripten::function("addressOfResident", &address_of_resident);
  emscripten::function("attendResidentsFloat32", &attend_residents<float>);
  emscripten::function("attendResidentsFloat64", &attend_residents<double>);
  emscripten::function("countResidents", &count_residents);
}

}  // namespace

void keep_resident(const val& id, std::unique_ptr<Resident> resident) {
  entries().push_back({id.as<double>(), std::move(resident)});
}

void replace_resident(const val& handle, std::unique_ptr<Resident> resident) {
  find(handle["resident"].as<double>())->resident = std::move(resident);
}

Resident* find_resident(const char* argument, const val& object) {
  const val id = object["resident"];
  if (!id.isNumber()) return nullptr;
  if (const Entry* entry = find(id.as<double>())) return entry->resident.get();
  refuse(ErrorCode::disposed, argument, "an array that is still there", "one that was disposed, or another core's");
}

}  // namespace maskscope::bindings
