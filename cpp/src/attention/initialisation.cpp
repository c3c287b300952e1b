#include "maskscope/attention/initialisation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attention/multi_head_shapes.hpp"
#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/random.hpp"
#include "base/refuse.hpp"
#include "maskscope/base/axes.hpp"

namespace maskscope {
namespace {

/// The natural logarithm of a positive number, in operations that are rounded alike everywhere; the last bits of a
/// library's own are not.
double portable_log(double number) {
  int exponent = 0;
  double mantissa = std::frexp(number, &exponent);
  if (mantissa < 0.7) {
    mantissa *= 2;
    --exponent;
  }
  // log m = 2 artanh((m - 1) / (m + 1)); with m in [0.7,1.4) the first term left out is below 1e-19.
  const double t = (mantissa - 1) / (mantissa + 1);
  double series = 0;
  for (int n = 23; n >= 1; n -= 2) series = series * t * t + 1.0 / n;
  return exponent * std::numbers::ln2 + 2 * t * series;
}

/// Mean 0, variance 1. Marsaglia and Bray 1964, "A Convenient Method for Generating Normal Variables".
class Normal {
 public:
  explicit Normal(std::uint32_t seed) : random_(seed) {}

  double next() {
    if (has_second_) {
      has_second_ = false;
      return second_;
    }
    double x = 0, y = 0, square = 0;
    do {
      x = 2 * random_.uniform() - 1;
      y = 2 * random_.uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    const double factor = std::sqrt(-2 * portable_log(square) / square);
    second_ = y * factor;
    has_second_ = true;
    return x * factor;
  }

  template <class T>
  Tensor<T> tensor(std::string_view argument, ShapeView shape, double deviation) {
    require_fits(argument, shape, sizeof(T));
    Tensor<T> result = filled<Tensor<T>>(shape, 0);
    for (T& element : result.storage()) element = static_cast<T>(deviation * next());
    return result;
  }

 private:
  Random random_;
  double second_ = 0;
  bool has_second_ = false;
};

void require_positive_finite(std::string_view argument, double number) {
  if (!(number > 0) || !std::isfinite(number)) {
    refuse(ErrorCode::out_of_range, argument, "a positive finite number", number_text(number));
  }
}

/// Checked, with the default filled in.
double weight_deviation(const ScoreSetup& setup) {
  require_positive("model_width", setup.model_width);
  require_positive("head_width", setup.head_width);
  require_positive_finite("input_deviation", setup.input_deviation);
  const double deviation = setup.weight_deviation.value_or(1 / std::sqrt(static_cast<double>(setup.model_width)));
  require_positive_finite("weight_deviation", deviation);
  return deviation;
}

double variance_of(const Tensor<double>& array) {
  const auto count = static_cast<double>(array.size());
  double mean = 0;
  for (const double element : array.storage()) mean += element / count;
  double sum = 0;
  for (const double element : array.storage()) sum += (element - mean) * (element - mean);
  return sum / count;
}

}  // namespace

template <class T>
Tensor<T> normal_tensor(ShapeView shape, double deviation, std::uint32_t seed) {
  if (!(deviation >= 0) || !std::isfinite(deviation)) {
    refuse(ErrorCode::out_of_range, "deviation", "0 or a positive finite number", number_text(deviation));
  }
  return Normal(seed).tensor<T>("shape", shape, deviation);
}

template <class T>
MultiHeadParameters<T> initial_parameters(const InitialWeights& weights) {
  const std::size_t width = weights.model_width;
  require_positive("model_width", width);
  require_positive("num_heads", weights.num_heads);
  if (weights.head_width == 0) require_divisible(width, weights.num_heads);
  const std::size_t head_width = weights.head_width == 0 ? width / weights.num_heads : weights.head_width;
  require_fits("weights", {width, weights.num_heads, head_width}, sizeof(T));
  const double deviation = weights.deviation.value_or(1 / std::sqrt(static_cast<double>(width)));
  require_positive_finite("deviation", deviation);

  const std::size_t inner = weights.num_heads * head_width;
  Normal normal(weights.seed);
  MultiHeadParameters<T> parameters;
  parameters.num_heads = weights.num_heads;
  parameters.w_q = normal.tensor<T>("w_q", {width, inner}, deviation);
  parameters.w_k = normal.tensor<T>("w_k", {width, inner}, deviation);
  parameters.w_v = normal.tensor<T>("w_v", {width, inner}, deviation);
  parameters.w_o = normal.tensor<T>("w_o", {inner, width}, deviation);
  return parameters;
}

ScoreVariance expected_score_variance(const ScoreSetup& setup) {
  const double deviation = weight_deviation(setup);
  const double coordinate = static_cast<double>(setup.model_width) * setup.input_deviation * setup.input_deviation *
                            deviation * deviation;
  const double scaled = coordinate * coordinate;
  return {coordinate, static_cast<double>(setup.head_width) * scaled, scaled};
}

ScoreVariance sampled_score_variance(const ScoreSetup& setup, std::size_t positions, std::uint32_t seed) {
  const double deviation = weight_deviation(setup);
  if (positions < 2) refuse(ErrorCode::out_of_range, "positions", "at least 2", std::to_string(positions));
  require_fits("scores", {positions, positions}, sizeof(double));
  Normal normal(seed);
  const auto drawn = [&](std::string_view argument, std::size_t rows, std::size_t columns, double size) {
    return normal.tensor<double>(argument, {1, 1, rows, columns}, size);
  };
  const Shape weights = {setup.model_width, setup.head_width};
  const Tensor<double> w_q = reshaped(drawn("w_q", weights[0], weights[1], deviation), weights);
  const Tensor<double> w_k = reshaped(drawn("w_k", weights[0], weights[1], deviation), weights);
  const Tensor<double> q = project(drawn("x", positions, setup.model_width, setup.input_deviation), w_q);
  const Tensor<double> k = project(drawn("x", positions, setup.model_width, setup.input_deviation), w_k);

  AttentionOptions<double> unscaled;
  unscaled.scale = 1;
  return {(variance_of(q) + variance_of(k)) / 2, variance_of(trace_attention(q, k, k, unscaled).scores),
          variance_of(trace_attention(q, k, k).scores)};
}

std::size_t rule_of_thumb_head_width(std::size_t model_width, std::size_t num_heads) {
  require_positive("model_width", model_width);
  require_positive("num_heads", num_heads);
  return std::max<std::size_t>(64, model_width / num_heads);
}

HeadCost head_cost(const HeadSetup& setup, const std::string& dtype) {
  require_positive("model_width", setup.model_width);
  require_positive("head_width", setup.head_width);
  const ScoreMemory memory = score_memory(setup.batch, setup.num_heads, setup.positions, dtype);
  const std::uint64_t batch = setup.batch, positions = setup.positions, width = setup.model_width;
  const std::uint64_t heads = setup.num_heads, head_width = setup.head_width;
  return {checked_product("inner width", "numbers", {heads, head_width}),
          checked_product("parameters", "numbers", {4, width, heads, head_width}),
          checked_product("projections", "multiply-adds", {4, batch, positions, width, heads, head_width}),
          checked_product("attention", "multiply-adds", {2, batch, heads, positions, positions, head_width}),
          memory.scores,
          memory.bytes};
}

template Tensor<float> normal_tensor(ShapeView, double, std::uint32_t);
template Tensor<double> normal_tensor(ShapeView, double, std::uint32_t);
template MultiHeadParameters<float> initial_parameters(const InitialWeights&);
template MultiHeadParameters<double> initial_parameters(const InitialWeights&);

}  // namespace maskscope
