#pragma once

#include "maskscope/base/tensor.hpp"

namespace maskscope {

/// Mean of -ln p(target) in nats over the scored targets.
/// probabilities `[B,T,V]`, targets `[B,T]` in 0…V-1 (read only where scored), scored `[B,T]`.
/// Throws `no_scored_target` when nothing is scored, `out_of_range` for a scored target or probability outside its range.
template <class T>
T mean_negative_log_likelihood(const Tensor<T>& probabilities, const Indices& targets, const Mask& scored);

}  // namespace maskscope
