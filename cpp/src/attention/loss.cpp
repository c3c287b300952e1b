#include "maskscope/attention/loss.hpp"

#include <cmath>
#include <limits>

#include "base/arrays.hpp"
#include "base/refuse.hpp"

namespace maskscope {

template <class T>
T mean_negative_log_likelihood(const Tensor<T>& probabilities, const Indices& targets, const Mask& scored) {
  require_axes("probabilities", probabilities.shape(), 3);
  const Shape rows = {probabilities.shape(0), probabilities.shape(1)};
  const std::size_t candidates = probabilities.shape(2);
  require_shape("targets", targets.shape(), rows);
  require_shape("scored", scored.shape(), rows);

  // A sum of rounded weights may exceed 1 by a few units in the last place.
  const T largest = 1 + 16 * std::numeric_limits<T>::epsilon();
  T sum = 0;
  std::size_t count = 0;
  for (std::size_t row = 0; row < scored.size(); ++row) {
    if (!scored.data()[row]) continue;
    const int target = targets.data()[row];
    if (target < 0 || static_cast<std::size_t>(target) >= candidates) {
      refuse(ErrorCode::out_of_range, "targets", "0 to " + std::to_string(candidates - 1),
             number_text(target, row, rows));
    }
    const T probability = probabilities.data()[row * candidates + static_cast<std::size_t>(target)];
    if (!(probability >= 0 && probability <= largest)) {
      refuse(ErrorCode::out_of_range, "probabilities", "0 to 1 for a scored target",
             number_text(probability, row, rows));
    }
    sum -= std::log(probability);
    ++count;
  }
  if (count == 0) refuse(ErrorCode::no_scored_target, "scored", "at least one scored target", "none");
  return sum / static_cast<T>(count);
}

template float mean_negative_log_likelihood(const Tensor<float>&, const Indices&, const Mask&);
template double mean_negative_log_likelihood(const Tensor<double>&, const Indices&, const Mask&);

}  // namespace maskscope
