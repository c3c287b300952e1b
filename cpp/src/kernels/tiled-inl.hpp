// Attention in tiles; included once for each instruction set.

#if defined(MASKSCOPE_KERNELS_TILED_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASKSCOPE_KERNELS_TILED_INL_HPP
#undef MASKSCOPE_KERNELS_TILED_INL_HPP
#else
#define MASKSCOPE_KERNELS_TILED_INL_HPP
#endif

#include <algorithm>
#include <limits>

#include "kernels/exp2-inl.hpp"
#include "kernels/products-inl.hpp"
#include "kernels/tiled.hpp"

HWY_BEFORE_NAMESPACE();
namespace maskscope::kernels::HWY_NAMESPACE {

/// With fewer rows than this, arranging the keys for tiles would cost more than it saves.
inline constexpr std::size_t few_rows = tile_rows / 2;

template <class T>
bool has_few_rows(const Job<T>& job) {
  return job.heads * job.queries < few_rows;
}

inline std::size_t round_down(std::size_t n, std::size_t multiple) { return n / multiple * multiple; }
inline std::size_t round_up(std::size_t n, std::size_t multiple) { return round_down(n + multiple - 1, multiple); }

/// The smallest range around both.
inline KeyRange hull(KeyRange a, KeyRange b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// Whether v is read where it lies, in whole steps. Long vectors there would mostly lie across two cache lines.
template <class T>
bool reads_values_in_place(const Job<T>& job) {
  return !long_vectors && job.value_width % step<T> == 0;
}

template <class T>
std::size_t queries_size(const Job<T>& job) {
  return round_up(job.width, partial_sum<T>) * tile_rows;
}

/// Working memory, cut from one piece.
template <class T>
struct Workspace {
  std::size_t stride;  // of `values` and `output`: value_width, rounded up to whole steps
  T* keys;             // panels of [width,panel_width]
  T* values;           // [keys,stride], where v is not read where it lies
  T* queries;          // parts of [tile_rows,partial_sum]
  T* scores;           // [tile_rows,block_keys], then exponentials
  T* sum;              // [tile_rows,lanes]
  T* output;           // [tile_rows,stride]
  T* read_values;      // [block_keys,stride]
  std::size_t size = 0;

  Workspace(const Job<T>& job, T* start) : stride(round_up(job.value_width, step<T>)) {
    const auto take = [&](std::size_t count) {
      T* piece = start + size;
      size += round_up(count, 64 / sizeof(T));
      return piece;
    };
    const bool packed = !has_few_rows(job);
    keys = take(packed ? round_up(job.keys, panel_width<T>) * job.width : 0);
    values = take(packed && !reads_values_in_place(job) ? job.keys * stride : 0);
    queries = take(packed ? queries_size(job) : 0);
    scores = take(tile_rows * block_keys);
    sum = take(tile_rows * lanes<T>);
    output = take(tile_rows * stride);
    read_values = take(block_keys * stride);
  }
};

/// A job, tile by tile. Its rows are the queries of all heads, one after the other.
template <class T>
class Tiles {
 public:
  Tiles(const Job<T>& job, T* workspace)
      : job_(job), work_(job, workspace), values_(reads_values_in_place(job) ? job.v : work_.values) {}

  void attend() {
    const std::size_t all_rows = job_.heads * job_.queries;
    for (first_ = 0; first_ < all_rows; first_ += tile_rows) {
      rows_ = std::min(tile_rows, all_rows - first_);
      place_rows();
      attend_tile();
      finish_tile();
    }
  }

 private:
  static constexpr T lowest = -std::numeric_limits<T>::infinity();
  static constexpr std::size_t nobody = tile_rows;

  void place_rows() {
    places_[0] = {first_ / job_.queries, first_ % job_.queries};
    for (std::size_t r = 1; r < rows_; ++r) {
      const auto [head, query] = places_[r - 1];
      places_[r] = query + 1 < job_.queries ? Place{head, query + 1} : Place{head + 1, 0};
    }
  }

  /// Arranges keys, and values where they are not read in place, that no row before has read. Rows come in an order in which
  /// most read what their neighbours do: what is arranged just before it is read is still near.
  void pack(KeyRange used) {
    used = {round_down(used.begin, panel_width<T>), round_up(used.end, panel_width<T>)};
    if (packed_.empty()) packed_ = {used.begin, used.begin};
    for (; packed_.end < used.end; packed_.end += panel_width<T>) pack_panel(packed_.end);
    while (packed_.begin > used.begin) pack_panel(packed_.begin -= panel_width<T>);
  }

  void pack_panel(std::size_t key) {
    const std::size_t width = job_.width;
    const std::size_t count = std::min(panel_width<T>, job_.keys - key);
    arrange_keys(job_.k + key * width, count, width, work_.keys + key * width);
    if (values_ == job_.v) return;
    for (std::size_t j = key; j < key + count; ++j) {
      T* row = work_.values + j * work_.stride;
      std::copy_n(job_.v + j * job_.value_width, job_.value_width, row);
      std::fill(row + job_.value_width, row + work_.stride, T{0});
    }
  }

  void start() {
    std::fill_n(max_, tile_rows, lowest);
    std::fill_n(work_.sum, tile_rows * lanes<T>, T{0});
    std::fill_n(work_.output, tile_rows * work_.stride, T{0});
    if (has_few_rows(job_)) return;
    if (rows_ < tile_rows) std::fill_n(work_.queries, queries_size(job_), T{0});
    arrange_queries(job_.q + first_ * job_.width, rows_, job_.width, job_.scale, work_.queries);
  }

  void attend_tile() {
    start();
    KeyRange used{};
    for (std::size_t r = 0; r < rows_; ++r) used = hull(used, job_.allowed[places_[r].query]);
    if (!used.empty() && !has_few_rows(job_)) pack(used);
    for (std::size_t key = round_down(used.begin, step<T>); key < used.end; key += block_keys) attend_block(key);
  }

  /// A row that came out not finite, again and without its neighbours: values of weight 0 are taken as 0, so that only what
  /// the row reads can make it infinite or NaN. All else is added up as before, in the same order.
  void finish_alone(std::size_t r) {
    alone_ = r;
    attend_tile();
    job_.unfinished[first_ + r] = !all_zero(finish(r));
    alone_ = nobody;
  }

  /// What a row may read of the block at `key`, relative to it, without blocked cells at either end.
  KeyRange readable(std::size_t r, std::size_t key) const {
    if (alone_ != nobody && alone_ != r) return {};
    const auto [head, query] = places_[r];
    std::size_t begin = std::max(job_.allowed[query].begin, key);
    std::size_t end = std::min(job_.allowed[query].end, key + block_keys);
    if (job_.visible.data != nullptr && begin < end) {
      const bool* visible = job_.visible.row(head, query);
      const std::size_t stride = job_.visible.key_stride;
      while (begin < end && !visible[begin * stride]) ++begin;
      while (begin < end && !visible[(end - 1) * stride]) --end;
    }
    return begin < end ? KeyRange{begin - key, end - key} : KeyRange{};
  }

  void attend_block(std::size_t key) {
    KeyRange own[tile_rows] = {};
    KeyRange tile{};
    for (std::size_t r = 0; r < rows_; ++r) {
      own[r] = readable(r, key);
      tile = hull(tile, own[r]);
    }
    if (tile.empty()) return;
    const KeyRange whole{round_down(tile.begin, step<T>), round_up(tile.end, step<T>)};
    if (has_few_rows(job_)) {
      score_rows(key, tile);
    } else {
      score_tile(key, whole);
    }
    T factors[tile_rows];
    T maxima[tile_rows];
    const std::size_t rows = has_few_rows(job_) ? rows_ : tile_rows;
    for (std::size_t r = 0; r < rows; ++r) maxima[r] = row_max(r, key, own[r], whole);
    for (std::size_t r = 0; r < rows; ++r) factors[r] = exponentials(r, maxima[r], whole);
    if (has_few_rows(job_)) {
      add_rows(key, tile, factors);
    } else {
      add_tile(key, tile, factors);
    }
  }

  void score_tile(std::size_t key, KeyRange whole) {
    std::size_t j = whole.begin;
    if (long_vectors && (key + j) % panel_width<T> != 0) score_half_panel(key, j);
    for (; j + panel_width<T> <= whole.end; j += panel_width<T>) {
      q_dot_k<2>(work_.queries, packed(key + j), job_.width, work_.scores + j);
    }
    if (long_vectors && j < whole.end) score_half_panel(key, j);
  }

  void score_half_panel(std::size_t key, std::size_t& j) {
    q_dot_k<1>(work_.queries, packed(key + j), job_.width, work_.scores + j);
    j += lanes<T>;
  }

  /// Where a vector of keys begins in its panel.
  const T* packed(std::size_t key) const {
    const std::size_t lane = key % panel_width<T>;
    return work_.keys + (key - lane) * job_.width + lane;
  }

  void score_rows(std::size_t key, KeyRange tile) {
    for (std::size_t r = 0; r < rows_; ++r) {
      q_dot_k_in_place(job_.q + (first_ + r) * job_.width, job_.k + (key + tile.begin) * job_.width,
                       tile.end - tile.begin, job_.width, job_.scale, work_.scores + r * block_keys + tile.begin);
    }
  }

  /// v `[keys,width]`; of the row that is alone, a copy without the values of weight 0.
  const T* read_values(const T* v, std::size_t keys, std::size_t width, const T* weights) const {
    if (alone_ == nobody) return v;
    const T* row = weights + alone_ * block_keys;
    for (std::size_t j = 0; j < keys; ++j) {
      if (row[j] == 0) {
        std::fill_n(work_.read_values + j * width, width, T{0});
      } else {
        std::copy_n(v + j * width, width, work_.read_values + j * width);
      }
    }
    return work_.read_values;
  }

  void add_tile(std::size_t key, KeyRange tile, const T* factors) {
    const T* weights = work_.scores + tile.begin;
    const std::size_t keys = tile.end - tile.begin;
    const T* v = read_values(values_ + (key + tile.begin) * work_.stride, keys, work_.stride, weights);
    std::size_t c = 0;
    for (; c + panel_width<T> <= work_.stride; c += panel_width<T>) {
      weighted_sum<2>(weights, v + c, keys, work_.stride, factors, work_.output + c);
    }
    if (long_vectors && c < work_.stride) {
      weighted_sum<1>(weights, v + c, keys, work_.stride, factors, work_.output + c);
    }
  }

  void add_rows(std::size_t key, KeyRange tile, const T* factors) {
    const T* weights = work_.scores + tile.begin;
    const std::size_t keys = tile.end - tile.begin;
    const std::size_t width = job_.value_width;
    const T* v = read_values(job_.v + (key + tile.begin) * width, keys, width, weights);
    for (std::size_t r = 0; r < rows_; ++r) {
      weighted_sum_in_place(weights + r * block_keys, v, keys, width, factors[r], work_.output + r * work_.stride);
    }
  }

  /// Scores of one row outside of `own` become -inf.
  static HWY_INLINE void block_ends(KeyRange own, KeyRange whole, T* HWY_RESTRICT scores) {
    const Lanes<T> d;
    const auto blocked = vec::Set(d, lowest);
    std::size_t j = whole.begin;
    for (; j + lanes<T> <= own.begin; j += lanes<T>) vec::Store(blocked, d, scores + j);
    if (j < own.begin) {
      vec::Store(vec::IfThenElse(vec::FirstN(d, own.begin - j), blocked, vec::Load(d, scores + j)), d, scores + j);
    }
    j = round_down(own.end, lanes<T>);
    if (j < own.end) {
      vec::Store(vec::IfThenElse(vec::FirstN(d, own.end - j), vec::Load(d, scores + j), blocked), d, scores + j);
      j += lanes<T>;
    }
    for (; j < whole.end; j += lanes<T>) vec::Store(blocked, d, scores + j);
  }

  /// Softcap, bias and mask on the scores of one row.
  HWY_INLINE void finish_scores(std::size_t r, std::size_t key, KeyRange own, KeyRange whole, T* HWY_RESTRICT scores) {
    const Lanes<T> d;
    if (job_.softcap != 0) {
      const auto cap = vec::Set(d, job_.softcap);
      for (std::size_t j = whole.begin; j < whole.end; j += lanes<T>) {
        vec::Store(vec::Mul(cap, tanh<T>(vec::Div(vec::Load(d, scores + j), cap))), d, scores + j);
      }
    }
    const auto [head, query] = places_[r];
    if (job_.bias.data != nullptr) {
      const std::size_t stride = job_.bias.key_stride;
      const T* bias = job_.bias.row(head, query) + (key + own.begin) * stride;
      for (std::size_t j = own.begin; j < own.end; ++j, bias += stride) scores[j] += *bias;
    }
    block_ends(own, whole, scores);
    // Without a stride along the keys, what is left of a row is visible.
    if (job_.visible.data != nullptr && job_.visible.key_stride != 0) {
      const bool* visible = job_.visible.row(head, query) + key;
      for (std::size_t j = own.begin; j < own.end; ++j) scores[j] = visible[j] ? scores[j] : lowest;
    }
  }

  /// Finishes the scores of one row, -inf at blocked keys. Returns the largest so far.
  HWY_INLINE T row_max(std::size_t r, std::size_t key, KeyRange own, KeyRange whole) {
    T* HWY_RESTRICT scores = work_.scores + r * block_keys;
    if (own.empty()) {
      std::fill(scores + whole.begin, scores + whole.end, lowest);
      return max_[r];
    }
    finish_scores(r, key, own, whole, scores);
    const Lanes<T> d;
    auto maxima = vec::Set(d, max_[r]);
    for (std::size_t j = whole.begin; j < whole.end; j += lanes<T>) {
      maxima = vec::Max(maxima, vec::Load(d, scores + j));
    }
    return vec::GetLane(vec::MaxOfLanes(d, maxima));
  }

  /// The scores of one row become exponentials, 0 at blocked keys. Returns what its earlier output must be multiplied by.
  HWY_INLINE T exponentials(std::size_t r, T max, KeyRange whole) {
    T* HWY_RESTRICT scores = work_.scores + r * block_keys;
    const Lanes<T> d;
    // As long as all scores are -inf, nothing is subtracted: -inf - -inf would be NaN.
    const auto shift = vec::Set(d, max == lowest ? T{0} : max);
    const auto log2e = vec::Set(d, static_cast<T>(1.4426950408889634));
    auto sum = vec::Zero(d);
    for (std::size_t j = whole.begin; j < whole.end; j += lanes<T>) {
      const auto e = exp2<T>(vec::Mul(vec::Sub(vec::Load(d, scores + j), shift), log2e));
      vec::Store(e, d, scores + j);
      sum = vec::Add(sum, e);
    }
    T* row_sum = work_.sum + r * lanes<T>;
    T factor = 1;
    if (max > max_[r]) {
      factor = max_[r] == lowest ? T{0} : vec::GetLane(exp2<T>(vec::Mul(vec::Sub(vec::Set(d, max_[r]), shift), log2e)));
      max_[r] = max;
    }
    vec::Store(vec::MulAdd(vec::Set(d, factor), vec::Load(d, row_sum), sum), d, row_sum);
    return factor;
  }

  /// Writes a row of the output. Returns a vector of zeros, with a NaN among them where the row is not all finite.
  Vector<T> finish(std::size_t r) {
    const Lanes<T> d;
    const auto inverse = vec::Div(vec::Set(d, T{1}), vec::SumOfLanes(d, vec::Load(d, work_.sum + r * lanes<T>)));
    const T* weighted = work_.output + r * work_.stride;
    T* output = job_.output + (first_ + r) * job_.value_width;
    auto zeros = vec::Zero(d);
    std::size_t c = 0;
    for (; c + lanes<T> <= job_.value_width; c += lanes<T>) {
      const auto mean = vec::Mul(vec::Load(d, weighted + c), inverse);
      zeros = vec::MulAdd(mean, vec::Zero(d), zeros);
      vec::StoreU(mean, d, output + c);
    }
    T zero = 0;
    for (; c < job_.value_width; ++c) {
      output[c] = weighted[c] * vec::GetLane(inverse);
      zero += output[c] * 0;
    }
    return vec::Add(zeros, vec::Set(d, zero));
  }

  static bool all_zero(Vector<T> zeros) { return vec::GetLane(vec::SumOfLanes(Lanes<T>(), zeros)) == 0; }

  /// Writes the rows of the tile. All of them are written before one is done again: that uses the same memory.
  void finish_tile() {
    Vector<T> zeros[tile_rows];
    auto all = vec::Zero(Lanes<T>());
    for (std::size_t r = 0; r < rows_; ++r) all = vec::Add(all, zeros[r] = finish(r));
    if (all_zero(all)) return;
    for (std::size_t r = 0; r < rows_; ++r) {
      if (!all_zero(zeros[r])) finish_alone(r);
    }
  }

  struct Place {
    std::size_t head, query;
  };

  const Job<T>& job_;
  Workspace<T> work_;
  const T* values_;
  std::size_t first_ = 0;  // row of the tile at work
  std::size_t rows_ = 0;   // in it
  KeyRange packed_{};      // what has been arranged
  std::size_t alone_ = nobody;
  Place places_[tile_rows];
  T max_[tile_rows];
};

// What the table of instruction sets refers to must not be a template.
HWY_NOINLINE void attend_float(const Job<float>& job, float* workspace) { Tiles<float>(job, workspace).attend(); }
HWY_NOINLINE void attend_double(const Job<double>& job, double* workspace) { Tiles<double>(job, workspace).attend(); }
HWY_NOINLINE std::size_t workspace_size_float(const Job<float>& job) { return Workspace<float>(job, nullptr).size; }
HWY_NOINLINE std::size_t workspace_size_double(const Job<double>& job) { return Workspace<double>(job, nullptr).size; }
HWY_NOINLINE const char* name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace maskscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
