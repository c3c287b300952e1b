// The tiled path against the scalar twin with all options, crossed at random, and with numbers that are not finite.

#include <map>

#include "base/arrays.hpp"
#include "maskscope/masks/visibility.hpp"
#include "support/tiled_checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

template <class T>
class TiledOptions : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(TiledOptions, Types);

// --- drawing a call ------------------------------------------------------------------------------------------------

template <class T>
struct Draw {
  Sizes n;
  Inputs<T> x;
  AttentionOptions<T> options;
};

std::size_t extent(Random& random, int least, int greatest) {
  return static_cast<std::size_t>(random.between(least, greatest));
}

/// Any shape that broadcasts to `whole`: leading axes may be missing, any extent may be 1.
Shape broadcastable_shape(const Shape& whole, Random& random) {
  Shape shape(whole.begin() + random.between(0, static_cast<int>(whole.size()) - 1), whole.end());
  for (std::size_t& axis : shape) {
    if (random.between(0, 2) == 0) axis = 1;
  }
  return shape;
}

Mask drawn_mask(const Shape& shape, Random& random) {
  Mask result(Mask::shape_type(shape.begin(), shape.end()));
  // From nearly everything to nearly nothing.
  const int blocked_of_8 = random.between(1, 7);
  for (bool& cell : result.storage()) cell = random.between(1, 8) > blocked_of_8;
  return result;
}

Sizes drawn_sizes(Random& random) {
  Sizes n{.batch = extent(random, 1, 2), .key_heads = extent(random, 1, 2), .group = extent(random, 1, 3),
          .queries = extent(random, 1, 20), .keys = extent(random, 1, 40), .width = extent(random, 1, 20),
          .value_width = extent(random, 1, 20)};
  // Now and then more than a block of keys, and a single row.
  if (random.between(0, 7) == 0) n.keys = extent(random, 250, 270);
  if (random.between(0, 7) == 0) n.queries = 1;
  return n;
}

PositionRule drawn_rule(const Sizes& n, Random& random) {
  const int keys = static_cast<int>(n.keys), queries = static_cast<int>(n.queries);
  PositionRule rule;
  rule.causal = random.between(0, 1) == 1;
  if (random.between(0, 1) == 1) {
    rule.alignment = Alignment::bottom_right;
  } else if (random.between(0, 1) == 1) {
    rule.offset = random.between(-queries, keys);
  }
  if (random.between(0, 2) == 0) rule.window_left = random.between(0, keys);
  if (random.between(0, 2) == 0) rule.window_right = random.between(0, keys);
  if (random.between(0, 2) == 0) {
    rule.key_lengths = Indices::from_shape({n.batch});
    for (int& length : rule.key_lengths.storage()) length = random.between(0, keys);
  }
  return rule;
}

template <class T>
Tensor<T> drawn_bias(const Shape& shape, Random& random) {
  Tensor<T> bias = normal_tensor<T>(shape, random);
  if (random.between(0, 1) == 0) return bias;
  for (T& element : bias.storage()) {
    // What people write to block a cell: the first does, the others only nearly.
    const double fills[] = {-inf, -1e9, -1e4};
    if (random.between(0, 3) == 0) element = static_cast<T>(fills[random.between(0, 2)]);
  }
  return bias;
}

template <class T>
Draw<T> draw(std::uint64_t seed) {
  Random random(seed);
  Draw<T> d;
  d.n = drawn_sizes(random);
  d.x = normal_inputs<T>(d.n, random);
  static_cast<PositionRule&>(d.options) = drawn_rule(d.n, random);
  const int scale = random.between(0, 3);
  if (scale < 3) d.options.scale = static_cast<T>(scale == 0 ? 0.0 : scale == 1 ? -0.2 : 0.3);
  if (random.between(0, 2) == 0) d.options.softcap = static_cast<T>(0.2 + 3 * random.uniform());
  if (random.between(0, 1) == 0) d.options.bias = drawn_bias<T>(broadcastable_shape(d.n.scores(), random), random);
  if (random.between(0, 1) == 0) d.options.visible = drawn_mask(broadcastable_shape(d.n.scores(), random), random);
  if (random.between(0, 2) == 0) d.options.valid_queries = drawn_mask({d.n.batch, d.n.queries}, random);
  const EmptyRow policies[] = {EmptyRow::error, EmptyRow::zeros, EmptyRow::uniform, EmptyRow::nan};
  d.options.empty_row = policies[random.between(0, 3)];
  return d;
}

/// What a call threw; "" where it threw nothing.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

// --- agreement -----------------------------------------------------------------------------------------------------

