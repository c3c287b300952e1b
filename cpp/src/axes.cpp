#include "maskscope/axes.hpp"

#include "arrays.hpp"

namespace maskscope {
namespace {

AxisStep step_of(const std::string& step, const std::vector<std::string>& axes, const Shape& shape, const Shape& index) {
  checked_count(shape, 1);
  return {step, axes, shape, index, ravel(index, shape)};
}

void require_index(const std::string& argument, std::size_t index, std::size_t extent) {
  if (index >= extent) {
    throw Error(ErrorCode::out_of_range,
                argument + ": expected 0 to " + std::to_string(extent - 1) + ", got " + std::to_string(index));
  }
}

void require_positive(const std::string& argument, std::uint64_t number) {
  if (number == 0) throw Error(ErrorCode::out_of_range, argument + ": expected at least 1, got 0");
}

std::uint64_t bytes_of(const std::string& dtype) {
  if (dtype == "float16" || dtype == "bfloat16") return 2;
  if (dtype == "float32") return 4;
  if (dtype == "float64") return 8;
  throw Error(ErrorCode::unknown_name,
              "dtype: expected float16, bfloat16, float32 or float64, got \"" + dtype + "\"");
}

}  // namespace

AxisTrace follow_axes(const Axes& axes, std::size_t b, std::size_t t, std::size_t c) {
  const std::size_t B = axes.batch, T = axes.positions, C = axes.width, H = axes.heads;
  require_positive("batch", B);
  require_positive("positions", T);
  require_positive("width", C);
  require_positive("heads", H);
  if (C % H != 0) {
    throw Error(ErrorCode::shape_mismatch,
                "width: expected a multiple of the " + std::to_string(H) + " heads, got " + std::to_string(C));
  }
  require_index("b", b, B);
  require_index("t", t, T);
  require_index("c", c, C);
  const std::size_t d = C / H;
  const std::size_t h = c / d;   // the head that the element falls to
  const std::size_t j = c % d;   // its place in the head

  AxisTrace trace;
  trace.right = {
      step_of("projected", {"B", "T", "C"}, {B, T, C}, {b, t, c}),
      step_of("reshaped", {"B", "T", "H", "d"}, {B, T, H, d}, {b, t, h, j}),
      step_of("transposed", {"B", "H", "T", "d"}, {B, H, T, d}, {b, h, t, j}),
      step_of("key_transposed", {"B", "H", "d", "T"}, {B, H, d, T}, {b, h, j, t}),
      step_of("scores", {"B", "H", "T", "T"}, {B, H, T, T}, {b, h, t, t}),
      step_of("output", {"B", "H", "T", "d"}, {B, H, T, d}, {b, h, t, j}),
      step_of("untransposed", {"B", "T", "H", "d"}, {B, T, H, d}, {b, t, h, j}),
      step_of("merged", {"B", "T", "C"}, {B, T, C}, {b, t, c}),
  };
  const Shape projected = {B, T, C};
  const Shape split = {B, H, T, d};
  trace.reshape_only = step_of("reshape_only", {"B", "H", "T", "d"}, split, unravel(ravel({b, t, c}, projected), split));
  trace.reshape_only_source = unravel(ravel({b, h, t, j}, split), projected);
  trace.reversed_axes = step_of("reversed_axes", {"d", "T", "H", "B"}, {d, T, H, B}, {j, t, h, b});
  return trace;
}

ScoreMemory score_memory(std::uint64_t batch, std::uint64_t heads, std::uint64_t positions, const std::string& dtype) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 53;  // the largest count that a JavaScript number holds exactly
  require_positive("batch", batch);
  require_positive("heads", heads);
  require_positive("positions", positions);
  const std::uint64_t width = bytes_of(dtype);
  std::uint64_t bytes = 1;
  for (const std::uint64_t factor : {batch, heads, positions, positions, width}) {
    if (bytes > limit / factor) {
      throw Error(ErrorCode::too_large, "score memory: expected at most 2^53 bytes, got more");
    }
    bytes *= factor;
  }
  return {bytes / width, bytes};
}

}  // namespace maskscope
