#pragma once

// Attention in tiles of queries by blocks of keys, with vector instructions: the fast twin of `reference.hpp`.
// The softmax is computed on the way (Dao 2023, "FlashAttention-2"): each row keeps the largest score so far, the sum of
// exp(score - largest), and the output that belongs to both, and scales the last two when a block brings a larger score.

#include <cstddef>

#include "masks/key_range.hpp"

namespace maskscope::kernels {

/// An array that may be broadcast: a stride of 0 repeats its elements. `key_stride` is 0 or 1.
template <class E>
struct Cells {
  const E* data = nullptr;  // nullptr: not given
  std::size_t head_stride = 0;
  std::size_t query_stride = 0;
  std::size_t key_stride = 0;

  const E* row(std::size_t head, std::size_t query) const { return data + head * head_stride + query * query_stride; }
};

/// One sequence, one key head, and the query heads that read it.
template <class T>
struct Job {
  std::size_t heads, queries, keys, width, value_width;
  const T* q;               // [heads,queries,width]
  const T* k;               // [keys,width]
  const T* v;               // [keys,value_width]
  const KeyRange* allowed;  // [queries], what the rule by position lets each query read
  Cells<bool> visible;
  Cells<T> bias;
  T scale;
  T softcap;         // 0: off
  T* output;         // [heads,queries,value_width]
  bool* unfinished;  // [heads,queries], false
};

/// How many elements of T `attend` wants as working memory, aligned to 64 bytes: in O(width + value_width) times
/// `job.keys`, whatever the number of queries.
template <class T>
std::size_t workspace_size(const Job<T>& job);

/// Fills `output`, and sets `unfinished` in rows that must be computed in plain loops instead: those that may read nothing,
/// and those in which what they read makes a number infinite or NaN. What a row may not read never reaches it.
template <class T>
void attend(const Job<T>& job, T* workspace);

/// The instruction set that `attend` runs on, as Highway names it: "AVX3", "WASM", …
const char* instruction_set();

}  // namespace maskscope::kernels
