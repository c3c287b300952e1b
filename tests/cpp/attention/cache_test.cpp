#include "maskscope/attention/cache.hpp"

#include "support/checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

constexpr CacheSizes sizes{2, 3, 11, 5, 4};

/// Tokens first…first + count - 1 of x `[B,H,T,D]`.
template <class T>
Tensor<T> tokens(const Tensor<T>& x, std::size_t first, std::size_t count) {
  Tensor<T> part = Tensor<T>::from_shape({x.shape(0), x.shape(1), count, x.shape(3)});
  for (std::size_t bh = 0; bh < x.shape(0) * x.shape(1); ++bh) {
    std::copy_n(x.data() + (bh * x.shape(2) + first) * x.shape(3), count * x.shape(3),
                part.data() + bh * count * x.shape(3));
  }
  return part;
}

/// Sequences that fill the slots of a cache of these sizes, two query heads for each key head.
template <class T>
struct Sequences {
  CacheSizes n = sizes;
  Tensor<T> q = random_tensor<T>({n.batch, 2 * n.key_heads, n.slots, n.width}, 1);
  Tensor<T> k = random_tensor<T>({n.batch, n.key_heads, n.slots, n.width}, 2);
  Tensor<T> v = random_tensor<T>({n.batch, n.key_heads, n.slots, n.value_width}, 3);

  Tensor<T> whole(int window_left) const {
    AttentionOptions<T> options;
    options.causal = true;
    options.window_left = window_left;
    options.softcap = T(1.5);
    return attention(q, k, v, options);
  }
};

template <class T>
CachedAttentionOptions<T> options_of(int window_left) {
  CachedAttentionOptions<T> options;
  options.softcap = T(1.5);
  options.window_left = window_left;
  return options;
}

/// Random sizes, each axis of a different length.
CacheSizes random_sizes(std::uint32_t seed) {
  std::mt19937 generator(seed);
  const auto draw = [&](std::size_t least) { return least + generator() % 2; };
  return {draw(1), draw(3), draw(10), draw(15), draw(12)};
}

/// Decodes in blocks of `block` tokens, the last one perhaps shorter; calls check(expected, actual) after each.
template <class T, class Cache, class Check>
void decode(const Sequences<T>& all, Cache cache, std::size_t block, int window_left, Check check) {
  const Tensor<T> expected = all.whole(window_left);
  for (std::size_t first = 0; first < all.n.slots; first += block) {
    const std::size_t count = std::min(block, all.n.slots - first);
    append(cache, tokens(all.k, first, count), tokens(all.v, first, count));
    check(tokens(expected, first, count), attend(tokens(all.q, first, count), cache, options_of<T>(window_left)));
  }
}

template <class T>
class CacheOf : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(CacheOf, Types);

// A step may be small enough for the plain loops where the whole is not; then they differ by rounding.
TYPED_TEST(CacheOf, EveryStepIsTheLastRowsOfTheWhole) {
  const double rounding = 16 * static_cast<double>(std::numeric_limits<TypeParam>::epsilon());
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const Sequences<TypeParam> all{random_sizes(seed)};
    const bool in_loops = attention_path(all.q.shape(), all.k.shape(), all.v.shape()) == AttentionPath::reference;
    const auto same = [&](const auto& expected, const auto& actual) {
      expect_near(actual, expected, in_loops ? 0 : rounding);
    };
    for (const std::size_t block : {1, 2, 3, 11}) {
      for (const int window_left : {-1, 0, 4}) {
        decode(all, GrowingCache<TypeParam>{}, block, window_left, same);
        decode(all, fixed_cache<TypeParam>(all.n), block, window_left, same);
      }
    }
  }
}

