// How many multiply-adds a second the best instruction set of this machine gives: nothing but fused multiply-adds, for
// as many independent sums as hide their latency, out of registers. Highway compiles it for each target and picks one.

#include "peak.hpp"

#include <benchmark/benchmark.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "peak.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t sums = 10;

/// Does `rounds * sums` multiply-adds of vectors; returns how many multiply-adds of numbers that were.
std::size_t multiply_add(std::size_t rounds, float factor, float summand) {
  const hn::ScalableTag<float> d;
  const auto a = hn::Set(d, factor);
  const auto b = hn::Set(d, summand);
  // equal sums would be computed once
  const auto start = [&](int i) { return hn::Set(d, summand * static_cast<float>(i)); };
  auto s0 = start(0), s1 = start(1), s2 = start(2), s3 = start(3), s4 = start(4);
  auto s5 = start(5), s6 = start(6), s7 = start(7), s8 = start(8), s9 = start(9);
  for (std::size_t round = 0; round < rounds; ++round) {
    s0 = hn::MulAdd(s0, a, b);
    s1 = hn::MulAdd(s1, a, b);
    s2 = hn::MulAdd(s2, a, b);
    s3 = hn::MulAdd(s3, a, b);
    s4 = hn::MulAdd(s4, a, b);
    s5 = hn::MulAdd(s5, a, b);
    s6 = hn::MulAdd(s6, a, b);
    s7 = hn::MulAdd(s7, a, b);
    s8 = hn::MulAdd(s8, a, b);
    s9 = hn::MulAdd(s9, a, b);
  }
  const auto total = hn::Add(hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7))),
                             hn::Add(s8, s9));
  float lane = hn::GetLane(total);
  benchmark::DoNotOptimize(lane);
  return rounds * sums * hn::Lanes(d);
}

const char* target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bench {

HWY_EXPORT(multiply_add);
HWY_EXPORT(target);

void register_peak() {
  benchmark::RegisterBenchmark("peak", [](benchmark::State& state) {
    constexpr std::size_t rounds = 100000;
    std::size_t done = 0;
    for (auto _ : state) done += HWY_DYNAMIC_DISPATCH(multiply_add)(rounds, 0.5F, 1.0F);
    state.counters["multiply_adds"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
    state.SetLabel(HWY_DYNAMIC_DISPATCH(target)());
  })->UseRealTime();
}

}  // namespace bench
#endif
