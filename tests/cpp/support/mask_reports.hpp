#pragma once

// The reports of tests/golden/mask_reports.json, and the steps by which most of them are checked.

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "maskscope/attention/attention.hpp"
#include "support/checks.hpp"

namespace maskscope::checks {

/// One report. When it goes out of scope, every expected result must have been looked at.
class Report {
 public:
  explicit Report(const std::string& id) : trace_(__FILE__, __LINE__, id) {
    std::ifstream file(MASKSCOPE_GOLDEN "/mask_reports.json");
    report_ = nlohmann::json::parse(file).at(id);
  }
  ~Report() {
    for (const auto& [key, value] : report_.at("expected").items()) {
      if (read_.count(key) == 0) ADD_FAILURE() << "nothing was held against " << key;
    }
  }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  /// An input; the members of an object are named like paths: "rows/first".
  template <class A = Tensor<double>>
  A input(const std::string& key) const {
    return from_json<A>(report_.at(nlohmann::json::json_pointer("/input/" + key)));
  }
  double number(const std::string& key) const { return input(key)(); }

  template <class A = Tensor<double>>
  A expected(const std::string& key) {
    read_.insert(key);
    return from_json<A>(report_.at("expected").at(key));
  }

 private:
  template <class A>
  static A from_json(const nlohmann::json& json) {
    Shape shape;
    for (const auto* inner = &json; inner->is_array(); inner = &inner->front()) shape.push_back(inner->size());
    std::vector<double> values;
    append(json, values);
    return array<A>(shape, values);
  }
  static void append(const nlohmann::json& json, std::vector<double>& values) {
    if (json.is_array()) {
      for (const nlohmann::json& inner : json) append(inner, values);
    } else {
      // JSON has no spelling of its own for NaN and the infinities.
      values.push_back(json.is_string() ? std::stod(json.get<std::string>()) : json.get<double>());
    }
  }

  testing::ScopedTrace trace_;
  nlohmann::json report_;
  std::set<std::string> read_;
};

/// Equal to what was printed with six decimals; NaN is NaN, and 0 is 0 exactly.
inline void expect_printed(const Tensor<double>& actual, const Tensor<double>& printed) {
  ASSERT_EQ(shape_of(actual), shape_of(printed));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double ours = actual.data()[i], theirs = printed.data()[i];
    if (ours == theirs || (std::isnan(ours) && std::isnan(theirs))) continue;
    if (theirs == 0 || !std::isfinite(theirs) || !(std::abs(ours - theirs) <= 5.0001e-7)) {
      ADD_FAILURE() << "element " << i << ": " << ours << " instead of " << theirs;
    }
  }
}

inline Tensor<double> weights_of(const Tensor<double>& scores, const Mask& visible,
                                 EmptyRow empty_row = EmptyRow::nan) {
  SoftmaxOptions options;
  options.visible = visible;
  options.empty_row = empty_row;
  return masked_softmax(scores, options);
}

/// weights `[L,S]` times v `[S,Dv]`.
inline Tensor<double> output_of(const Tensor<double>& weights, const Tensor<double>& v) {
  const std::size_t queries = weights.shape(0), keys = weights.shape(1), width = v.shape(1);
  return reshaped(weighted_sum(reshaped(weights, {1, 1, queries, keys}), reshaped(v, {1, 1, keys, width})),
                  {queries, width});
}

/// The rows of `[L,S]` with no visible key.
inline Tensor<double> empty_rows(const Mask& visible) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < visible.shape(0); ++i) {
    bool any = false;
    for (std::size_t j = 0; j < visible.shape(1); ++j) any = any || visible(i, j);
    if (!any) rows.push_back(static_cast<double>(i));
  }
  return tensor({rows.size()}, rows);
}

/// The columns of `[L,S]` in another order.
template <class A>
A columns(const A& rows, const Indices& order) {
  A result = A::from_shape({rows.shape(0), order.size()});
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) result(i, j) = rows(i, order(j));
  }
  return result;
}

/// `count` copies of an array, `[count,...]`.
inline Tensor<double> copies(const Tensor<double>& array, std::size_t count) {
  Shape shape = shape_of(array);
  shape.insert(shape.begin(), count);
  std::vector<double> values;
  for (std::size_t n = 0; n < count; ++n) values.insert(values.end(), array.begin(), array.end());
  return tensor(shape, values);
}

}  // namespace maskscope::checks
