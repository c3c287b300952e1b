#include "maskscope/axes.hpp"

#include "arrays.hpp"
#include "refuse.hpp"

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

std::uint64_t bytes_of(const std::string& dtype) {
  if (dtype == "float16" || dtype == "bfloat16") return 2;
  if (dtype == "float32") return 4;
  if (dtype == "float64") return 8;
  refuse(ErrorCode::unknown_name, "dtype", "float16, bfloat16, float32 or float64", quoted(dtype));
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
  constexpr std::uint64_t limit = std::uint64_t{1} << 53;  // the largest count that a JavaScript number holds exactly
  require_positive("batch", batch);
  require_positive("heads", heads);
  require_positive("positions", positions);
  const std::uint64_t width = bytes_of(dtype);
  std::uint64_t bytes = 1;
  for (const std::uint64_t factor : {batch, heads, positions, positions, width}) {
    if (bytes > limit / factor) refuse(ErrorCode::too_large, "score memory", "at most 2^53 bytes", "more");
    bytes *= factor;
  }
  return {bytes / width, bytes};
}

}  // namespace maskscope