TYPED_TEST(TiledOptions, AgreeWithTheScalarTwinHoweverTheyAreCrossed) {
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Draw<TypeParam> d = draw<TypeParam>(seed);
    const std::string error = error_of([&] { expected_trace(d.x, d.options); });
    if (error.empty()) {
      expect_agreement(d.n, d.x, d.options);
    } else {
      ++refused;
      on_each_instruction_set([&](const char*) {
        EXPECT_EQ(error_of([&] { tiled_attention(d.x, d.options); }), error);
      });
    }
    if (this->HasFailure()) return;
  }
  EXPECT_GT(refused, 10u);
  EXPECT_LT(refused, 200u);
}

TEST(TiledOptions, AreAllDrawn) {
  std::map<std::string, int> drawn;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto [n, x, options] = draw<double>(seed);
    drawn["causal"] += options.causal;
    drawn["bottom right"] += options.alignment == Alignment::bottom_right;
    drawn["offset"] += options.offset != 0;
    drawn["window"] += options.window_left >= 0 && options.window_right >= 0;
    drawn["key lengths"] += is_given(options.key_lengths);
    drawn["negative scale"] += options.scale.value_or(1) < 0;
    drawn["softcap"] += options.softcap > 0;
    drawn["padding queries"] += is_given(options.valid_queries);
    drawn["policy " + std::to_string(static_cast<int>(options.empty_row))] += 1;
    drawn["visible of rank " + std::to_string(options.visible.dimension())] += 1;
    drawn["bias of rank " + std::to_string(options.bias.dimension())] += 1;
    drawn["visible the same for each key"] += is_given(options.visible) && options.visible.shape().back() == 1;
    drawn["bias the same for each key"] += is_given(options.bias) && options.bias.shape().back() == 1;
    drawn["bias of -inf"] += std::count(options.bias.storage().begin(), options.bias.storage().end(), -inf) != 0;
    drawn["several blocks"] += n.keys > 256;
  }
  EXPECT_EQ(drawn.size(), 26u);
  for (const auto& [option, times] : drawn) EXPECT_GE(times, 10) << option;
}

/// Who reads what `[B,H,L,S]`, all rules applied.
template <class T>
Mask whole_visibility(const AttentionOptions<T>& options, const Sizes& n) {
  const auto whole = [&](const Mask& mask) { return broadcast_to("visible", mask, n.scores()); };
  Mask visible = whole(visible_by_position(options, n.queries, n.keys));
  if (is_given(options.visible)) visible = visible_and(visible, whole(options.visible));
  if (is_given(options.valid_queries)) {
    visible = visible_and(visible, whole(checks::reshaped(options.valid_queries, {n.batch, 1, n.queries, 1})));
  }
  return visible;
}

// --- what a row may not read ---------------------------------------------------------------------------------------

/// Puts `poison` into about one of `rarity` elements; which ones.
template <class T>
std::vector<bool> poisoned(Tensor<T>& array, T poison, int rarity, Random& random) {
  std::vector<bool> where(array.size());
  for (std::size_t n = 0; n < array.size(); ++n) {
    where[n] = random.between(1, rarity) == 1;
    if (where[n]) array.data()[n] = poison;
  }
  return where;
}

bool any_of_row(const std::vector<bool>& where, std::size_t row, std::size_t width) {
  for (std::size_t n = row * width; n < (row + 1) * width; ++n) {
    if (where[n]) return true;
  }
  return false;
}

/// A call of which some elements were replaced, and the rows `[B,H,L]` that may read one of them.
template <class T>
struct Poisoned {
  Inputs<T> x;
  AttentionOptions<T> options;
  std::vector<bool> rows;
};

template <class T>
Poisoned<T> poison(const Draw<T>& clean, T number, std::uint64_t seed) {
  Random random(seed);
  const Sizes& n = clean.n;
  Poisoned<T> result{clean.x, clean.options, std::vector<bool>(n.batch * n.heads() * n.queries)};
  // Few enough that other rows stay clean.
  const int rarity = static_cast<int>(n.keys * n.width / 2 + 1);
  const std::vector<bool> k = poisoned(result.x.k, number, rarity, random);
  const std::vector<bool> v = poisoned(result.x.v, number, rarity, random);
  std::vector<bool> bias;
  std::vector<std::size_t> bias_of_cell;
  if (is_given(result.options.bias)) {
    bias = poisoned(result.options.bias, number, static_cast<int>(result.options.bias.size() / 3 + 1), random);
    walk_broadcast(result.options.bias.shape(), n.scores(), [&](std::size_t at) { bias_of_cell.push_back(at); });
  }
  const Mask visible = whole_visibility(clean.options, n);
  for (std::size_t cell = 0; cell < visible.size(); ++cell) {
    if (!visible.data()[cell]) continue;
    const std::size_t row = cell / n.keys, key = row / n.queries / n.group * n.keys + cell % n.keys;
    if (any_of_row(k, key, n.width) || any_of_row(v, key, n.value_width) ||
        (!bias.empty() && bias[bias_of_cell[cell]])) {
      result.rows[row] = true;
    }
  }
  return result;
}

