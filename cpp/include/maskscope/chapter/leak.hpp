#pragma once

// How a leak shows: the invalid copier of example 16.2, the deliberately wrong variants of masked attention that the
// chapter teaches by, and the future-perturbation probe that must catch those that leak.

#include <functional>
#include <string>
#include <string_view>

#include "maskscope/attention/multi_head.hpp"

namespace maskscope {

/// Example 16.2. The first position's score row is [0, ln(ratio)]; values are distributions over [red, blue]:
/// [0.5, 0.5] at BOS and the answer itself at the second position. Nothing is learned.
template <class T>
struct LeakCopier {
  Tensor<T> scores;         ///< `[2]`
  Tensor<T> exponentials;   ///< `[2]`, scores exponentiated without shift: [1, ratio]; 0 where blocked
  Tensor<T> weights;        ///< `[2]`
  Tensor<T> values;         ///< `[2,2,2]`: record (red, blue), position, candidate
  Tensor<T> probabilities;  ///< `[2,2]`: record, candidate
  Tensor<T> correct;        ///< `[2]`: probability of each record's right candidate
  T loss = 0;               ///< mean negative log-likelihood over both records, nats
};

/// ratio > 0 and finite, else `out_of_range`.
template <class T>
LeakCopier<T> leak_copier(T ratio, bool future_visible);

/// Masked attention as it is and as it goes wrong. Each wrong one has been somebody's bug.
enum class Variant {
  correct,                  ///< causal and key padding, masked before the softmax
  softmax_then_mask,        ///< softmax over everything, then times 0/1, never renormalised
  fill_minus_1e4,           ///< -1e4 added to blocked scores instead of -inf
  fill_minus_1e9,           ///< -1e9
  fill_float16_lowest,      ///< -65504, the least float16
  strict_triangle,          ///< the diagonal is blocked too: row 1 is empty
  reversed_triangle,        ///< reads the present and the future, never the past
  no_triangle,              ///< causal rule forgotten
  padding_on_query_rows,    ///< padding blocks the rows of padded queries; their columns stay readable
};

inline constexpr Variant all_variants[] = {
    Variant::correct,         Variant::softmax_then_mask,   Variant::fill_minus_1e4,
    Variant::fill_minus_1e9,  Variant::fill_float16_lowest, Variant::strict_triangle,
    Variant::reversed_triangle, Variant::no_triangle,       Variant::padding_on_query_rows};

std::string_view name(Variant variant) noexcept;
Variant variant_from_name(std::string_view name);

/// The wrong steps by themselves.
namespace faulty {

/// softmax(scores) times 0/1, rows not renormalised. scores and visible `[...,L,S]`.
template <class T>
Tensor<T> softmax_then_mask(const Tensor<T>& scores, const Mask& visible);

/// softmax(scores + fill at blocked cells): finite fills keep a blocked key in the sum.
template <class T>
Tensor<T> additive_fill(const Tensor<T>& scores, const Mask& visible, T fill);

Mask strict_triangle(std::size_t length);    ///< `[T,T]`, j < i
Mask reversed_triangle(std::size_t length);  ///< `[T,T]`, j >= i
Mask no_triangle(std::size_t length);        ///< `[T,T]`, all true

/// `[B,1,T,T]`: the rows of padded queries blocked, every column left readable. valid `[B,T]`.
Mask padding_on_query_rows(const Mask& valid);

}  // namespace faulty

/// What a variant lets each query read and how it weighs it, for one batch of scores.
/// scores `[B,H,T,T]`, valid `[B,T]`. Rows of padding queries are zeros; a real row with nothing to read follows `empty_row`.
template <class T>
struct VariantTrace {
  Mask visible;       ///< `[B,1,T,T]` the visibility the variant believes in
  Tensor<T> weights;  ///< `[B,H,T,T]`
};

template <class T>
VariantTrace<T> variant_weights(Variant variant, const Tensor<T>& scores, const Mask& valid,
                                EmptyRow empty_row = EmptyRow::error);

/// Any map from a sequence x `[T,E]` to outputs `[T,E']` with fixed parameters and no randomness.
template <class T>
using SequenceFunction = std::function<Tensor<T>(const Tensor<T>& x)>;

/// Multi-head self-attention in one of the variants, as a `SequenceFunction`. valid `[T]`, empty: all real.
template <class T>
SequenceFunction<T> variant_function(Variant variant, const MultiHeadParameters<T>& parameters, const Mask& valid,
                                     EmptyRow empty_row = EmptyRow::error);

template <class T>
struct ChangedOutput {
  std::size_t position;    ///< 0-based
  std::size_t coordinate;  ///< 0-based
  T before;
  T after;
};

template <class T>
struct ProbeReport {
  Tensor<T> before;  ///< `[prefix,E']`
  Tensor<T> after;   ///< `[prefix,E']`
  std::vector<ChangedOutput<T>> changed;  ///< every output of the prefix whose bits differ (two NaNs count as equal)
  T largest_change = 0;                   ///< max |after - before|; infinity if one is NaN and the other not
};

/// The future-perturbation probe: the outputs of the first `prefix` positions must not move, bit for bit, when only
/// later inputs change. x and changed `[T,E]`, equal in the first `prefix` rows (else `prefix_changed`), 1 <= prefix <= T.
template <class T>
ProbeReport<T> probe_future(const SequenceFunction<T>& function, const Tensor<T>& x, const Tensor<T>& changed,
                            std::size_t prefix);

}  // namespace maskscope
