// The native core in Google Benchmark: the case that the command line describes, or the machine's peak without one.

#include <benchmark/benchmark.h>

#include "attention.hpp"
#include "peak.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const bench::Settings settings(argc, argv);
  if (settings.empty()) {
    bench::register_peak();
  } else {
    bench::register_attention(settings);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
