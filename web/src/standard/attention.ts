/** Attention by the core's own names and policies. Its rule by position can be had as a mask, too. */
import type { AttentionOptions, AttentionTrace, Core, Indices, Mask, MultiHeadParameters, MultiHeadTrace, Tensor } from '../core.ts';
import type { Real } from './arrays.ts';

/**
 * With p the position of query i, key j may be read when j < keyLengths[b], j ≤ p if `causal`, and
 * p − windowLeft ≤ j ≤ p + windowRight.
 */
export interface PositionRule {
  /** no key after the query's own position */
  causal?: boolean;
  /**
   * Where L and S differ. `top_left` (the default): p = i + offset, as PyTorch's `is_causal` and ONNX's Attention have it.
   * `bottom_right`: the last query stands at the last real key, as in PyTorch's `causal_lower_right` and FlashAttention from 2.1.
   */
  alignment?: 'top_left' | 'bottom_right';
  /** keys cached before the first query; 0 under `bottom_right`, which counts itself */
  offset?: number;
  /** keys before its own position that a query may read besides its own: a window of w keys is w − 1. −1, the default: all */
  windowLeft?: number;
  /** keys after its own position, −1: all */
  windowRight?: number;
  /** `[B]` real keys of each sequence, 0…S, at the front of the S */
  keyLengths?: Indices;
}

/** The rule by position and `visible` are combined by "and". */
export interface StandardAttentionOptions<Array extends Real = Tensor> extends Omit<AttentionOptions, 'bias'>, PositionRule {
  /** broadcasts to `[B,H,L,S]` */
  bias?: Array;
}

/** Functions of the page's module that this one has as well; `core.ts` documents them. */
export type SharedFunctions = Pick<Core,
  'causal' | 'validFromLengths' | 'validFromTokenIds' | 'validFromEmbeddings' | 'keyPadding' | 'scoredTargets'
  | 'visibleAnd' | 'visibleOr' | 'visibleNot' | 'explainVisibility' | 'countVisible'
  | 'toSdpaMask' | 'fromSdpaMask' | 'toMhaAttnMask' | 'fromMhaAttnMask' | 'toKeyPaddingMask' | 'fromKeyPaddingMask'
  | 'toAdditiveMask' | 'fromAdditiveMask' | 'toAttentionMask' | 'fromAttentionMask'
  | 'maskedSoftmax' | 'traceMaskedSoftmax' | 'softmaxThenMask' | 'additiveFill' | 'weightedSum'
  | 'project' | 'splitHeads' | 'mergeHeads' | 'permuteHeads' | 'permuteOutputRows' | 'meanNegativeLogLikelihood'>;

export interface AttentionFunctions extends SharedFunctions {
  /**
   * q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]` → `[B,H,L,Dv]`; H a multiple of G, each key head serves H/G consecutive query
   * heads. Refuses a real query with no visible key (`no_visible_key`) unless `emptyRow` says otherwise, and wrong options as
   * `visibleByPosition` does. The arrays are all of a Float32Array or all of a Float64Array.
   */
  attention<Array extends Real>(q: Array, k: Array, v: Array, options?: StandardAttentionOptions<Array>): Array;
  /**
   * How `attention` computes a call with these shapes of q, k and v: row by row in plain loops, bit for bit as `traceAttention`
   * does, or in tiles with vector instructions, which gives the same but for rounding and is far faster where there is much to do.
   */
  attentionPath(q: number[], k: number[], v: number[]): 'reference' | 'tiled';
  /** What the tiles run on: `WASM`, which is SIMD-128. */
  instructionSet(): string;
  traceAttention(q: Tensor, k: Tensor, v: Tensor, options?: StandardAttentionOptions): AttentionTrace;
  /** x `[B,T,E]` → Y `[B,T,E']`. */
  multiHeadAttention(x: Tensor, parameters: MultiHeadParameters, options?: StandardAttentionOptions): Tensor;
  traceMultiHead(x: Tensor, parameters: MultiHeadParameters, options?: StandardAttentionOptions): MultiHeadTrace;

  /**
   * `[B,1,L,S]`, B the count of `keyLengths`, or 1 without them. `out_of_range`: a window below −1, an offset under
   * `bottom_right`, a length outside 0…S.
   */
  visibleByPosition(rule: PositionRule, queries: number, keys: number): Mask;
}
