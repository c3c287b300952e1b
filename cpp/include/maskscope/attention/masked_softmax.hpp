#pragma once

// Mask, then normalise. Over the visible keys V(i) of query i:
//   m_i = max_{j in V(i)} s_ij,   e_ij = exp(s_ij - m_i),   z_i = sum_{j in V(i)} e_ij,   w_ij = e_ij / z_i,
// and w_ij = 0 exactly for every other key. Blocked scores are never read, so NaN or infinity in them has no effect.

#include <string_view>

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// What a valid query with no visible key gets. Padding queries get zeros under every policy.
enum class EmptyRow {
  error,    ///< throw `no_visible_key`: "a valid query has no visible key" (the default)
  zeros,    ///< all weights 0: the query reads nothing
  uniform,  ///< 1/S for every key: reads the keys that the rule forbade
  nan,      ///< all weights NaN: what 0/0 gives
};

EmptyRow empty_row_from_name(std::string_view name);

struct SoftmaxOptions {
  Mask visible;        ///< broadcasts to the scores' `[...,L,S]`; empty: everything is visible
  Mask valid_queries;  ///< broadcasts to `[...,L]`; empty: every query is real
  EmptyRow empty_row = EmptyRow::error;
};

/// Every step on the way. Blocked cells hold -inf in `masked` and `shifted` and 0 in `exponentials` and `weights`;
/// so does every cell of a padding query. Rows of padding queries and rows with no visible key hold NaN in `row_max`
/// and 0 in `row_sum`; the weights of the latter follow the policy.
template <class T>
struct SoftmaxTrace {
  Mask visible;           ///< `[...,L,S]` as applied, after broadcasting
  Mask valid_queries;     ///< `[...,L]`
  Tensor<T> masked;       ///< `[...,L,S]` scores with -inf at blocked cells
  Tensor<T> row_max;      ///< `[...,L]` over visible keys only
  Tensor<T> shifted;      ///< `[...,L,S]` scores minus the row maximum
  Tensor<T> exponentials; ///< `[...,L,S]`
  Tensor<T> row_sum;      ///< `[...,L]`
  Tensor<T> weights;      ///< `[...,L,S]`
};

/// Weights `[...,L,S]` of scores `[...,L,S]` (rank 2 or more).
template <class T>
Tensor<T> masked_softmax(const Tensor<T>& scores, const SoftmaxOptions& options = {});

template <class T>
SoftmaxTrace<T> trace_masked_softmax(const Tensor<T>& scores, const SoftmaxOptions& options = {});

}  // namespace maskscope
