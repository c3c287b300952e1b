#include "maskscope/base/axes.hpp"

#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"

namespace maskscope {
namespace {

/// The extent of each axis letter, and where the followed element sits along it.
struct Followed {
  std::size_t B, T, C, H, d;
  std::size_t b, t, c, h, j;

  std::size_t extent(char letter) const {
    return letter == 'B' ? B : letter == 'T' ? T : letter == 'C' ? C : letter == 'H' ? H : d;
  }
  std::size_t position(char letter) const {
    return letter == 'B' ? b : letter == 'T' ? t : letter == 'C' ? c : letter == 'H' ? h : j;
  }
};

/// The followed element in an array with the axes `letters`, for instance "BHTd".
AxisStep step_of(const char* step, std::string_view letters, const Followed& followed) {
  AxisStep result;
  result.step = step;
  for (const char letter : letters) {
    result.axes.emplace_back(1, letter);
    result.shape.push_back(followed.extent(letter));
    result.index.push_back(followed.position(letter));
  }
  checked_count(result.shape, 1);
  result.offset = ravel(result.index, result.shape);
  return result;
}

void require_index(std::string_view argument, std::size_t index, std::size_t extent) {
  if (index >= extent) {
    refuse(ErrorCode::out_of_range, argument, "0 to " + std::to_string(extent - 1), std::to_string(index));
  }
}

Followed followed_element(const Axes& axes, std::size_t b, std::size_t t, std::size_t c) {
  require_positive("batch", axes.batch);
  require_positive("positions", axes.positions);
  require_positive("width", axes.width);
  require_positive("heads", axes.heads);
  if (axes.width % axes.heads != 0) {
    refuse(ErrorCode::shape_mismatch, "width", "a multiple of the " + std::to_string(axes.heads) + " heads",
           std::to_string(axes.width));
  }
  require_index("b", b, axes.batch);
  require_index("t", t, axes.positions);
  require_index("c", c, axes.width);
  const std::size_t d = axes.width / axes.heads;
  return {axes.batch, axes.positions, axes.width, axes.heads, d, b, t, c, c / d, c % d};
}

}  // namespace

AxisTrace follow_axes(const Axes& axes, std::size_t b, std::size_t t, std::size_t c) {
  const Followed followed = followed_element(axes, b, t, c);
  constexpr const char* steps[][2] = {
      {"projected", "BTC"}, {"reshaped", "BTHd"}, {"transposed", "BHTd"},    {"key_transposed", "BHdT"},
      {"scores", "BHTT"},   {"output", "BHTd"},   {"untransposed", "BTHd"}, {"merged", "BTC"}};
  AxisTrace trace;
  for (const auto& [step, letters] : steps) trace.right.push_back(step_of(step, letters, followed));

  const AxisStep& projected = trace.right[0];
  const AxisStep& transposed = trace.right[2];
  trace.reshape_only = transposed;
  trace.reshape_only.step = "reshape_only";
  trace.reshape_only.offset = projected.offset;
  trace.reshape_only.index = unravel(projected.offset, transposed.shape);
  trace.reshape_only_source = unravel(transposed.offset, projected.shape);
  trace.reversed_axes = step_of("reversed_axes", "dTHB", followed);
  return trace;
}

ScoreMemory score_memory(std::uint64_t batch, std::uint64_t heads, std::uint64_t positions, const std::string& dtype) {
  require_positive("batch", batch);
  require_positive("heads", heads);
  require_positive("positions", positions);
  const std::uint64_t width = bytes_of(dtype);
  if (width == 0) refuse_name("dtype", {"float16", "bfloat16", "float32", "float64"}, dtype);
  const std::uint64_t bytes = checked_product("score memory", "bytes", {batch, heads, positions, positions, width});
  return {bytes / width, bytes};
}

}  // namespace maskscope