/// A call of the seed whose rows without a key are zeros, so that blocked values stay out of them.
template <class T>
Draw<T> draw_without_policy(std::uint64_t seed) {
  Draw<T> result = draw<T>(seed);
  result.options.empty_row = EmptyRow::zeros;
  return result;
}

TYPED_TEST(TiledOptions, WhatARowMayNotReadChangesNoBitOfIt) {
  using T = TypeParam;
  std::size_t clean_rows = 0, poisoned_rows = 0;
  for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
    const Draw<T> clean = draw_without_policy<T>(seed);
    const double numbers[] = {nan, inf, -inf, 1e30};
    const Poisoned<T> dirty = poison(clean, static_cast<T>(numbers[seed % 4]), seed);
    clean_rows += static_cast<std::size_t>(std::count(dirty.rows.begin(), dirty.rows.end(), false));
    poisoned_rows += static_cast<std::size_t>(std::count(dirty.rows.begin(), dirty.rows.end(), true));
    on_each_instruction_set([&](const char*) {
      const Tensor<T> expected = tiled_attention(clean.x, clean.options);
      const Tensor<T> actual = tiled_attention(dirty.x, dirty.options);
      const std::size_t width = clean.n.value_width;
      for (std::size_t row = 0; row < dirty.rows.size(); ++row) {
        if (dirty.rows[row]) continue;
        EXPECT_EQ(std::memcmp(actual.data() + row * width, expected.data() + row * width, width * sizeof(T)), 0)
            << "seed " << seed << ", row " << row;
      }
    });
    if (this->HasFailure()) return;
  }
  EXPECT_GT(clean_rows, 2000u);
  EXPECT_GT(poisoned_rows, 2000u);
}

TYPED_TEST(TiledOptions, WhatNobodyMayReadMayBeAnything) {
  using T = TypeParam;
  Random random(3);
  const Sizes n{.batch = 2, .key_heads = 2, .group = 2, .queries = 23, .keys = 300, .width = 5, .value_width = 9};
  const Inputs<T> clean = normal_inputs<T>(n, random);
  AttentionOptions<T> options;
  options.causal = true;
  options.key_lengths = indices({2}, {280, 300});
  options.alignment = Alignment::bottom_right;
  options.visible = drawn_mask({2, 1, 1, n.keys}, random);
  options.bias = normal_tensor<T>({2, 4, n.queries, n.keys}, random);
  const Mask visible = whole_visibility(options, n);
  for (const double poison : {nan, inf, -inf, 1e30}) {
    SCOPED_TRACE(poison);
    Inputs<T> dirty = clean;
    AttentionOptions<T> dirty_options = options;
    for (std::size_t cell = 0; cell < visible.size(); ++cell) {
      if (!visible.data()[cell]) dirty_options.bias.data()[cell] = static_cast<T>(poison);
    }
    // The last query reads as much as any.
    for (std::size_t key = 0; key < n.batch * n.key_heads * n.keys; ++key) {
      const std::size_t b = key / n.keys / n.key_heads;
      if (visible(b, 0, n.queries - 1, key % n.keys)) continue;
      std::fill_n(dirty.k.data() + key * n.width, n.width, static_cast<T>(poison));
      std::fill_n(dirty.v.data() + key * n.value_width, n.value_width, static_cast<T>(poison));
    }
    on_each_instruction_set([&](const char*) {
      const Tensor<T> expected = tiled_attention(clean, options);
      EXPECT_TRUE(all_finite(expected));
      expect_same_bits(tiled_attention(dirty, dirty_options), expected);
    });
  }
}

// --- what a row reads ----------------------------------------------------------------------------------------------

TYPED_TEST(TiledOptions, VisibleNaNAndInfinityPropagateAsInTheScalarTwin) {
  using T = TypeParam;
  std::size_t finite = 0, infinite = 0, not_a_number = 0;
  for (std::uint64_t seed = 2000; seed < 2200; ++seed) {
    SCOPED_TRACE(seed);
    const Draw<T> clean = draw_without_policy<T>(seed);
    const double numbers[] = {nan, inf, -inf};
    Poisoned<T> dirty = poison(clean, static_cast<T>(numbers[seed % 3]), seed);
    Tensor<T>& q = dirty.x.q;
    Random random(seed);
    if (seed % 4 == 0) poisoned(q, static_cast<T>(numbers[seed % 3]), static_cast<int>(q.size()), random);
    const AttentionTrace<double> expected = expected_trace(dirty.x, dirty.options);
    for (const double element : expected.output.storage()) {
      ++(std::isnan(element) ? not_a_number : std::isinf(element) ? infinite : finite);
    }
    // What is finite beside an infinity has the magnitude that it had without.
    const Tensor<double> allowed = allowed_errors(expected, clean.x.v, clean.n);
    on_each_instruction_set([&](const char*) {
      expect_close(tiled_attention(dirty.x, dirty.options), expected.output, allowed);
    });
    if (this->HasFailure()) return;
  }
  EXPECT_GT(finite, 10000u);
  EXPECT_GT(infinite, 1000u);
  EXPECT_GT(not_a_number, 10000u);
}

