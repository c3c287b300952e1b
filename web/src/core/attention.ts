/** Attention by the core's own names and policies. */
import type { FloatTensor, Real, Resident, Tensor } from './arrays.ts';
import type { PositionRule } from './masks.ts';
import type { SoftmaxOptions, SoftmaxTrace } from './softmax.ts';

/** The rule by position and `visible` are combined by "and". */
export interface AttentionOptions<Array extends Real = Tensor> extends SoftmaxOptions, PositionRule {
  /** default 1/√D */
  scale?: number;
  /** default 0: off */
  softcap?: number;
  /** broadcasts to `[B,H,L,S]` */
  bias?: Array;
}
export interface AttentionTrace { scores: Tensor; /** after softcap */ capped: Tensor; biased: Tensor; softmax: SoftmaxTrace; output: Tensor }

export interface AttentionFunctions {
  /**
   * q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]` → `[B,H,L,Dv]`; H a multiple of G, each key head serves H/G consecutive query
   * heads. Refuses a real query with no visible key (`no_visible_key`) unless `emptyRow` says otherwise, and wrong options as
   * `visibleByPosition` does. The arrays are all of a Float32Array or all of a Float64Array. With `out`, an array of the
   * output's shape that stays, the numbers go there, and it is what is returned.
   */
  attention<Out extends Resident>(q: Real, k: Real, v: Real, options: AttentionOptions<Real> & { out: Out }): Out;
  attention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): Tensor;
  attention(q: FloatTensor, k: FloatTensor, v: FloatTensor, options?: AttentionOptions<FloatTensor>): FloatTensor;
  attention<Array extends Real>(q: Array, k: Array, v: Array, options?: AttentionOptions<Array>): Array;
  /**
   * How `attention` computes a call with these shapes of q, k and v: row by row in plain loops, bit for bit as `traceAttention`
   * does, or in tiles with vector instructions, which gives the same but for rounding and is far faster where there is much to do.
   */
  attentionPath(q: number[], k: number[], v: number[]): 'reference' | 'tiled';
  /** What the tiles run on: `WASM`, which is SIMD-128. */
  instructionSet(): string;
  traceAttention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): AttentionTrace;
  /** weights `[B,H,L,S]` times v `[B,G,S,Dv]`. */
  weightedSum(weights: Tensor, v: Tensor): Tensor;
}
