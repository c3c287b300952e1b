#pragma once

// Where one number goes while a batch is split into heads and merged again, and how much the stored scores weigh.

#include <cstdint>
#include <string>
#include <vector>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

struct Axes {
  std::size_t batch = 1;     ///< B
  std::size_t positions = 1; ///< T
  std::size_t width = 1;     ///< C, a multiple of `heads`
  std::size_t heads = 1;     ///< H
};

/// One array on the way: what it is called, its axes, and where the followed element sits in it.
struct AxisStep {
  std::string step;        ///< "projected", "reshaped", "transposed", "key_transposed", "scores", "output", "merged" …
  std::vector<std::string> axes;  ///< axis letters, for instance {"B","H","T","d"}
  Shape shape;
  Shape index;             ///< of the followed element, or of the first score it takes part in
  std::size_t offset = 0;  ///< row-major position in memory order
};

struct AxisTrace {
  std::vector<AxisStep> right;  ///< projected [B,T,C] → reshaped [B,T,H,d] → transposed [B,H,T,d] → key_transposed [B,H,d,T]
                                ///< → scores [B,H,T,T] (row of the followed element's position, its own diagonal key)
                                ///< → output [B,H,T,d] → untransposed [B,T,H,d] → merged [B,T,C]
  AxisStep reshape_only;        ///< mistake 1: [B,T,C] reshaped straight to [B,H,T,d]: where the same offset lands
  Shape reshape_only_source;    ///< (b,t,c) of the element that really sits where the followed one was expected
  AxisStep reversed_axes;       ///< mistake 2: `.T` on [B,H,T,d] gives [d,T,H,B]
};

/// Follows element (b, t, c) of the projected batch, all 0-based. Throws `out_of_range`, `shape_mismatch` (C not a
/// multiple of H) or `too_large` (positions that cannot be counted).
AxisTrace follow_axes(const Axes& axes, std::size_t b, std::size_t t, std::size_t c);

struct ScoreMemory {
  std::uint64_t scores = 0;  ///< B H T^2
  std::uint64_t bytes = 0;   ///< scores times the width of one number
};

/// dtype: "float16", "bfloat16", "float32" or "float64". Scores alone: no weights, gradients or other arrays.
/// Throws `too_large` when the count of bytes does not fit 2^53.
ScoreMemory score_memory(std::uint64_t batch, std::uint64_t heads, std::uint64_t positions, const std::string& dtype);

}  // namespace maskscope
