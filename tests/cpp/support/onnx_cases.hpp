#pragma once

// The conformance cases of the ONNX operators Attention and LinearAttention: what ONNX's own reference gives for them.
// They are read from the file peer/onnx_attention_cases.json of the folder that MASKSCOPE_SHARED names.

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "support/checks.hpp"

namespace maskscope::checks {

struct OnnxTensor {
  std::string dtype;  ///< "float32", "float16", "bool" or "int64"
  Shape shape;
  std::vector<double> values;
};

struct OnnxCase {
  std::string name;
  int opset = 0;
  nlohmann::json attributes;  ///< attributes.value("scale", 0.0): the one that was given, else the default
  std::map<std::string, OnnxTensor> inputs;   ///< those that were given
  std::map<std::string, OnnxTensor> outputs;

  bool has_input(const std::string& input) const { return inputs.count(input) != 0; }
  /// An input as an array of ours; one without axes where it was not given.
  template <class A>
  A input(const std::string& input) const {
    if (!has_input(input)) return A();
    return array<A>(inputs.at(input).shape, inputs.at(input).values);
  }
};

inline OnnxTensor onnx_tensor(const nlohmann::json& json) {
  OnnxTensor result{json.at("dtype"), json.at("shape"), {}};
  for (const nlohmann::json& value : json.at("data")) {
    // JSON has no spelling of its own for NaN and the infinities.
    if (value.is_string()) {
      result.values.push_back(std::stod(value.get<std::string>()));
    } else if (value.is_boolean()) {
      result.values.push_back(value.get<bool>() ? 1 : 0);
    } else {
      result.values.push_back(value);
    }
  }
  return result;
}

/// Whoever has no such folder can only skip the cases; where a submission is tested they must be there.
inline bool has_onnx_cases() {
  if (std::getenv("MASKSCOPE_SHARED") != nullptr) return true;
  if (std::getenv("CI") != nullptr) throw std::runtime_error("MASKSCOPE_SHARED does not name the folder with the cases");
  return false;
}

/// Every case of the operator "Attention" or "LinearAttention".
inline std::vector<OnnxCase> onnx_cases(const std::string& op) {
  std::ifstream file(std::string(std::getenv("MASKSCOPE_SHARED")) + "/peer/onnx_attention_cases.json");
  std::vector<OnnxCase> cases;
  for (const nlohmann::json& json : nlohmann::json::parse(file)) {
    if (json.at("op") != op) continue;
    OnnxCase result{json.at("name"), json.at("opset"), json.at("attrs"), {}, {}};
    for (const auto& [name, tensor] : json.at("inputs").items()) result.inputs[name] = onnx_tensor(tensor);
    for (const auto& [name, tensor] : json.at("outputs").items()) result.outputs[name] = onnx_tensor(tensor);
    cases.push_back(std::move(result));
  }
  return cases;
}

/// How far a result may lie from `expected`: two units in the last place of a float16, 1e-5 relative or 1e-6 absolute
/// for a float32, nothing for what is counted.
inline double onnx_tolerance(const std::string& dtype, double expected) {
  if (dtype == "float16") {
    const int exponent = expected == 0 ? -14 : std::max(std::ilogb(expected), -14);
    return 2 * std::ldexp(1.0, exponent - 10);
  }
  return dtype == "float32" ? std::max(1e-5 * std::abs(expected), 1e-6) : 0;
}

template <class A>
void expect_conforms(const A& actual, const OnnxTensor& expected) {
  ASSERT_EQ(shape_of(actual), expected.shape);
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double ours = static_cast<double>(actual.data()[i]), theirs = expected.values[i];
    if (ours == theirs || (std::isnan(ours) && std::isnan(theirs))) continue;
    // Negated, so that NaN fails; an infinity is only near itself.
    if (!std::isfinite(theirs) || !(std::abs(ours - theirs) <= onnx_tolerance(expected.dtype, theirs))) {
      ADD_FAILURE() << "element " << i << ": " << ours << " instead of " << theirs;
    }
  }
}

}  // namespace maskscope::checks
