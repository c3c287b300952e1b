// The tiled path against the scalar twin: lengths, widths, accuracy, and what must hold whatever the numbers are.
// That all options agree is tested in tiled_options_test.cpp.

#include "kernels/tiled.hpp"

#include <new>
#include <set>

#include "support/tiled_checks.hpp"

namespace maskscope {
namespace {

using namespace checks;

constexpr std::size_t widths[] = {1, 2, 3, 7, 8, 16, 64, 80, 128, 256};

template <class T>
class Tiled : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Tiled, Types);

// --- which instruction sets ran ------------------------------------------------------------------------------------

/// Those that the processor has, asked without Highway; empty where the question is not known.
std::set<std::string> instruction_sets_of_this_processor() {
  std::set<std::string> names;
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("ssse3")) names.insert("SSSE3");
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul")) names.insert("SSE4");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) names.insert("AVX2");
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    names.insert("AVX3");
  }
#endif
  return names;
}

TEST(Tiled, RunsOnEveryInstructionSetOfThisMachine) {
  Random random(1);
  const Inputs<float> x = normal_inputs<float>({.queries = 20, .keys = 200, .width = 40, .value_width = 40}, random);
  std::set<std::string> names;
  std::set<std::vector<float>> outputs;
  on_each_instruction_set([&](const char* name) {
    EXPECT_EQ(instruction_set(), name);
    names.insert(std::string(instruction_set()));
    const Tensor<float> output = tiled_attention(x, {});
    outputs.insert(std::vector<float>(output.storage().begin(), output.storage().end()));
  });
  std::string list;
  for (const std::string& name : names) list += name + " ";
  RecordProperty("instruction_sets", list);
  for (const std::string& name : instruction_sets_of_this_processor()) EXPECT_EQ(names.count(name), 1u) << name;
  // Vectors of other lengths add up in another order, which shows that not only the name changed.
  EXPECT_GT(outputs.size(), names.size() > 2 ? 1u : 0u);
}

// --- agreement -----------------------------------------------------------------------------------------------------

TYPED_TEST(Tiled, AgreesWithTheScalarTwinForEveryLength) {
  Random random(2);
  for (std::size_t length = 1; length <= 130; ++length) {
    SCOPED_TRACE(length);
    const Sizes n{.group = length % 3 == 0 ? 2u : 1u, .queries = length, .keys = length, .width = widths[length % 10],
                  .value_width = widths[(length + length / 10) % 10]};
    AttentionOptions<TypeParam> options;
    options.causal = length % 2 == 1;
    expect_agreement(n, normal_inputs<TypeParam>(n, random), options);
  }
}

TYPED_TEST(Tiled, AgreesWithTheScalarTwinForEveryPairOfWidths) {
  Random random(3);
  for (const std::size_t width : widths) {
    for (const std::size_t value_width : widths) {
      // Few queries are computed in another way.
      for (const std::size_t queries : {1u, 3u, 9u}) {
        SCOPED_TRACE(testing::Message() << queries << " queries, widths " << width << " and " << value_width);
        const Sizes n{.queries = queries, .keys = 37, .width = width, .value_width = value_width};
        expect_agreement<TypeParam>(n, normal_inputs<TypeParam>(n, random), {});
      }
    }
  }
}

TYPED_TEST(Tiled, AgreesWithTheScalarTwinAroundBlocksOfKeys) {
  Random random(4);
  for (const std::size_t keys : {255u, 256u, 257u, 300u, 511u, 512u, 513u}) {
    for (const std::size_t queries : {1u, 2u, 3u, 17u}) {
      SCOPED_TRACE(testing::Message() << queries << " queries, " << keys << " keys");
      const Sizes n{.group = queries == 17 ? 1u : 2u, .queries = queries, .keys = keys, .width = 16, .value_width = 7};
      const Inputs<TypeParam> x = normal_inputs<TypeParam>(n, random);
      AttentionOptions<TypeParam> options;
      expect_agreement(n, x, options);
      options.causal = true;
      options.alignment = Alignment::bottom_right;
      expect_agreement(n, x, options);
      options.alignment = Alignment::top_left;
      expect_agreement(n, x, options);
    }
  }
}

TYPED_TEST(Tiled, AgreesWithTheScalarTwinForWindowsAcrossBlocks) {
  Random random(5);
  const Sizes n{.queries = 530, .keys = 530, .width = 3, .value_width = 5};
  const Inputs<TypeParam> x = normal_inputs<TypeParam>(n, random);
  for (const int window : {0, 1, 15, 100, 255, 256, 300}) {
    SCOPED_TRACE(window);
    AttentionOptions<TypeParam> options;
    options.window_left = window;
    options.causal = window % 2 == 0;
    options.window_right = 2;
    expect_agreement(n, x, options);
  }
}

