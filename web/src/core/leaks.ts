/** Masks that are wrong on purpose, what they give away, and the probe that finds out; axes on the way through the heads. */
import type { Dtype, Mask, Tensor } from './arrays.ts';
import type { MultiHeadParameters } from './heads.ts';
import type { EmptyRow } from './softmax.ts';

export interface LeakCopier {
  /** `[2]` */ scores: Tensor; exponentials: Tensor; weights: Tensor;
  /** `[2,2,2]` record, position, candidate */ values: Tensor;
  /** `[2,2]` record, candidate */ probabilities: Tensor;
  /** `[2]` per record */ correct: Tensor;
  /** nats */ loss: number;
}

export type Variant =
  | 'correct' | 'softmax_then_mask' | 'fill_minus_1e4' | 'fill_minus_1e9' | 'fill_float16_lowest'
  | 'strict_triangle' | 'reversed_triangle' | 'no_triangle' | 'padding_on_query_rows';
export interface VariantTrace { /** `[B,1,T,T]` */ visible: Mask; /** `[B,H,T,T]` */ weights: Tensor }
export interface ChangedOutput { position: number; coordinate: number; before: number; after: number }
export interface ProbeReport { /** `[prefix,E']` */ before: Tensor; after: Tensor; changed: ChangedOutput[]; largestChange: number }

export interface Axes { batch: number; positions: number; width: number; heads: number }
export interface AxisStep { step: string; axes: string[]; shape: number[]; index: number[]; offset: number }
export interface AxisTrace { right: AxisStep[]; reshapeOnly: AxisStep; reshapeOnlySource: number[]; reversedAxes: AxisStep }

export interface LeakFunctions {
  /** Wrong on purpose: softmax, then times 0/1, rows not renormalised. */
  softmaxThenMask(scores: Tensor, visible: Mask): Tensor;
  /** Wrong on purpose: softmax(scores + fill at blocked cells). */
  additiveFill(scores: Tensor, visible: Mask, fill: number): Tensor;
  leakCopier(ratio: number, futureVisible: boolean): LeakCopier;
  variants(): Variant[];
  /** scores `[B,H,T,T]`, valid `[B,T]`. */
  variantWeights(variant: Variant, scores: Tensor, valid: Mask, emptyRow?: EmptyRow): VariantTrace;
  /** x and changed `[T,E]` with equal first `prefix` rows; valid `[T]`. */
  probeFuture(variant: Variant, parameters: MultiHeadParameters, x: Tensor, changed: Tensor, prefix: number,
    options?: { valid?: Mask; emptyRow?: EmptyRow }): ProbeReport;

  /** 0-based b, t, c. */
  followAxes(axes: Axes, b: number, t: number, c: number): AxisTrace;
  scoreMemory(batch: number, heads: number, positions: number, dtype: Dtype): { scores: number; bytes: number };
}
