#pragma once

// Weights to begin with, what they do to the scores, and how wide a head should be.

#include <cstdint>
#include <optional>

#include "maskscope/attention/multi_head.hpp"

namespace maskscope {

/// Normally distributed numbers of mean 0, the same bits for the same seed on every machine (Marsaglia's polar method,
/// in operations that IEEE 754 rounds everywhere alike). The order is row-major, so a longer array begins like a
/// shorter one. Throws `out_of_range` unless the deviation is 0 or positive and finite, `too_large` above
/// `max_array_bytes`.
template <class T>
Tensor<T> normal_tensor(ShapeView shape, double deviation, std::uint32_t seed);

struct InitialWeights {
  std::size_t model_width = 1;       ///< E
  std::size_t num_heads = 1;         ///< H
  std::size_t head_width = 0;        ///< d; 0: E / H, which H must divide (`shape_mismatch`)
  std::optional<double> deviation;   ///< standard deviation of every weight; default 1/sqrt(E)
  std::uint32_t seed = 0;
};

/// w_q, w_k, w_v `[E,H d]` and w_o `[H d,E]`, drawn in this order. With the default deviation inputs of variance 1 give
/// queries, keys and values of variance 1.
template <class T>
MultiHeadParameters<T> initial_parameters(const InitialWeights& weights);

struct ScoreSetup {
  std::size_t model_width = 512;           ///< E
  std::size_t head_width = 64;             ///< d
  double input_deviation = 1;              ///< of each coordinate of x
  std::optional<double> weight_deviation;  ///< of w_q and w_k; default 1/sqrt(E), "without" it is 1
};

struct ScoreVariance {
  double coordinate = 0;  ///< of one coordinate of a query or a key
  double unscaled = 0;    ///< of q . k
  double scaled = 0;      ///< of q . k / sqrt(d)
};

/// What to expect for independent coordinates of mean 0 and two different positions, with s the deviations:
/// coordinate = E s_x^2 s_w^2, unscaled = d coordinate^2, scaled = coordinate^2. So 1/sqrt(E) keeps the coordinates at
/// the inputs' variance, and 1/sqrt(d) takes the width of the head out of the scores (Vaswani et al. 2017, footnote 4).
/// Throws `out_of_range` for a width of 0 and for deviations that are not positive and finite.
ScoreVariance expected_score_variance(const ScoreSetup& setup);

/// The same measured: one draw of w_q and w_k, `positions` inputs for the queries and as many others for the keys; the
/// variance over all their coordinates and all positions^2 scores. positions from 2 on, else `out_of_range`.
ScoreVariance sampled_score_variance(const ScoreSetup& setup, std::size_t positions, std::uint32_t seed);

/// A rule of thumb for the width of a head: max(64, C/H), C/H rounded down. It keeps heads from getting too narrow to
/// tell keys apart, and where C/H is below 64 pays for that: H d is then wider than the model. See `head_cost`.
std::size_t rule_of_thumb_head_width(std::size_t model_width, std::size_t num_heads);

struct HeadSetup {
  std::size_t batch = 1;        ///< B
  std::size_t positions = 1;    ///< T
  std::size_t model_width = 1;  ///< C
  std::size_t num_heads = 1;    ///< H
  std::size_t head_width = 1;   ///< d
};

struct HeadCost {
  std::uint64_t inner_width = 0;                ///< H d
  std::uint64_t parameters = 0;                 ///< 4 C H d: three projections in, one out, no biases
  std::uint64_t projection_multiply_adds = 0;   ///< 4 B T C H d
  std::uint64_t attention_multiply_adds = 0;    ///< 2 B H T^2 d: q . k and weights . v, no cell saved by a mask
  std::uint64_t scores = 0;                     ///< B H T^2: does not depend on d
  std::uint64_t score_bytes = 0;
};

/// What heads of a width cost in one forward pass. dtype as in `score_memory`. Throws `out_of_range` for 0,
/// `unknown_name` for the dtype, `too_large` where a count does not fit 2^53.
HeadCost head_cost(const HeadSetup& setup, const std::string& dtype);

}  // namespace maskscope
