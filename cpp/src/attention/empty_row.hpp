#pragma once

// What becomes of a row without a sum over visible keys: one place for the softmax, attention and the wrong variants.

#include "maskscope/attention/masked_softmax.hpp"

namespace maskscope {

/// Fills the weights `[keys]` of a valid query that has no visible key, or throws `no_visible_key`.
template <class T>
void fill_empty_row(EmptyRow policy, std::size_t keys, T* weights);

}  // namespace maskscope
