#include "convert.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace maskscope::bindings {
namespace {

constexpr std::size_t max_axes = 8;

bool is_object(const val& value) { return !value.isNull() && value.typeOf().as<std::string>() == "object"; }

/// What came, in words short enough for a message.
std::string describe(const val& value) {
  if (value.isNull()) return "null";
  const std::string type = value.typeOf().as<std::string>();
  if (type == "number" || type == "boolean") return val::global("String")(value).as<std::string>();
  if (type == "string") return "a string";
  if (type == "object") return value.isArray() ? "an array" : "an object";
  return type;
}

[[noreturn]] void refuse(ErrorCode code, const std::string& argument, const std::string& expected, const val& value) {
  throw Error(code, argument + ": expected " + expected + ", got " + describe(value));
}

void require_object(const std::string& argument, const val& value) {
  if (!is_object(value)) refuse(ErrorCode::shape_mismatch, argument, "an object", value);
}

Shape read_shape(const std::string& argument, const val& value) {
  if (!value.isArray()) refuse(ErrorCode::shape_mismatch, argument + ".shape", "an array of lengths", value);
  const double axes = value["length"].as<double>();
  if (axes < 1 || axes > static_cast<double>(max_axes)) {
    throw Error(ErrorCode::shape_mismatch, argument + ".shape: expected 1 to " + std::to_string(max_axes) +
                                               " axes, got " + std::to_string(static_cast<std::uint32_t>(axes)));
  }
  Shape shape;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(axes); ++axis) {
    shape.push_back(read_length(argument + ".shape", value[axis]));
  }
  return shape;
}

/// An array whose typed data matches its shape. Element is how JavaScript stores one element.
template <class A, class Element>
A read_array(const std::string& argument, const val& value, const char* array_type) {
  require_object(argument, value);
  const Shape shape = read_shape(argument, value["shape"]);
  const val data = value["data"];
  // By name, not by identity: an array from another realm, such as a frame, is as good.
  if (!is_object(data) || data["constructor"]["name"].as<std::string>() != array_type) {
    refuse(ErrorCode::shape_mismatch, argument + ".data", "a " + std::string(array_type), data);
  }
  double count = 1;
  for (const std::size_t extent : shape) count *= static_cast<double>(extent);
  const double length = data["length"].as<double>();
  if (length != count) {
    throw Error(ErrorCode::shape_mismatch, argument + ".data: shape " + to_string(shape) + " asks for another number of elements than " +
                                               std::to_string(static_cast<std::uint32_t>(length)));
  }
  A array(typename A::shape_type(shape.begin(), shape.end()));
  auto* elements = reinterpret_cast<Element*>(array.data());
  val(emscripten::typed_memory_view(array.size(), elements)).call<void>("set", data);
  return array;
}

template <class Element, class A>
val write_array(const A& array) {
  const auto* elements = reinterpret_cast<const Element*>(array.data());
  // A copy: the memory that the view shows is about to be freed.
  const val data = val(emscripten::typed_memory_view(array.size(), elements)).template call<val>("slice");
  return object({{"shape", write(shape_of(array))}, {"data", data}});
}

}  // namespace

double read_number(const std::string& argument, const val& value) {
  if (!value.isNumber()) refuse(ErrorCode::out_of_range, argument, "a number", value);
  return value.as<double>();
}

double read_whole(const std::string& argument, const val& value, double least, double most) {
  const double number = value.isNumber() ? value.as<double>() : std::numeric_limits<double>::quiet_NaN();
  if (!(number >= least && number <= most) || std::trunc(number) != number) {
    refuse(ErrorCode::out_of_range, argument,
           "a whole number from " + std::to_string(static_cast<std::int64_t>(least)) + " to " +
               std::to_string(static_cast<std::int64_t>(most)),
           value);
  }
  return number;
}

std::size_t read_length(const std::string& argument, const val& value) {
  constexpr auto most = static_cast<double>(max_length);
  if (value.isNumber() && value.as<double>() > most) {
    refuse(ErrorCode::too_large, argument, "at most " + std::to_string(max_length), value);
  }
  return static_cast<std::size_t>(read_whole(argument, value, 0, most));
}

std::size_t read_index(const std::string& argument, const val& value) {
  return static_cast<std::size_t>(read_whole(argument, value, 0, std::numeric_limits<std::uint32_t>::max()));
}

