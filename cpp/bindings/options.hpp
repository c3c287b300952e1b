#pragma once

// Objects of options that several functions take.

#include "maskscope/attention/multi_head.hpp"
#include "maskscope/attention/precision.hpp"
#include "maskscope/masks/cells.hpp"
#include "read.hpp"

namespace maskscope::bindings {

/// Not given where undefined.
Mask read_optional_mask(const char* argument, const val& value);
/// `error` where undefined.
EmptyRow read_empty_row(const val& value);
SoftmaxOptions read_softmax_options(const val& options);
/// For a function with options of its own besides: these are among them.
template <class T>
AttentionOptions<T> read_attention_options(Options& options);
AttentionOptions<double> read_attention_options(const val& options);
void read_position_rule(PositionRule& rule, Options& options);
MultiHeadParameters<double> read_parameters(const val& value);
Precision read_precision(const char* argument, const val& value);
Cells read_cells(const val& value);
/// 0…2^32 - 1.
std::uint32_t read_seed(const char* argument, const val& value);

}  // namespace maskscope::bindings
