#include "kernels/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace maskscope::kernels {
namespace {

bool is_visible(const bool* visible, std::size_t key) { return visible == nullptr || visible[key]; }

}  // namespace

template <class T>
void q_dot_k(const T* q, const T* k, const bool* visible, std::size_t keys, std::size_t width, T scale, T* scores) {
  for (std::size_t j = 0; j < keys; ++j) {
    if (!is_visible(visible, j)) continue;
    T sum = 0;
    for (std::size_t c = 0; c < width; ++c) sum += q[c] * k[j * width + c];
    scores[j] = scale * sum;
  }
}

template <class T>
T row_max(const T* scores, const bool* visible, std::size_t keys) {
  T max = -std::numeric_limits<T>::infinity();
  for (std::size_t j = 0; j < keys; ++j) {
    if (!is_visible(visible, j)) continue;
    if (std::isnan(scores[j]) || scores[j] > max) max = scores[j];
  }
  return max;
}

template <class T>
T shifted_exponentials(const T* scores, const bool* visible, std::size_t keys, T max, T* exponentials) {
  T sum = 0;
  for (std::size_t j = 0; j < keys; ++j) {
    exponentials[j] = is_visible(visible, j) ? std::exp(scores[j] - max) : T(0);
    sum += exponentials[j];
  }
  return sum;
}

template <class T>
void normalise(const T* exponentials, const bool* visible, std::size_t keys, T sum, T* weights) {
  for (std::size_t j = 0; j < keys; ++j) weights[j] = is_visible(visible, j) ? exponentials[j] / sum : T(0);
}

template <class T>
void weighted_sum(const T* weights, const T* v, std::size_t keys, std::size_t width, T* output) {
  std::fill_n(output, width, T(0));
  for (std::size_t j = 0; j < keys; ++j) {
    // 0 times NaN is NaN: a key without weight must not be touched at all.
    if (weights[j] == T(0)) continue;
    for (std::size_t c = 0; c < width; ++c) output[c] += weights[j] * v[j * width + c];
  }
}

template void q_dot_k(const float*, const float*, const bool*, std::size_t, std::size_t, float, float*);
template void q_dot_k(const double*, const double*, const bool*, std::size_t, std::size_t, double, double*);
template float row_max(const float*, const bool*, std::size_t);
template double row_max(const double*, const bool*, std::size_t);
template float shifted_exponentials(const float*, const bool*, std::size_t, float, float*);
template double shifted_exponentials(const double*, const bool*, std::size_t, double, double*);
template void normalise(const float*, const bool*, std::size_t, float, float*);
template void normalise(const double*, const bool*, std::size_t, double, double*);
template void weighted_sum(const float*, const float*, std::size_t, std::size_t, float*);
template void weighted_sum(const double*, const double*, std::size_t, std::size_t, double*);

}  // namespace maskscope::kernels