TYPED_TEST(TiledOptions, RowWhoseScoresAreAllMinusInfinityIsNaN) {
  using T = TypeParam;
  Random random(4);
  const Sizes n{.queries = 9, .keys = 270, .width = 3, .value_width = 5};
  const Inputs<T> x = normal_inputs<T>(n, random);
  AttentionOptions<T> options;
  options.bias = Tensor<T>::from_shape({n.queries, n.keys});
  options.bias.fill(-std::numeric_limits<T>::infinity());
  // One row reads a key of the last block.
  options.bias(4, 269) = 0;
  on_each_instruction_set([&](const char*) {
    const Tensor<T> output = tiled_attention(x, options);
    for (std::size_t i = 0; i < n.queries; ++i) {
      for (std::size_t c = 0; c < n.value_width; ++c) {
        if (i == 4) {
          EXPECT_EQ(output(0, 0, i, c), x.v(0, 0, 269, c));
        } else {
          EXPECT_TRUE(std::isnan(output(0, 0, i, c)));
        }
      }
    }
  });
}

// Queries may stand before the first key or after the last. Working memory ends with the keys, so that a sanitizer sees
// whoever follows them.
TYPED_TEST(TiledOptions, RowsThatStandOutsideTheKeysReadNothing) {
  using T = TypeParam;
  Random random(7);
  const Sizes n{.queries = 9, .keys = 3, .width = 4, .value_width = 5};
  const Inputs<T> x = normal_inputs<T>(n, random);
  AttentionOptions<T> options;
  options.empty_row = EmptyRow::zeros;
  options.window_left = 0;
  options.window_right = 0;
  on_each_instruction_set([&](const char*) {
    for (int offset = -80; offset <= 80; ++offset) {
      options.offset = offset;
      const Tensor<T> output = tiled_attention(x, options);
      for (std::size_t i = 0; i < n.queries; ++i) {
        const int key = static_cast<int>(i) + offset;
        // A window of one key gives its value.
        const T expected = key >= 0 && key < 3 ? x.v(0, 0, static_cast<std::size_t>(key), 2) : T(0);
        EXPECT_EQ(output(0, 0, i, 2), expected) << "query " << i << ", offset " << offset;
      }
    }
  });
}

// A fill that swallows the scores leaves nothing to tell the keys apart by. Where one key has no fill, it takes all.
TEST(TiledOptions, FillOfMinusABillionOnEveryKeyIsUniformInFloat) {
  Random random(6);
  const Sizes n{.queries = 9, .keys = 270, .width = 3, .value_width = 5};
  const Inputs<float> x = normal_inputs<float>(n, random);
  AttentionOptions<float> options;
  options.causal = true;
  options.alignment = Alignment::bottom_right;
  AttentionOptions<float> uniform = options;
  uniform.scale = 0;
  options.bias = tensor<float>({1}, {-1e9});
  const AttentionTrace<double> expected = expected_trace(x, uniform);
  const Tensor<double> allowed = allowed_errors(expected, x.v, n);
  on_each_instruction_set([&](const char*) { expect_close(tiled_attention(x, options), expected.output, allowed); });
  options.bias = Tensor<float>::from_shape({n.keys});
  options.bias.fill(-1e9f);
  options.bias(3) = 0;
  on_each_instruction_set([&](const char*) {
    const Tensor<float> output = tiled_attention(x, options);
    for (std::size_t i = 0; i < n.queries; ++i) EXPECT_EQ(output(0, 0, i, 4), x.v(0, 0, 3, 4));
  });
}

// Sums of two that would overflow where their mean does not.
TYPED_TEST(TiledOptions, MeanOfTheLargestNumbersIsFinite) {
  using T = TypeParam;
  const T largest = std::numeric_limits<T>::max() / 2 * T(1.5);
  const Sizes n{.queries = 9, .keys = 6, .width = 2, .value_width = 3};
  Random random(5);
  Inputs<T> x = normal_inputs<T>(n, random);
  x.q.fill(0);
  x.v.fill(largest);
  on_each_instruction_set([&](const char*) {
    const Tensor<T> output = tiled_attention(x, {});
    for (const T element : output.storage()) EXPECT_NEAR(element / largest, 1, 1e-6);
  });
}

}  // namespace
}  // namespace maskscope
