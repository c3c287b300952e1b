// One call of attention on a case that the command line describes, as settings before Google Benchmark's own flags:
//   maskscope_benchmarks heads=8 queries=512 keys=512 width=64 causal=1 window=0 calls=4 folder=… output=…
// `window` 0: all keys. The folder holds q, k and v; the last result is written to `output` where that is given.

#include "attention.hpp"

#include <benchmark/benchmark.h>

#include <fstream>
#include <stdexcept>

#include "maskscope/attention/attention.hpp"

namespace bench {
namespace {

using maskscope::Shape;
using maskscope::Tensor;

Tensor<float> read_tensor(const std::string& path, const Shape& shape) {
  Tensor<float> tensor(shape);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(tensor.data()), static_cast<std::streamsize>(tensor.size() * sizeof(float)));
  if (!file) throw std::runtime_error("cannot read " + path);
  return tensor;
}

void write_tensor(const std::string& path, const Tensor<float>& tensor) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(tensor.data()), static_cast<std::streamsize>(tensor.size() * sizeof(float)));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

void run(benchmark::State& state, const Settings& settings) {
  const std::size_t heads = settings.number("heads");
  const std::size_t width = settings.number("width");
  const Shape query_shape{1, heads, settings.number("queries"), width};
  const Shape key_shape{1, heads, settings.number("keys"), width};
  const std::string folder = settings.text("folder");
  const auto q = read_tensor(folder + "q.bin", query_shape);
  const auto k = read_tensor(folder + "k.bin", key_shape);
  const auto v = read_tensor(folder + "v.bin", key_shape);

  maskscope::AttentionOptions<float> options;
  options.causal = settings.number("causal") != 0;
  if (const std::size_t window = settings.number("window"); window != 0) options.window_left = static_cast<int>(window) - 1;

  Tensor<float> output;
  for (auto _ : state) {
    output = maskscope::attention(q, k, v, options);
    benchmark::DoNotOptimize(output.data());
  }
  if (const std::string path = settings.text("output"); !path.empty()) write_tensor(path, output);
}

}  // namespace

void register_attention(const Settings& settings) {
  benchmark::RegisterBenchmark("attention", [settings](benchmark::State& state) { run(state, settings); })
      ->Iterations(static_cast<benchmark::IterationCount>(settings.number("calls")))
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

}  // namespace bench
