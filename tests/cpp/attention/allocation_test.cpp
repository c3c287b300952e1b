// How much memory attention takes. This file replaces operator new for its whole program, so it is a program of its own.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "maskscope/attention/attention.hpp"
#include "support/checks.hpp"
#include "support/instruction_sets.hpp"

namespace {

std::size_t allocated_bytes = 0;

void* counted(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
  allocated_bytes += bytes;
  // aligned_alloc wants whole multiples of the alignment, and something to do.
  const std::size_t rounded = (std::max(bytes, std::size_t{1}) + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, rounded)) return memory;
  throw std::bad_alloc();
}

void* counted_or_null(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  try {
    return counted(bytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

/// Not inlined: GCC would warn that memory from operator new goes to free.
[[gnu::noinline]] void release(void* memory) noexcept { std::free(memory); }

}  // namespace

// Every form, for a sanitizer brings forms of its own that do not call each other.
void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t to) { return counted(bytes, static_cast<std::size_t>(to)); }
void* operator new[](std::size_t bytes, std::align_val_t to) { return counted(bytes, static_cast<std::size_t>(to)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted_or_null(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted_or_null(bytes); }
void* operator new(std::size_t bytes, std::align_val_t to, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes, static_cast<std::size_t>(to));
}
void* operator new[](std::size_t bytes, std::align_val_t to, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes, static_cast<std::size_t>(to));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { release(memory); }

namespace maskscope {
namespace {

using namespace checks;

/// The bytes that `call` allocates all told, which bounds what it holds at any time.
template <class Call>
std::size_t bytes_of(Call call) {
  const std::size_t before = allocated_bytes;
  call();
  return allocated_bytes - before;
}

template <class T>
class Allocation : public testing::Test {
 protected:
  static constexpr std::size_t width = 16;

  static AttentionOptions<T> causal_options() {
    AttentionOptions<T> options;
    options.causal = true;
    options.empty_row = EmptyRow::zeros;
    return options;
  }

  /// What a call on the tiled path takes besides its output.
  static std::size_t extra_bytes(std::size_t queries, std::size_t keys,
                                 const AttentionOptions<T>& options = causal_options()) {
    const Tensor<T> q = random_tensor<T>({1, 1, queries, width}, 1), k = random_tensor<T>({1, 1, keys, width}, 2);
    const Tensor<T> v = random_tensor<T>({1, 1, keys, width}, 3);
    const std::size_t bytes = bytes_of([&] { attention(AttentionPath::tiled, q, k, v, options); });
    const std::size_t output = queries * width * sizeof(T);
    EXPECT_GT(bytes, output);
    return bytes - output;
  }
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Allocation, Types);

// Calls of the operators themselves, for a compiler may leave out a pair of `new` and `delete`.
TEST(Allocation, IsCounted) {
  constexpr std::align_val_t to{64};
  EXPECT_EQ(bytes_of([] { operator delete(operator new(8)); }), 8u);
  EXPECT_EQ(bytes_of([] { operator delete[](operator new[](800)); }), 800u);
  EXPECT_EQ(bytes_of([=] { operator delete(operator new(192, to), to); }), 192u);
  EXPECT_EQ(bytes_of([=] { operator delete[](operator new[](1, to), to); }), 1u);
  EXPECT_EQ(bytes_of([] { operator delete(operator new(8, std::nothrow)); }), 8u);
  EXPECT_EQ(bytes_of([] {}), 0u);
}

TYPED_TEST(Allocation, GrowsInStepWithTheLength) {
  on_each_instruction_set([&](const char*) {
    double before = 0;
    for (const std::size_t length : {256u, 512u, 1024u, 2048u}) {
      SCOPED_TRACE(length);
      const std::size_t bytes = this->extra_bytes(length, length);
      EXPECT_TRUE(before == 0 || static_cast<double>(bytes) <= 2.1 * before) << bytes << " after " << before;
      before = static_cast<double>(bytes);
    }
    // The scores would take 16 times as much at least.
    EXPECT_LT(before, 2048 * 2048 * sizeof(TypeParam) / 16);
  });
}

TYPED_TEST(Allocation, HoldsCopiesOfKeysAndValuesAndATile) {
  on_each_instruction_set([&](const char*) {
    for (const std::size_t keys : {256u, 2048u, 8192u}) {
      SCOPED_TRACE(keys);
      const std::size_t copy = keys * this->width * sizeof(TypeParam);
      const std::size_t bytes = this->extra_bytes(16, keys);
      EXPECT_GE(bytes, copy);
      // A row of weights and flags besides, and what a block of 256 keys needs at most.
      EXPECT_LE(bytes, 2 * copy + keys * (sizeof(TypeParam) + 1) + 2 * 256 * this->width * sizeof(TypeParam));
    }
  });
}

TYPED_TEST(Allocation, HardlyGrowsWithTheQueries) {
  on_each_instruction_set([&](const char*) {
    const std::size_t few = this->extra_bytes(256, 300), many = this->extra_bytes(4096, 300);
    // The range of keys of each query, and a flag.
    EXPECT_LE(many - few, (4096 - 256) * (2 * sizeof(std::size_t) + 1));
  });
}

TYPED_TEST(Allocation, OfOneQueryCopiesNoKeys) {
  on_each_instruction_set([&](const char*) {
    const std::size_t few = this->extra_bytes(1, 1000), many = this->extra_bytes(1, 9000);
    EXPECT_LE(many - few, 8000 * (sizeof(TypeParam) + 1));
  });
}

TYPED_TEST(Allocation, IsTheSameWhateverTheOptionsAre) {
  using T = TypeParam;
  constexpr std::size_t length = 300;
  AttentionOptions<T> window = this->causal_options(), dense = window, biased = window;
  window.window_left = 20;
  dense.visible = random_mask({length, length}, 4);
  biased.bias = random_tensor<T>({length, length}, 5);
  biased.softcap = 2;
  constexpr std::size_t strides = 4 * sizeof(std::size_t);  // of an array that is broadcast
  on_each_instruction_set([&](const char*) {
    const std::size_t bytes = this->extra_bytes(length, length);
    EXPECT_EQ(this->extra_bytes(length, length), bytes) << "a second time";
    EXPECT_EQ(this->extra_bytes(length, length, window), bytes);
    EXPECT_LE(this->extra_bytes(length, length, dense), bytes + strides);
    EXPECT_LE(this->extra_bytes(length, length, biased), bytes + strides);
  });
}

}  // namespace
}  // namespace maskscope
