#pragma once

// What positions add to the scores. Every bias here is `[H,L,S]`, which broadcasts to `[B,H,L,S]`; `with_batch_axis`
// makes `[1,H,L,S]` of it. A bias moves weights between visible keys and blocks none: the visibility stays with the
// mask. p stands for the position of a query, j for a key; `Cells::offset` is the number of cached keys before the
// first query.

#include "maskscope/base/tensor.hpp"
#include "maskscope/masks/cells.hpp"

namespace maskscope {

/// The slopes of ALiBi, `[H]`: for H a power of two 2^(-8/H), 2^(-16/H), … 2^-8; for any other H those of the next
/// lower power P, then every second one of 2P until H are there. Press et al. 2022, "Train Short, Test Long", section 3
/// and its code. Throws `out_of_range` for no heads.
template <class T>
Tensor<T> alibi_slopes(std::size_t heads);

enum class AlibiForm {
  causal,     ///< slope (j - p), as in the paper: falls with distance into the past, and rises into the future, which a
              ///< causal mask must block
  symmetric,  ///< -slope |p - j|: falls on both sides, for encoders
};

/// "causal" or "symmetric", else `unknown_name`.
AlibiForm alibi_form_from_name(std::string_view name);

/// `[H,L,S]` from slopes `[H]` (`alibi_slopes(H)`, or one's own). Throws `not_finite` for slopes that are not.
template <class T>
Tensor<T> alibi(const Tensor<T>& slopes, const Cells& cells, AlibiForm form = AlibiForm::causal);

/// `[H,L,S]` from a learned table `[2c+1,H]`, one row for each distance clipped to -c…c: table[clip(j - p) + c, h].
/// Throws `shape_mismatch` for an even number of rows. The scalar form of Shaw et al. 2018, "Self-Attention with
/// Relative Position Representations", as in the Swin Transformer.
template <class T>
Tensor<T> relative_position_bias(const Tensor<T>& table, const Cells& cells);

/// `[B,H,L,S]`: the vector form of Shaw et al. 2018, equation 5: scale q_i · table[clip(j - p) + c], with q `[B,H,L,D]`
/// and table `[2c+1,D]`. scale is the attention's own (1/sqrt(D)). Added to the scores it gives q (k + a)^T, softcap
/// aside.
template <class T>
Tensor<T> relative_key_bias(const Tensor<T>& q, const Tensor<T>& table, T scale, std::size_t keys,
                            std::ptrdiff_t offset = 0);

struct T5Buckets {
  bool bidirectional = true;  ///< half of the buckets for keys after the query; off: those count as distance 0
  int num_buckets = 32;       ///< even and at least 4 if bidirectional, else at least 2
  int max_distance = 128;     ///< from here on all distances share the last bucket
};

/// The bucket of a distance j - p: one for each small distance, then logarithmically wider ones. Raffel et al. 2020,
/// "Exploring the Limits of Transfer Learning", section 2.1 and its code. Throws `out_of_range` for too few buckets and
/// for a max_distance within the exact ones (num_buckets / 4, or / 2 if not bidirectional).
int t5_bucket(std::ptrdiff_t distance, const T5Buckets& buckets = {});

/// The bucket of each cell, `[L,S]`.
Indices t5_bucket_cells(const Cells& cells, const T5Buckets& buckets = {});

/// `[H,L,S]` from a learned table `[num_buckets,H]`. T5 itself leaves out 1/sqrt(D): its attention has scale 1.
template <class T>
Tensor<T> t5_bias(const Tensor<T>& table, const Cells& cells, const T5Buckets& buckets = {});

/// Two biases added, broadcast to each other.
template <class T>
Tensor<T> bias_sum(const Tensor<T>& a, const Tensor<T>& b);

/// A bias and a visibility as one additive mask, broadcast to each other: the bias where visible, -inf where blocked.
template <class T>
Tensor<T> masked_bias(const Tensor<T>& bias, const Mask& visible);

/// `[H,L,S]` as `[1,H,L,S]`.
template <class T>
Tensor<T> with_batch_axis(const Tensor<T>& bias);

}  // namespace maskscope