// The ring adds up the same numbers in another order.
TYPED_TEST(CacheOf, RingKeepsAWindow) {
  const double tolerance = 16 * static_cast<double>(std::numeric_limits<TypeParam>::epsilon());
  const auto near = [&](const auto& expected, const auto& actual) { expect_near(actual, expected, tolerance); };
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const Sequences<TypeParam> all{random_sizes(seed)};
    for (const std::size_t block : {1, 2, 3}) {
      for (const int window_left : {0, 1, 4}) {
        CacheSizes ring = all.n;
        ring.slots = static_cast<std::size_t>(window_left) + block;
        decode(all, ring_cache<TypeParam>(ring), block, window_left, near);
      }
    }
  }
}

/// Whether blocks of queries, with `error` added to the count of cached keys before them, give the whole.
bool agrees(int error, std::size_t block, int window_left) {
  const Sequences<double> all;
  const Tensor<double> expected = all.whole(window_left);
  for (std::size_t first = 0; first + block <= 11; first += block) {
    AttentionOptions<double> options;
    options.causal = true;
    options.window_left = window_left;
    options.softcap = 1.5;
    options.offset = static_cast<int>(first) + error;
    options.empty_row = EmptyRow::zeros;
    const Tensor<double> output = attention(tokens(all.q, first, block), tokens(all.k, 0, first + block),
                                            tokens(all.v, 0, first + block), options);
    const Tensor<double> rows = tokens(expected, first, block);
    if (std::memcmp(output.data(), rows.data(), rows.size() * sizeof(double)) != 0) return false;
  }
  return true;
}

TEST(Cache, WrongOffsetIsCaught) {
  for (const int window_left : {-1, 2}) {
    EXPECT_TRUE(agrees(0, 3, window_left));
    for (const int error : {-2, -1, 1, 2}) EXPECT_FALSE(agrees(error, 3, window_left)) << error;
  }
  // A single query that believes to be later than it is reads everything just as well: without a window, one token at a
  // time cannot tell.
  EXPECT_TRUE(agrees(1, 1, -1));
  EXPECT_FALSE(agrees(1, 1, 2));
  EXPECT_FALSE(agrees(-1, 1, -1));
}

TEST(Cache, WrongLengthIsCaught) {
  const Sequences<double> all;
  const Tensor<double> expected = tokens(all.whole(-1), 5, 3);
  FixedCache<double> cache = fixed_cache<double>(sizes);
  append(cache, tokens(all.k, 0, 8), tokens(all.v, 0, 8));
  const Tensor<double> q = tokens(all.q, 5, 3);
  expect_same_bits(attend(q, cache, options_of<double>(-1)), expected);
  for (const int error : {-1, 1}) {
    FixedCache<double> wrong = cache;
    wrong.lengths(1) += error;
    const Tensor<double> output = attend(q, wrong, options_of<double>(-1));
    EXPECT_NE(std::memcmp(output.data(), expected.data(), expected.size() * sizeof(double)), 0);
  }
}

TEST(Cache, SequencesMayDifferInLength) {
  const Sequences<double> all;
  FixedCache<double> cache = fixed_cache<double>(sizes);
  append(cache, tokens(all.k, 0, 5), tokens(all.v, 0, 5));
  // The prompt of the second sequence was shorter: its last two tokens were padding.
  cache.lengths = indices({2}, {5, 3});
  append(cache, tokens(all.k, 5, 2), tokens(all.v, 5, 2));
  expect_equal(cache.lengths, indices({2}, {7, 5}));
  const Tensor<double> output = attend(tokens(all.q, 5, 2), cache);

  AttentionOptions<double> options;
  options.causal = true;
  options.alignment = Alignment::bottom_right;
  options.visible = mask({2, 1, 1, 7}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1});
  expect_near(output, attention(tokens(all.q, 5, 2), tokens(all.k, 0, 7), tokens(all.v, 0, 7), options), 1e-15);
}

