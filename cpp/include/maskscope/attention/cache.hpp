#pragma once

// Decoding with a cache: the keys and values of earlier tokens are kept, each step brings N new ones, and its output is
// what the last N rows of the full causal computation would be. Three ways to keep them:
//
//                  memory     a step copies        a query reads
//   GrowingCache   2 P        N, now and then P    all that came before it
//   FixedCache     C          N                    the same; sequences may differ in length
//   RingCache      C          N                    the last window_left + 1; older ones are overwritten
//
// The softmax does not ask in which order keys are stored, so the ring is read as it lies; only who may read a slot is
// told by the position that it holds. A query is at its position in the whole sequence: a block that forgets the offset of
// the cached keys lets its first queries read too little, or the later ones too much.

#include "maskscope/attention/attention.hpp"

namespace maskscope {

/// Room for C tokens, the first `tokens` in use. Where it is full, C doubles. None before the first step.
template <class T>
struct GrowingCache {
  Tensor<T> keys;          ///< `[B,G,C,D]`
  Tensor<T> values;        ///< `[B,G,C,Dv]`
  std::size_t tokens = 0;  ///< P
};

/// C slots, the first lengths[b] of each sequence in use. What the others hold is never read. A length may be lowered, to
/// drop the padding of a prompt or to take tokens back.
template <class T>
struct FixedCache {
  Tensor<T> keys;    ///< `[B,G,C,D]`
  Tensor<T> values;  ///< `[B,G,C,Dv]`
  Indices lengths;   ///< `[B]`, 0…C
};

/// C slots; position p lies in slot p mod C.
template <class T>
struct RingCache {
  Tensor<T> keys;           ///< `[B,G,C,D]`
  Tensor<T> values;         ///< `[B,G,C,Dv]`
  std::size_t written = 0;  ///< positions so far, overwritten ones included
};

struct CacheSizes {
  std::size_t batch = 1;        ///< B
  std::size_t key_heads = 1;    ///< G
  std::size_t slots = 1;        ///< C
  std::size_t width = 1;        ///< D
  std::size_t value_width = 1;  ///< Dv
};

/// All slots free. Each size must be 1 or more (`out_of_range`); `too_large` names the bytes.
template <class T>
FixedCache<T> fixed_cache(const CacheSizes& sizes);
template <class T>
RingCache<T> ring_cache(const CacheSizes& sizes);

/// Puts k `[B,G,N,D]` and v `[B,G,N,Dv]` behind what is there. Throws `shape_mismatch`, or `out_of_range` where N is more
/// than the slots that are free (fixed) or that there are (ring), and leaves the cache as it was.
template <class T>
void append(GrowingCache<T>& cache, const Tensor<T>& k, const Tensor<T>& v);
template <class T>
void append(FixedCache<T>& cache, const Tensor<T>& k, const Tensor<T>& v);
template <class T>
void append(RingCache<T>& cache, const Tensor<T>& k, const Tensor<T>& v);

/// x `[B,G,C,D]` of a cache cut to its first tokens, `[B,G,tokens,D]`.
template <class T>
Tensor<T> first_tokens(const Tensor<T>& x, std::size_t tokens);

/// Takes tokens back, or the padding of a prompt: lengths `[B]`, 0…C, else `out_of_range` or `shape_mismatch`.
template <class T>
void set_lengths(FixedCache<T>& cache, const Indices& lengths);

/// The position that each slot holds, `[C]`; -1: none yet.
template <class T>
Indices slot_positions(const RingCache<T>& cache);

template <class T>
struct CachedAttentionOptions {
  std::optional<T> scale;  ///< as in `AttentionOptions`
  T softcap = 0;           ///< as in `AttentionOptions`
  Tensor<T> bias;          ///< broadcasts to `[B,H,N,S]`, the keys in the order in which the cache holds them
  int window_left = -1;    ///< as in `PositionRule`; for a ring 0…C - N
};

/// Output `[B,H,N,Dv]` of q `[B,H,N,D]`, the queries of the last N tokens that were appended.
/// Throws as `attention` does, `out_of_range` for more queries than tokens and for a window that the ring does not hold.
template <class T>
Tensor<T> attend(const Tensor<T>& q, const GrowingCache<T>& cache, const CachedAttentionOptions<T>& options = {});
template <class T>
Tensor<T> attend(const Tensor<T>& q, const FixedCache<T>& cache, const CachedAttentionOptions<T>& options = {});
template <class T>
Tensor<T> attend(const Tensor<T>& q, const RingCache<T>& cache, const CachedAttentionOptions<T>& options = {});

}  // namespace maskscope
