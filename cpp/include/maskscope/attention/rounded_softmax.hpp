#pragma once

// The softmax as it is done in practice: in a narrow format, blocked cells filled with a large negative number. Every
// step is rounded to the format and kept, so that what goes wrong can be pointed at. `masked_softmax` needs no fill.

#include <vector>

#include "maskscope/attention/precision.hpp"

namespace maskscope {

/// How fills meet the scores of the cells they block.
enum class FillMode {
  add,      ///< fills are summed up, then added to the scores: additive masks, one for each rule
  replace,  ///< each fill takes the place of the score, the last one wins: `masked_fill`
};

/// Throws `unknown_name`.
FillMode fill_mode_from_name(std::string_view name);

/// One mask with its fill.
struct Fill {
  Mask visible;      ///< broadcasts to the scores' `[...,L,S]`; cells that are false get `value`
  double value = 0;  ///< finite or infinite
};

struct RoundedSoftmaxOptions {
  Precision precision = Precision::float16;
  std::vector<Fill> fills;  ///< empty: nothing is blocked
  FillMode mode = FillMode::add;
  bool subtract_max = true;  ///< false: exp(s) itself, which overflows to Inf / Inf or underflows to 0 / 0
};

/// Every step, each number one that the format holds. Nothing is blocked once the fills are in: row maxima and sums run
/// over all keys, and a row whose cells are all -inf gives NaN.
struct RoundedSoftmaxTrace {
  std::vector<double> fills;    ///< each fill's value in the format: -1e9 is -inf in float16
  Tensor<double> scores;        ///< `[...,L,S]`
  Tensor<double> fill;          ///< `[...,L,S]` what the fills come to at each cell, 0 where there is none
  Tensor<double> filled;        ///< `[...,L,S]` scores with the fills
  Tensor<double> row_max;       ///< `[...,L]`; NaN if a cell is NaN
  Tensor<double> shifted;       ///< `[...,L,S]` filled minus the row maximum, or `filled` where it is not subtracted
  Tensor<double> exponentials;  ///< `[...,L,S]` exp in double, then rounded
  Tensor<double> row_sum;       ///< `[...,L]` added up from the first key to the last, each partial sum rounded
  Tensor<double> weights;       ///< `[...,L,S]`
};

/// scores `[...,L,S]` (rank 2 or more), with any values. A double holds every format, so there is no float version.
/// Throws `shape_mismatch`, `empty_input`, and `not_finite` for a fill that is NaN.
RoundedSoftmaxTrace trace_rounded_softmax(const Tensor<double>& scores, const RoundedSoftmaxOptions& options = {});

}  // namespace maskscope