TEST(Cache, FreeSlotsMayHoldAnything) {
  const Sequences<double> all;
  FixedCache<double> fixed = fixed_cache<double>(sizes);
  fixed.keys.fill(nan);
  fixed.values.fill(nan);
  append(fixed, tokens(all.k, 0, 3), tokens(all.v, 0, 3));
  expect_same_bits(attend(tokens(all.q, 0, 3), fixed, options_of<double>(-1)), tokens(all.whole(-1), 0, 3));
  RingCache<double> ring = ring_cache<double>(sizes);
  ring.keys.fill(nan);
  ring.values.fill(nan);
  append(ring, tokens(all.k, 0, 3), tokens(all.v, 0, 3));
  expect_same_bits(attend(tokens(all.q, 0, 3), ring, options_of<double>(2)), tokens(all.whole(2), 0, 3));
}

TEST(Cache, RingTellsWhatItsSlotsHold) {
  RingCache<double> ring = ring_cache<double>({1, 1, 4, 1, 1});
  expect_equal(slot_positions(ring), indices({4}, {-1, -1, -1, -1}));
  for (int token = 0; token < 3; ++token) {
    append(ring, tensor({1, 1, 2, 1}, {2.0 * token, 2.0 * token + 1}), tensor({1, 1, 2, 1}, {0, 0}));
  }
  expect_equal(slot_positions(ring), indices({4}, {4, 5, 2, 3}));
  expect_equal(ring.keys, tensor({1, 1, 4, 1}, {4, 5, 2, 3}));
}

TEST(Cache, BiasComesInTheOrderOfTheSlots) {
  const Sequences<double> all;
  CacheSizes four = sizes;
  four.slots = 4;
  RingCache<double> ring = ring_cache<double>(four);
  for (std::size_t t = 0; t < 6; ++t) append(ring, tokens(all.k, t, 1), tokens(all.v, t, 1));
  CachedAttentionOptions<double> options;
  options.scale = 0.5;
  options.window_left = 3;
  options.bias = tensor({4}, {-1, 0, -3, -2});  // minus the distance: the slots hold 4, 5, 2, 3
  GrowingCache<double> growing;
  append(growing, tokens(all.k, 0, 6), tokens(all.v, 0, 6));
  CachedAttentionOptions<double> in_order = options;
  in_order.bias = tensor({6}, {-5, -4, -3, -2, -1, 0});
  expect_near(attend(tokens(all.q, 5, 1), ring, options), attend(tokens(all.q, 5, 1), growing, in_order), 1e-14);
}

TEST(Cache, RefusesWhatDoesNotFit) {
  const Sequences<double> all;
  GrowingCache<double> growing;
  append(growing, tokens(all.k, 0, 2), tokens(all.v, 0, 2));
  const auto expect_mismatch = [&](const std::string& message, const Tensor<double>& k, const Tensor<double>& v) {
    expect_error(ErrorCode::shape_mismatch, message, [&] { append(growing, k, v); });
  };
  expect_mismatch("k: expected shape [2,3,*,5], got [2,3,1,6]",
                  random_tensor({2, 3, 1, 6}, 1), random_tensor({2, 3, 1, 4}, 1));
  expect_mismatch("v: expected shape [2,3,*,4], got [2,3,1,5]",
                  random_tensor({2, 3, 1, 5}, 1), random_tensor({2, 3, 1, 5}, 1));
  expect_mismatch("v: expected shape [2,3,1,*], got [2,3,2,4]",
                  random_tensor({2, 3, 1, 5}, 1), random_tensor({2, 3, 2, 4}, 1));
  expect_mismatch("k: expected shape [*,*,*,*], got [3,5]", random_tensor({3, 5}, 1), random_tensor({3, 4}, 1));
  EXPECT_EQ(growing.keys.shape(2), 2u);
  expect_error(ErrorCode::out_of_range, "q: expected at most 2 queries, as many as tokens are cached, got 3",
               [&] { attend(tokens(all.q, 0, 3), growing); });
  growing.values = {};
  expect_mismatch("values: expected shape [2,3,2,*], got []", tokens(all.k, 2, 1), tokens(all.v, 2, 1));
  expect_error(ErrorCode::shape_mismatch, "keys: expected shape [*,*,*,*], got []",
               [&] { attend(tokens(all.q, 0, 1), GrowingCache<double>{}); });
}

