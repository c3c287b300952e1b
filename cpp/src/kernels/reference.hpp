#pragma once

// One row of attention in plain loops over pointers and counts: what every faster kernel must agree with.
// `visible` holds one flag per key; nullptr means that every key is visible. What belongs to a blocked key is never read.

#include <cstddef>

namespace maskscope::kernels {

/// scores `[keys]` = scale * q `[width]` . k `[keys,width]` at visible keys; other scores are left alone.
template <class T>
void q_dot_k(const T* q, const T* k, const bool* visible, std::size_t keys, std::size_t width, T scale, T* scores);

/// The largest visible score; NaN if one is NaN; -inf if no key is visible.
template <class T>
T row_max(const T* scores, const bool* visible, std::size_t keys);

/// exponentials `[keys]` = exp(scores - max), 0 at blocked keys. Returns their sum. May work in place.
template <class T>
T shifted_exponentials(const T* scores, const bool* visible, std::size_t keys, T max, T* exponentials);

/// weights `[keys]` = exponentials / sum, 0 at blocked keys. May work in place.
template <class T>
void normalise(const T* exponentials, const bool* visible, std::size_t keys, T sum, T* weights);

/// output `[width]` = the sum of weights `[keys]` times v `[keys,width]` over keys with a non-zero weight.
template <class T>
void weighted_sum(const T* weights, const T* v, std::size_t keys, std::size_t width, T* output);

}  // namespace maskscope::kernels
