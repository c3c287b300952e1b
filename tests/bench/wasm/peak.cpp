// How many multiply-adds a second WebAssembly's SIMD-128 gives, without fused ones: nothing but a multiplication and an
// addition for each of as many independent sums as the registers hold, so that neither latency nor memory holds them up.

#include <array>
#include <cstddef>

namespace {

template <class T>
using Vector __attribute__((vector_size(16))) = T;

// x86 has 16 registers: one each for the factor and the summand, and V8 keeps one for itself.
constexpr std::size_t sums = 13;

/// Does `rounds * sums` multiply-adds of vectors. The result depends on all of them, so that none is left out.
template <class T>
T multiply_add(int rounds, T factor, T summand) {
  const Vector<T> a = factor - Vector<T>{};
  const Vector<T> b = summand - Vector<T>{};
  // equal sums would be computed once
  std::array<Vector<T>, sums> sum;
  for (std::size_t i = 0; i < sums; ++i) sum[i] = b * static_cast<T>(i);
  for (int round = 0; round < rounds; ++round) {
    for (auto& s : sum) s = s * a + b;
  }
  Vector<T> total{};
  for (const auto& s : sum) total += s;
  return total[0];
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

EXPORT("float32") float float32(int rounds, float factor, float summand) { return multiply_add(rounds, factor, summand); }
EXPORT("float64") double float64(int rounds, double factor, double summand) { return multiply_add(rounds, factor, summand); }
EXPORT("sums") int number_of_sums() { return int{sums}; }