// A later block may bring a larger score: what was summed up before it is scaled down, in both directions and by much.
TYPED_TEST(Tiled, AgreesWhereTheLargestScoreComesLateOrEarly) {
  Random random(6);
  const Sizes n{.queries = 9, .keys = 1030, .width = 4, .value_width = 4};
  const Inputs<TypeParam> x = normal_inputs<TypeParam>(n, random);
  AttentionOptions<TypeParam> options;
  options.bias = Tensor<TypeParam>::from_shape({n.keys});
  // From 0.6 on a block lies further below the next one than an exponential reaches.
  for (const double slope : {0.05, -0.05, 0.6, -0.6, 40.0, -40.0}) {
    SCOPED_TRACE(slope);
    for (std::size_t j = 0; j < n.keys; ++j) options.bias(j) = static_cast<TypeParam>(slope * static_cast<double>(j));
    expect_agreement(n, x, options);
  }
}

TEST(Tiled, FloatErrorsStayBelowFourTenMillionthsOfTheRowsMagnitude) {
  Random random(7);
  for (const std::size_t keys : {100u, 1000u, 4096u}) {
    for (const std::size_t width : {64u, 128u, 256u}) {
      for (const std::size_t queries : {1u, 9u}) {
        SCOPED_TRACE(testing::Message() << queries << " queries, " << keys << " keys, width " << width);
        const Sizes n{.queries = queries, .keys = keys, .width = width, .value_width = width};
        AttentionOptions<float> options;
        options.causal = true;
        options.alignment = Alignment::bottom_right;
        const Inputs<float> x = normal_inputs<float>(n, random);
        const AttentionTrace<double> expected = expected_trace(x, options);
        const Tensor<double> allowed = 4e-7 * magnitudes(x.v, expected.softmax.visible, n);
        on_each_instruction_set([&](const char*) {
          expect_close(tiled_attention(x, options), expected.output, allowed);
        });
      }
    }
  }
}

// --- what must hold bit for bit ------------------------------------------------------------------------------------

TYPED_TEST(Tiled, GivesTheSameBitsEachTime) {
  Random random(8);
  const Sizes n{.key_heads = 2, .group = 2, .queries = 37, .keys = 300, .width = 20, .value_width = 11};
  const Inputs<TypeParam> x = normal_inputs<TypeParam>(n, random);
  on_each_instruction_set([&](const char*) {
    const Tensor<TypeParam> first = tiled_attention(x, {});
    // Memory that the next call may get is full of something else.
    const Inputs<TypeParam> other = normal_inputs<TypeParam>(n, random);
    EXPECT_TRUE(all_finite(tiled_attention(other, {})));
    expect_same_bits(tiled_attention(x, {}), first);
  });
}

TYPED_TEST(Tiled, RowsDoNotDependOnTheFuture) {
  Random random(9);
  const Sizes n{.queries = 300, .keys = 300, .width = 5, .value_width = 3};
  const Inputs<TypeParam> x = normal_inputs<TypeParam>(n, random);
  AttentionOptions<TypeParam> options;
  options.causal = true;
  on_each_instruction_set([&](const char*) {
    const Tensor<TypeParam> clean = tiled_attention(x, options);
    for (const std::size_t from : {1u, 6u, 7u, 63u, 255u, 256u, 257u, 299u}) {
      SCOPED_TRACE(from);
      Inputs<TypeParam> other = x;
      const auto change = [&](Tensor<TypeParam>& array, std::size_t width) {
        std::fill(array.data() + from * width, array.data() + array.size(), TypeParam(7));
      };
      change(other.q, n.width);
      change(other.k, n.width);
      change(other.v, n.value_width);
      const Tensor<TypeParam> output = tiled_attention(other, options);
      EXPECT_EQ(std::memcmp(output.data(), clean.data(), from * n.value_width * sizeof(TypeParam)), 0);
      EXPECT_NE(output(0, 0, from, 0), clean(0, 0, from, 0));
    }
  });
}

// --- pointers and working memory -----------------------------------------------------------------------------------

/// A copy that begins `shift` elements after an address aligned to 64 bytes; nothing lies behind it.
template <class T>
class Shifted {
 public:
  Shifted(const Tensor<T>& array, std::size_t shift)
      : memory_(static_cast<T*>(::operator new((shift + array.size()) * sizeof(T), alignment))), data_(memory_ + shift) {
    std::copy(array.storage().begin(), array.storage().end(), data_);
  }
  Shifted(const Shifted&) = delete;
  Shifted& operator=(const Shifted&) = delete;
  ~Shifted() { ::operator delete(memory_, alignment); }
  T* data() { return data_; }