int read_int(const std::string& argument, const val& value) {
  return static_cast<int>(
      read_whole(argument, value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

bool read_bool(const std::string& argument, const val& value) {
  if (!value.isTrue() && !value.isFalse()) refuse(ErrorCode::out_of_range, argument, "true or false", value);
  return value.isTrue();
}

std::string read_string(const std::string& argument, const val& value) {
  if (!value.isString()) refuse(ErrorCode::unknown_name, argument, "a name", value);
  return value.as<std::string>();
}

std::vector<std::size_t> read_lengths(const std::string& argument, const val& value) {
  if (!value.isArray()) refuse(ErrorCode::shape_mismatch, argument, "an array of whole numbers", value);
  const std::size_t count = read_length(argument + ".length", value["length"]);
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(read_length(argument, value[i]));
  return numbers;
}

Tensor<double> read_tensor(const std::string& argument, const val& value) {
  return read_array<Tensor<double>, double>(argument, value, "Float64Array");
}

Indices read_indices(const std::string& argument, const val& value) {
  return read_array<Indices, std::int32_t>(argument, value, "Int32Array");
}

Mask read_mask(const std::string& argument, const val& value) {
  Mask mask = read_array<Mask, std::uint8_t>(argument, value, "Uint8Array");
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(mask.data());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (bytes[i] > 1) {
      throw Error(ErrorCode::out_of_range, argument + ".data: expected 0 or 1, got " + std::to_string(bytes[i]) +
                                               " at position " + std::to_string(i));
    }
  }
  return mask;
}

val option(const val& options, const char* field) {
  if (options.isUndefined()) return options;
  require_object("options", options);
  return options[field];
}

Mask read_optional_mask(const std::string& argument, const val& value) {
  return value.isUndefined() ? Mask() : read_mask(argument, value);
}

EmptyRow read_empty_row(const val& value) {
  return value.isUndefined() ? EmptyRow::error : empty_row_from_name(read_string("emptyRow", value));
}

SoftmaxOptions read_softmax_options(const val& options) {
  return {read_optional_mask("visible", option(options, "visible")),
          read_optional_mask("validQueries", option(options, "validQueries")),
          read_empty_row(option(options, "emptyRow"))};
}

AttentionOptions<double> read_attention_options(const val& options) {
  AttentionOptions<double> result;
  const SoftmaxOptions shared = read_softmax_options(options);
  result.visible = shared.visible;
  result.valid_queries = shared.valid_queries;
  result.empty_row = shared.empty_row;
  const val scale = option(options, "scale");
  if (!scale.isUndefined()) result.scale = read_number("scale", scale);
  const val softcap = option(options, "softcap");
  if (!softcap.isUndefined()) result.softcap = read_number("softcap", softcap);
  const val bias = option(options, "bias");
  if (!bias.isUndefined()) result.bias = read_tensor("bias", bias);
  const val causal = option(options, "causal");
  if (!causal.isUndefined()) result.causal = read_bool("causal", causal);
  return result;
}

MultiHeadParameters<double> read_parameters(const val& value) {
  require_object("parameters", value);
  return {read_length("numHeads", value["numHeads"]), read_tensor("wQ", value["wQ"]), read_tensor("wK", value["wK"]),
          read_tensor("wV", value["wV"]), read_tensor("wO", value["wO"])};
}

val write(const Tensor<double>& array) { return write_array<double>(array); }
val write(const Mask& array) { return write_array<std::uint8_t>(array); }
val write(const Indices& array) { return write_array<std::int32_t>(array); }
val write(std::size_t number) { return val(static_cast<double>(number)); }
val write(std::string_view text) { return val(std::string(text)); }

val write(const std::vector<std::size_t>& numbers) {
  return write_list(numbers, [](std::size_t number) { return write(number); });
}

val write(const std::vector<std::string>& texts) {
  return write_list(texts, [](const std::string& text) { return write(text); });
}

val write(const MultiHeadParameters<double>& parameters) {
  return object({{"numHeads", write(parameters.num_heads)},
                 {"wQ", write(parameters.w_q)},
                 {"wK", write(parameters.w_k)},
                 {"wV", write(parameters.w_v)},
                 {"wO", write(parameters.w_o)}});
}

val object(std::initializer_list<std::pair<const char*, val>> fields) {
  val result = val::object();
  for (const auto& [name, value] : fields) result.set(name, value);
  return result;
}

}  // namespace maskscope::bindings
