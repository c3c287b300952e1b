// The vector operations that the kernels are written in: Highway's, and for WebAssembly those on doubles that Highway 1.0
// does not have. Included once for each instruction set.

#if defined(MASKSCOPE_KERNELS_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASKSCOPE_KERNELS_VECTORS_INL_HPP
#undef MASKSCOPE_KERNELS_VECTORS_INL_HPP
#else
#define MASKSCOPE_KERNELS_VECTORS_INL_HPP
#endif

#include <cstddef>

#include <hwy/highway.h>

namespace maskscope::kernels::HWY_NAMESPACE::vec {

namespace hn = hwy::HWY_NAMESPACE;

using hn::Add;
using hn::BitCast;
using hn::Div;
using hn::FirstN;
using hn::GetLane;
using hn::IfThenElse;
using hn::Load;
using hn::LoadU;
using hn::Lt;
using hn::Max;
using hn::MaxLanes;
using hn::MaxOfLanes;
using hn::Mul;
using hn::MulAdd;
using hn::Set;
using hn::ShiftLeft;
using hn::Store;
using hn::StoreU;
using hn::Sub;
using hn::SumOfLanes;
using hn::Zero;
#if HWY_TARGET != HWY_SCALAR
using hn::Combine;
using hn::Half;
using hn::InterleaveLower;
using hn::InterleaveUpper;
#endif

}  // namespace maskscope::kernels::HWY_NAMESPACE::vec

#if HWY_TARGET == HWY_WASM && !HWY_HAVE_FLOAT64
HWY_BEFORE_NAMESPACE();
namespace maskscope::kernels::HWY_NAMESPACE::vec {

using Doubles = hn::Simd<double, 2, 0>;
using Double2 = hn::Vec128<double, 2>;

HWY_INLINE Double2 Zero(Doubles) { return {wasm_f64x2_splat(0)}; }
HWY_INLINE Double2 Set(Doubles, double x) { return {wasm_f64x2_splat(x)}; }
HWY_INLINE Double2 LoadU(Doubles, const double* p) { return {wasm_v128_load(p)}; }
HWY_INLINE Double2 Load(Doubles, const double* p) { return {wasm_v128_load(p)}; }
HWY_INLINE void StoreU(Double2 a, Doubles, double* p) { wasm_v128_store(p, a.raw); }
HWY_INLINE void Store(Double2 a, Doubles, double* p) { wasm_v128_store(p, a.raw); }
HWY_INLINE Double2 Add(Double2 a, Double2 b) { return {wasm_f64x2_add(a.raw, b.raw)}; }
HWY_INLINE Double2 Sub(Double2 a, Double2 b) { return {wasm_f64x2_sub(a.raw, b.raw)}; }
HWY_INLINE Double2 Mul(Double2 a, Double2 b) { return {wasm_f64x2_mul(a.raw, b.raw)}; }
HWY_INLINE Double2 Div(Double2 a, Double2 b) { return {wasm_f64x2_div(a.raw, b.raw)}; }
HWY_INLINE Double2 MulAdd(Double2 a, Double2 b, Double2 c) { return Add(Mul(a, b), c); }
/// b where one of them is NaN.
HWY_INLINE Double2 Max(Double2 a, Double2 b) { return {wasm_f64x2_pmax(b.raw, a.raw)}; }
HWY_INLINE hn::Mask128<double, 2> Lt(Double2 a, Double2 b) { return {wasm_f64x2_lt(a.raw, b.raw)}; }
HWY_INLINE Double2 IfThenElse(hn::Mask128<double, 2> mask, Double2 yes, Double2 no) {
  return {wasm_v128_bitselect(yes.raw, no.raw, mask.raw)};
}
HWY_INLINE hn::Mask128<double, 2> FirstN(Doubles, std::size_t n) {
  return {wasm_i64x2_make(n > 0 ? -1 : 0, n > 1 ? -1 : 0)};
}
HWY_INLINE Double2 InterleaveLower(Doubles, Double2 a, Double2 b) { return {wasm_i64x2_shuffle(a.raw, b.raw, 0, 2)}; }
HWY_INLINE Double2 InterleaveUpper(Doubles, Double2 a, Double2 b) { return {wasm_i64x2_shuffle(a.raw, b.raw, 1, 3)}; }
HWY_INLINE Double2 Swapped(Double2 a) { return {wasm_i64x2_shuffle(a.raw, a.raw, 1, 0)}; }
HWY_INLINE double GetLane(Double2 a) { return wasm_f64x2_extract_lane(a.raw, 0); }
HWY_INLINE Double2 SumOfLanes(Doubles, Double2 a) { return Add(a, Swapped(a)); }
HWY_INLINE Double2 MaxOfLanes(Doubles, Double2 a) { return Max(a, Swapped(a)); }

}  // namespace maskscope::kernels::HWY_NAMESPACE::vec
HWY_AFTER_NAMESPACE();
#endif

namespace maskscope::kernels::HWY_NAMESPACE {

template <class T>
using Lanes = hwy::HWY_NAMESPACE::Simd<T, HWY_LANES(T), 0>;
template <class T>
using Vector = decltype(vec::Zero(Lanes<T>()));
template <class T>
inline constexpr std::size_t lanes = HWY_LANES(T);

}  // namespace maskscope::kernels::HWY_NAMESPACE

#endif  // include guard