 private:
  static constexpr std::align_val_t alignment{64};
  T* memory_;
  T* data_;
};

TYPED_TEST(Tiled, TakesPointersThatAreAlignedToElementsOnly) {
  using T = TypeParam;
  Random random(10);
  for (const std::size_t queries : {1u, 2u, 11u}) {
    const Sizes n{.queries = queries, .keys = 61, .width = 19, .value_width = 32};
    const Inputs<T> x = normal_inputs<T>(n, random);
    AttentionOptions<T> options;
    options.bias = normal_tensor<T>({queries, n.keys}, random);
    options.visible = random_mask({queries, n.keys}, 11);
    options.empty_row = EmptyRow::zeros;
    const std::vector<KeyRange> allowed(queries, {0, n.keys});
    on_each_instruction_set([&](const char*) {
      const Tensor<T> expected = tiled_attention(x, options);
      for (std::size_t shift = 0; shift < 64 / sizeof(T); ++shift) {
        SCOPED_TRACE(shift);
        Shifted<T> q(x.q, shift), k(x.k, shift), v(x.v, shift), bias(options.bias, shift), output(expected, shift);
        std::fill_n(output.data(), expected.size(), T(9));
        bool unfinished[11] = {};
        const kernels::Job<T> job{1, queries, n.keys, n.width, n.value_width, q.data(), k.data(), v.data(),
                                  allowed.data(), {options.visible.data(), 0, n.keys, 1}, {bias.data(), 0, n.keys, 1},
                                  1 / std::sqrt(static_cast<T>(n.width)), 0, output.data(), unfinished};
        Shifted<T> workspace(Tensor<T>::from_shape({kernels::workspace_size(job)}), 0);
        // Whatever the memory held before, nothing of it may be seen.
        for (const double left_over : {nan, 0.0}) {
          std::fill_n(workspace.data(), kernels::workspace_size(job), static_cast<T>(left_over));
          kernels::attend(job, workspace.data());
          EXPECT_EQ(std::memcmp(output.data(), expected.data(), expected.size() * sizeof(T)), 0);
          EXPECT_EQ(std::count(unfinished, unfinished + 11, true), 0);
        }
      }
    });
  }
}

// --- which path a call takes ---------------------------------------------------------------------------------------

TEST(AttentionPath, IsTiledFromTheLeastCountOfProductsOn) {
  // 2 * 8 * 16 * (17 + 47) = 2^14
  EXPECT_EQ(attention_path({1, 2, 8, 17}, {1, 1, 16, 17}, {1, 1, 16, 47}), AttentionPath::tiled);
  EXPECT_EQ(attention_path({1, 2, 8, 17}, {1, 1, 16, 17}, {1, 1, 16, 46}), AttentionPath::reference);
  EXPECT_EQ(attention_path({1, 2, 8, 16}, {1, 1, 16, 16}, {1, 1, 16, 47}), AttentionPath::reference);
  EXPECT_EQ(attention_path({1, 2, 7, 17}, {1, 1, 16, 17}, {1, 1, 16, 47}), AttentionPath::reference);
  EXPECT_EQ(attention_path({1, 2, 8, 17}, {1, 1, 15, 17}, {1, 1, 15, 47}), AttentionPath::reference);
  EXPECT_EQ(attention_path({2, 1, 8, 17}, {2, 1, 16, 17}, {2, 1, 16, 47}), AttentionPath::tiled);
  EXPECT_EQ(attention_path({1, 1, 8, 17}, {1, 1, 16, 17}, {1, 1, 16, 47}), AttentionPath::reference);
}

TEST(AttentionPath, RefusesShapesThatDoNotFit) {
  expect_error(ErrorCode::shape_mismatch, "k: expected shape [1,*,*,17], got [1,1,16,16]",
               [] { attention_path({1, 2, 8, 17}, {1, 1, 16, 16}, {1, 1, 16, 47}); });
}

TYPED_TEST(Tiled, AttentionTakesThePathThatItNames) {
  Random random(12);
  for (const std::size_t value_width : {46u, 47u}) {
    const Sizes n{.group = 2, .queries = 8, .keys = 16, .width = 17, .value_width = value_width};
    const auto [q, k, v] = normal_inputs<TypeParam>(n, random);
    const AttentionPath path = attention_path(q.shape(), k.shape(), v.shape());
    const AttentionPath other = path == AttentionPath::tiled ? AttentionPath::reference : AttentionPath::tiled;
    expect_same_bits(attention(q, k, v), attention(path, q, k, v));
    EXPECT_FALSE(attention(q, k, v) == attention(other, q, k, v)) << "the paths can not be told apart";
  }
}

}  // namespace
}  // namespace maskscope