TEST(Cache, FixedCacheRefusesMoreThanItHolds) {
  const Sequences<double> all;
  FixedCache<double> cache = fixed_cache<double>(sizes);
  append(cache, tokens(all.k, 0, 9), tokens(all.v, 0, 9));
  cache.lengths = indices({2}, {1, 9});
  const FixedCache<double> before = cache;
  expect_error(ErrorCode::out_of_range, "k: expected at most 2 tokens, as many as slots are free, got 3",
               [&] { append(cache, tokens(all.k, 0, 3), tokens(all.v, 0, 3)); });
  expect_same_bits(cache.keys, before.keys);
  expect_equal(cache.lengths, before.lengths);
  expect_error(ErrorCode::out_of_range, "q: expected at most 1 queries, as many as tokens are cached, got 2",
               [&] { attend(tokens(all.q, 0, 2), cache); });
  cache.lengths = indices({2}, {12, 0});
  expect_error(ErrorCode::out_of_range, "lengths: expected 0 to 11, got 12",
               [&] { append(cache, tokens(all.k, 0, 1), tokens(all.v, 0, 1)); });
  expect_error(ErrorCode::out_of_range, "lengths: expected 0 to 11, got 12", [&] { attend(tokens(all.q, 0, 1), cache); });
  cache.lengths = indices({1}, {2});
  expect_error(ErrorCode::shape_mismatch, "lengths: expected shape [2], got [1]",
               [&] { append(cache, tokens(all.k, 0, 1), tokens(all.v, 0, 1)); });
  FixedCache<double> none;
  expect_error(ErrorCode::shape_mismatch, "keys: expected shape [*,*,*,*], got []",
               [&] { append(none, tokens(all.k, 0, 1), tokens(all.v, 0, 1)); });
}

TEST(Cache, RingRefusesAWindowThatItDoesNotHold) {
  const Sequences<double> all;
  CacheSizes four = sizes;
  four.slots = 4;
  RingCache<double> ring = ring_cache<double>(four);
  expect_error(ErrorCode::out_of_range, "k: expected at most 4 tokens, as many as slots are free, got 5",
               [&] { append(ring, tokens(all.k, 0, 5), tokens(all.v, 0, 5)); });
  append(ring, tokens(all.k, 0, 3), tokens(all.v, 0, 3));
  for (const int window_left : {-1, 2}) {
    expect_error(ErrorCode::out_of_range, "window_left: expected 0 to 1, what 4 slots hold before 3 queries, got " +
                                              std::to_string(window_left),
                 [&] { attend(tokens(all.q, 0, 3), ring, options_of<double>(window_left)); });
  }
  expect_error(ErrorCode::out_of_range, "q: expected at most 3 queries, as many as tokens are cached, got 4",
               [&] { attend(tokens(all.q, 0, 4), ring, options_of<double>(0)); });
  ring.written = std::size_t{1} << 31;
  expect_error(ErrorCode::out_of_range, "written: expected at most 2147483647 positions, got 2147483648",
               [&] { slot_positions(ring); });
}

TEST(Cache, RefusesSizesThatMakeNoSense) {
  CacheSizes wrong = sizes;
  wrong.slots = 0;
  expect_error(ErrorCode::out_of_range, "slots: expected at least 1, got 0", [&] { fixed_cache<double>(wrong); });
  wrong = sizes;
  wrong.batch = 0;
  expect_error(ErrorCode::out_of_range, "batch: expected at least 1, got 0", [&] { ring_cache<double>(wrong); });
  expect_error(ErrorCode::too_large, "keys: expected at most 2147483648 bytes, got 8589934592 bytes for the shape "
               "[8,8,32768,512]", [] { fixed_cache<double>({8, 8, 32768, 512, 1}); });
  expect_error(ErrorCode::too_large, "values: expected at most 2147483648 bytes, got 8589934592 bytes for the shape "
               "[8,8,32768,512]", [] { ring_cache<double>({8, 8, 32768, 1, 512}); });
}

}  // namespace
}  // namespace maskscope
