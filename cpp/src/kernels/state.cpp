#include "kernels/state.hpp"

#include <algorithm>

namespace maskscope::kernels {

template <class T>
void add_outer_product(const T* k, const T* v, std::size_t width, std::size_t value_width, T* state) {
  for (std::size_t d = 0; d < width; ++d) {
    for (std::size_t e = 0; e < value_width; ++e) state[d * value_width + e] += k[d] * v[e];
  }
}

template <class T>
void read_state(const T* state, const T* q, std::size_t width, std::size_t value_width, T* output) {
  std::fill_n(output, value_width, T(0));
  for (std::size_t d = 0; d < width; ++d) {
    for (std::size_t e = 0; e < value_width; ++e) output[e] += q[d] * state[d * value_width + e];
  }
}

template void add_outer_product(const float*, const float*, std::size_t, std::size_t, float*);
template void add_outer_product(const double*, const double*, std::size_t, std::size_t, double*);
template void read_state(const float*, const float*, std::size_t, std::size_t, float*);
template void read_state(const double*, const double*, std::size_t, std::size_t, double*);

}  // namespace maskscope::kernels
