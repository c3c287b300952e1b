#include "convert.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace maskscope::bindings {
namespace {

constexpr std::size_t max_axes = 8;

bool is_object(const val& value) { return !value.isNull() && value.typeOf().as<std::string>() == "object"; }

/// "argument.field".
std::string path(const char* argument, const char* field) {
  return std::string(argument) + "." + field;
}

void require_object(const char* argument, const val& value) {
  if (!is_object(value)) refuse(ErrorCode::shape_mismatch, argument, "an object", describe(value));
}

std::vector<std::size_t> list_of_lengths(const char* argument, const val& value, std::size_t most) {
  if (!value.isArray()) refuse(ErrorCode::shape_mismatch, argument, "an array of whole numbers", describe(value));
  const val count = value["length"];
  if (count.as<double>() > static_cast<double>(most)) {
    refuse(ErrorCode::too_large, argument, "at most " + std::to_string(most) + " numbers", describe(count));
  }
  std::vector<std::size_t> numbers(count.as<std::size_t>());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = read_length(argument, value[i]);
  return numbers;
}

/// The shape of an array from JavaScript, once its typed data is known to match it.
Shape read_shape(const char* argument, const val& value, const char* array_type) {
  require_object(argument, value);
  const Shape shape = list_of_lengths(path(argument, "shape").c_str(), value["shape"], max_axes);
  if (shape.empty()) refuse(ErrorCode::shape_mismatch, path(argument, "shape"), "at least one length", "none");
  const val data = value["data"];
  if (!holds(value, array_type)) {
    refuse(ErrorCode::shape_mismatch, path(argument, "data"), std::string("a ") + array_type, describe(data));
  }
  double count = 1;
  for (const std::size_t extent : shape) count *= static_cast<double>(extent);
  const val length = data["length"];
  if (length.as<double>() != count) {
    refuse(ErrorCode::shape_mismatch, path(argument, "data"), "as many numbers as shape " + to_string(shape) + " has",
           describe(length));
  }
  return shape;
}

template <class A, class Element>
A read_array(const char* argument, const val& value, const char* array_type) {
  const Shape shape = read_shape(argument, value, array_type);
  A array(typename A::shape_type(shape.begin(), shape.end()));
  auto* elements = reinterpret_cast<Element*>(array.data());
  val(emscripten::typed_memory_view(array.size(), elements)).call<void>("set", value["data"]);
  return array;
}

/// view shows memory that is about to be freed, so the data is copied out.
val write_array(ShapeView shape, const val& view) {
  return Object().set("shape", shape).set("data", view.call<val>("slice"));
}

}  // namespace

std::string describe(const val& value) {
  if (value.isNull()) return "null";
  const std::string type = value.typeOf().as<std::string>();
  if (type == "number" || type == "boolean") return val::global("String")(value).as<std::string>();
  if (type == "string") return "a string";
  if (type == "object") return value.isArray() ? "an array" : "an object";
  return type;
}

void refuse(ErrorCode code, std::string_view argument, std::string_view expected, std::string_view got) {
  std::string message(argument);
  message.append(": expected ").append(expected).append(", got ").append(got);
  throw Error(code, message);
}

bool holds(const val& array, const char* array_type) {
  // By name, not by identity: an array from another realm, such as a frame, is as good.
  return is_object(array) && is_object(array["data"]) &&
         array["data"]["constructor"]["name"].as<std::string>() == array_type;
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

Tensor<double> read_tensor(const char* argument, const val& value) {
  return read_array<Tensor<double>, double>(argument, value, "Float64Array");
}

Tensor<float> read_float_tensor(const char* argument, const val& value) {
  return read_array<Tensor<float>, float>(argument, value, "Float32Array");
}

Indices read_indices(const char* argument, const val& value) {
  return read_array<Indices, std::int32_t>(argument, value, "Int32Array");
}

Mask read_mask(const char* argument, const val& value) {
  Mask mask = read_array<Mask, std::uint8_t>(argument, value, "Uint8Array");
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(mask.data());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (bytes[i] > 1) {
      refuse(ErrorCode::out_of_range, path(argument, "data"), "0 or 1",
             std::to_string(bytes[i]) + " at position " + std::to_string(i));
    }
  }
  return mask;
}

val option(const val& options, const char* field) {
  if (options.isUndefined()) return options;
  require_object("options", options);
  return options[field];
}

Mask read_optional_mask(const char* argument, const val& value) {
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

template <class T>
AttentionOptions<T> read_attention_options(const val& options) {
  AttentionOptions<T> result;
  const SoftmaxOptions shared = read_softmax_options(options);
  result.visible = shared.visible;
  result.valid_queries = shared.valid_queries;
  result.empty_row = shared.empty_row;
  const val scale = option(options, "scale");
  if (!scale.isUndefined()) result.scale = static_cast<T>(read_number("scale", scale));
  const val softcap = option(options, "softcap");
  if (!softcap.isUndefined()) result.softcap = static_cast<T>(read_number("softcap", softcap));
  const val bias = option(options, "bias");
  if (!bias.isUndefined()) result.bias = read_array_of<T>("bias", bias);
  read_position_rule(result, options);
  return result;
}

template AttentionOptions<float> read_attention_options(const val&);
template AttentionOptions<double> read_attention_options(const val&);

MultiHeadParameters<double> read_parameters(const val& value) {
  require_object("parameters", value);
  return {read_length("numHeads", value["numHeads"]), read_tensor("wQ", value["wQ"]), read_tensor("wK", value["wK"]),
          read_tensor("wV", value["wV"]), read_tensor("wO", value["wO"])};
}

val write(const Tensor<double>& array) {
  return write_array(array.shape(), val(emscripten::typed_memory_view(array.size(), array.data())));
}

val write(const Tensor<float>& array) {
  return write_array(array.shape(), val(emscripten::typed_memory_view(array.size(), array.data())));
}

val write(const Mask& array) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(array.data());
  return write_array(array.shape(), val(emscripten::typed_memory_view(array.size(), bytes)));
}

val write(const Indices& array) {
  return write_array(array.shape(), val(emscripten::typed_memory_view(array.size(), array.data())));
}

val write(std::size_t number) { return val(static_cast<double>(number)); }
val write(std::string_view text) { return val(std::string(text)); }

val write(ShapeView numbers) {
  return write_list(numbers, [](std::size_t number) { return write(number); });
}

val write(const std::vector<std::string>& texts) {
  return write_list(texts, [](const std::string& text) { return write(text); });
}

val write(const MultiHeadParameters<double>& parameters) {
  return Object()
      .set("numHeads", parameters.num_heads)
      .set("wQ", parameters.w_q)
      .set("wK", parameters.w_k)
      .set("wV", parameters.w_v)
      .set("wO", parameters.w_o);
}

}  // namespace maskscope::bindings
