#include "read.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/refuse.hpp"
#include "residents.hpp"

namespace maskscope::bindings {
namespace {

constexpr std::size_t max_axes = 8;

/// "argument.field".
std::string path(const char* argument, const char* field) {
  return std::string(argument) + "." + field;
}

/// "Float64Array" and so on; empty for what is no typed array.
std::string typed_array(const val& data) { return val::module_property("typedArray")(data).as<std::string>(); }

[[noreturn]] void refuse_type(const char* argument, const char* array_type, const val& data) {
  const std::string expected = array_type;  // an Embind value is made of a std::string, not of a pointer
  refuse(ErrorCode::shape_mismatch, path(argument, "data"),
         val::module_property("withArticle")(expected).as<std::string>(),
         val::module_property("describeData")(data, expected).as<std::string>());
}

std::vector<std::size_t> list_of_lengths(const char* argument, const val& value, std::size_t most) {
  if (!value.isArray()) refuse(ErrorCode::shape_mismatch, argument, "an array of whole numbers", describe(value));
  const auto count = value["length"].as<double>();
  if (count > static_cast<double>(most)) {
    refuse(ErrorCode::too_large, argument, "at most " + std::to_string(most) + " numbers", number_text(count));
  }
  std::vector<std::size_t> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = read_length(argument, value[i]);
  return numbers;
}

/// Throws unless data is a typed array of this type with a number for each element.
void require_data(const char* argument, const val& data, const char* array_type, ShapeView shape) {
  if (typed_array(data) != array_type) refuse_type(argument, array_type, data);
  double count = 1;
  for (const std::size_t extent : shape) count *= static_cast<double>(extent);
  const auto length = data["length"].as<double>();
  if (length != count) {
    refuse(ErrorCode::shape_mismatch, path(argument, "data"), "as many numbers as shape " + to_string(shape) + " has",
           number_text(length));
  }
}

template <class E>
void copy_in(const val& data, E* elements, std::size_t count) {
  val(emscripten::typed_memory_view(count, elements)).call<void>("set", data);
}

/// What a type of array is called in JavaScript, and what its elements are there.
template <class A>
struct TypedArray;
template <>
struct TypedArray<Tensor<double>> {
  using Number = double;
  static constexpr const char* name = "Float64Array";
};
template <>
struct TypedArray<Tensor<float>> {
  using Number = float;
  static constexpr const char* name = "Float32Array";
};
template <>
struct TypedArray<Mask> {
  using Number = std::uint8_t;
  static constexpr const char* name = "Uint8Array";
};
template <>
struct TypedArray<Indices> {
  using Number = std::int32_t;
  static constexpr const char* name = "Int32Array";
};

template <class A>
void fill(const char* argument, const val& data, A& array) {
  using Number = typename TypedArray<A>::Number;
  require_data(argument, data, TypedArray<A>::name, array.shape());
  auto* numbers = reinterpret_cast<Number*>(array.data());
  copy_in(data, numbers, array.size());
  if constexpr (std::is_same_v<A, Mask>) {
    const auto* wrong = std::find_if(numbers, numbers + array.size(), [](Number number) { return number > 1; });
    if (wrong != numbers + array.size()) {
      const std::string came = std::to_string(*wrong) + " at position " + std::to_string(wrong - numbers);
      std::fill_n(array.data(), array.size(), false);
      refuse(ErrorCode::out_of_range, path(argument, "data"), "0 or 1", came);
    }
  }
}

template <class A>
ArrayArgument<A> read_array(const char* argument, const val& value) {
  require_object(argument, value);
  if (Resident* resident = find_resident(argument, value)) {
    if (const A* array = held_by<A>(resident)) return ArrayArgument<A>(*array);
    refuse_type(argument, TypedArray<A>::name, value["data"]);
  }
  const Shape shape = list_of_lengths(path(argument, "shape").c_str(), value["shape"], max_axes);
  if (shape.empty()) refuse(ErrorCode::shape_mismatch, path(argument, "shape"), "at least one length", "none");
  const val data = value["data"];
  require_data(argument, data, TypedArray<A>::name, shape);  // before memory is taken for it
  A array(typename A::shape_type(shape.begin(), shape.end()));
  fill(argument, data, array);
  return ArrayArgument<A>(std::move(array));
}

}  // namespace

std::string describe(const val& value) { return val::module_property("describe")(value).as<std::string>(); }

void require_object(const char* argument, const val& value) {
  if (value.isNull() || value.typeOf().as<std::string>() != "object" || value.isArray()) {
    refuse(ErrorCode::shape_mismatch, argument, "an object", describe(value));
  }
}

double read_number(const char* argument, const val& value) {
  if (!value.isNumber()) refuse(ErrorCode::out_of_range, argument, "a number", describe(value));
  return value.as<double>();
}

double read_whole(const char* argument, const val& value, double least, double most) {
  const double number = value.isNumber() ? value.as<double>() : std::numeric_limits<double>::quiet_NaN();
  if (!(number >= least && number <= most) || std::trunc(number) != number) {
    refuse(ErrorCode::out_of_range, argument,
           "a whole number from " + std::to_string(static_cast<std::int64_t>(least)) + " to " +
               std::to_string(static_cast<std::int64_t>(most)),
           describe(value));
  }
  return number;
}

std::size_t read_length(const char* argument, const val& value) {
  constexpr auto most = static_cast<double>(max_length);
  if (value.isNumber() && value.as<double>() > most) {
    refuse(ErrorCode::too_large, argument, "at most " + std::to_string(max_length), describe(value));
  }
  return static_cast<std::size_t>(read_whole(argument, value, 0, most));
}

std::size_t read_index(const char* argument, const val& value) {
  return static_cast<std::size_t>(read_whole(argument, value, 0, std::numeric_limits<std::uint32_t>::max()));
}

int read_int(const char* argument, const val& value) {
  return static_cast<int>(
      read_whole(argument, value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

bool read_bool(const char* argument, const val& value) {
  if (!value.isTrue() && !value.isFalse()) refuse(ErrorCode::out_of_range, argument, "true or false", describe(value));
  return value.isTrue();
}

std::string read_string(const char* argument, const val& value) {
  if (!value.isString()) refuse(ErrorCode::unknown_name, argument, "a name", describe(value));
  return value.as<std::string>();
}

std::vector<std::size_t> read_lengths(const char* argument, const val& value) {
  return list_of_lengths(argument, value, max_length);
}

ArrayArgument<Tensor<double>> read_tensor(const char* argument, const val& value) {
  return read_array<Tensor<double>>(argument, value);
}
ArrayArgument<Tensor<float>> read_float_tensor(const char* argument, const val& value) {
  return read_array<Tensor<float>>(argument, value);
}
ArrayArgument<Indices> read_indices(const char* argument, const val& value) { return read_array<Indices>(argument, value); }
ArrayArgument<Mask> read_mask(const char* argument, const val& value) { return read_array<Mask>(argument, value); }

void read_numbers(const char* argument, const val& data, Tensor<double>& into) { fill(argument, data, into); }
void read_numbers(const char* argument, const val& data, Tensor<float>& into) { fill(argument, data, into); }
void read_numbers(const char* argument, const val& data, Mask& into) { fill(argument, data, into); }
void read_numbers(const char* argument, const val& data, Indices& into) { fill(argument, data, into); }

Element element_type(const char* argument, const val& array) {
  require_object(argument, array);
  if (Resident* resident = find_resident(argument, array)) {
    if (held_by<Tensor<float>>(resident)) return Element::float32;
    if (held_by<Tensor<double>>(resident)) return Element::float64;
    if (held_by<Mask>(resident)) return Element::mask;
    if (held_by<Indices>(resident)) return Element::indices;
  }
  const val data = array["data"];
  const std::string type = typed_array(data);
  if (type == "Float32Array") return Element::float32;
  if (type == "Float64Array") return Element::float64;
  if (type == "Uint8Array") return Element::mask;
  if (type == "Int32Array") return Element::indices;
  refuse_type(argument, "Float32Array, Float64Array, Uint8Array or Int32Array", data);
}

bool is_float32(const char* argument, const val& array) {
  require_object(argument, array);
  if (find_resident(argument, array) || !typed_array(array["data"]).empty()) {
    const Element type = element_type(argument, array);
    if (type == Element::float32) return true;
    if (type == Element::float64) return false;
  }
  refuse_type(argument, "Float32Array or a Float64Array", array["data"]);
}

std::size_t read_list_length(const char* argument, const val& value) {
  if (!value.isArray()) refuse(ErrorCode::shape_mismatch, argument, "an array", describe(value));
  return read_length(argument, value["length"]);
}

Options::Options(const char* argument, const val& value) : argument_(argument), value_(value), given_(!value.isUndefined()) {
  if (given_) require_object(argument, value);
}

val Options::operator[](const char* field) {
  if (!given_) return value_;
  fields_.push_back(field);
  return value_[field];
}

void Options::refuse_others() const {
  if (!given_) return;
  const val names = val::global("Object").call<val>("keys", value_);
  const auto count = names["length"].as<std::size_t>();
  for (std::size_t i = 0; i < count; ++i) {
    const auto name = names[i].as<std::string>();
    if (std::find(fields_.begin(), fields_.end(), name) != fields_.end()) continue;
    val known = val::array();
    for (const std::string_view field : fields_) known.call<void>("push", std::string(field));
    throw Error(ErrorCode::unknown_name, std::string(argument_) + ": there is no " + quoted(name) + ", the nearest is " +
                                             quoted(val::module_property("nearest")(name, known).as<std::string>()));
  }
}

}  // namespace maskscope::bindings
