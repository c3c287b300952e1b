/**
 * Loads the WebAssembly module and speaks to it: the only caller of the module in the project.
 *
 * Arrays are row-major. Letters: B batch, H query heads, G key heads, L queries, S keys, D width of a head, T = L = S,
 * E model width, C = H·d. In every mask true (1) means "may read", except in the results of the conversions, which say so.
 * Every call throws `CoreError` with a `code` and a `message` that names the argument, what was expected and what came.
 */

import createModule from 'maskscope-module';
import { functionsOf } from './module.ts';

export { CoreError, type ErrorCode } from './module.ts';

export interface Tensor { shape: number[]; data: Float64Array }
export interface Mask { shape: number[]; data: Uint8Array }
export interface Indices { shape: number[]; data: Int32Array }

export type EmptyRow = 'error' | 'zeros' | 'uniform' | 'nan';

/** Values of `ExplainedVisibility.reasons`. */
export const Reason = {
  visible: 0, future: 1, padding: 2, futureAndPadding: 3, blockedByHand: 4, allowedByHand: 5,
} as const;

export interface VisibilityRules { causal: boolean; padding: boolean; /** `[B,T,T]`, 0 leave, 1 allow, -1 block */ overrides?: Indices }
export interface ExplainedVisibility { /** `[B,1,T,T]` */ visible: Mask; /** `[B,1,T,T]` */ reasons: Indices }
export interface VisibilityCounts { cells: number; visible: number; emptyRows: number }

export interface SoftmaxOptions {
  /** broadcasts to `[...,L,S]`; default: everything is visible */
  visible?: Mask;
  /** broadcasts to `[...,L]`; default: every query is real */
  validQueries?: Mask;
  emptyRow?: EmptyRow;
}
/** Blocked cells hold -Infinity in `masked` and `shifted`, 0 in `exponentials` and `weights`. */
export interface SoftmaxTrace {
  visible: Mask; validQueries: Mask; masked: Tensor; rowMax: Tensor; shifted: Tensor;
  exponentials: Tensor; rowSum: Tensor; weights: Tensor;
}

export interface AttentionOptions extends SoftmaxOptions {
  /** default 1/√D */
  scale?: number;
  /** default 0: off */
  softcap?: number;
  /** broadcasts to `[B,H,L,S]` */
  bias?: Tensor;
  causal?: boolean;
  /** keys before its own position that a query may read besides its own: a window of w keys is w − 1; default −1: all */
  windowLeft?: number;
}
export interface AttentionTrace { scores: Tensor; /** after softcap */ capped: Tensor; biased: Tensor; softmax: SoftmaxTrace; output: Tensor }

export interface MultiHeadParameters { numHeads: number; wQ: Tensor; wK: Tensor; wV: Tensor; wO: Tensor }
export interface MultiHeadTrace {
  /** `[B,T,C]` */ q: Tensor; k: Tensor; v: Tensor;
  /** `[B,H,T,d]` */ qHeads: Tensor; kHeads: Tensor; vHeads: Tensor;
  attention: AttentionTrace;
  /** J `[B,T,C]` */ merged: Tensor;
  /** `[B,H,T,E']` */ contributions: Tensor;
  /** Y `[B,T,E']` */ output: Tensor;
}

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
export type Dtype = 'float16' | 'bfloat16' | 'float32' | 'float64';

export interface ChapterInputs {
  x: Tensor; wQ: Tensor; wK: Tensor; wV: Tensor; q: Tensor; k: Tensor; v: Tensor; scale: number; scores: Tensor;
  twoHeads: MultiHeadParameters;
}
export interface ScalingDemo { unscaledScores: Tensor; scaledScores: Tensor; unscaledWeights: Tensor; scaledWeights: Tensor }

export type AnswerKind = 'number' | 'numbers' | 'matrix' | 'cells' | 'flags' | 'choice';
export interface Part { id: string; kind: AnswerKind; shape: number[]; options: string[]; /** which elements count */ compared: Mask }
export interface Exercise {
  number: number; seed: number; tokens: string[]; targets: string[]; givens: { id: string; value: Tensor }[]; parts: Part[];
}
export type Verdict = 'right' | 'imprecise' | 'known_mistake' | 'wrong';
export interface Grade { verdict: Verdict; mistake: string; differing: number[] }

export interface Core {
  /** `[L,S]`: query i reads keys j ≤ i + offset. */
  causal(queries: number, keys: number, offset?: number): Mask;
  /** `[B,T]` */
  validFromLengths(lengths: number[], positions: number): Mask;
  validFromTokenIds(ids: Indices, padId: number): Mask;
  /** x `[B,T,E]`: a position is padding when its whole vector equals padValue. */
  validFromEmbeddings(x: Tensor, padValue: number): Mask;
  /** `[B,1,L,S]` from real keys `[B,S]`. */
  keyPadding(validKeys: Mask, queries: number): Mask;
  scoredTargets(validQueries: Mask, targets: Indices, ignoredId: number): Mask;
  visibleAnd(a: Mask, b: Mask): Mask;
  visibleOr(a: Mask, b: Mask): Mask;
  visibleNot(a: Mask): Mask;
  explainVisibility(valid: Mask, rules: VisibilityRules): ExplainedVisibility;
  countVisible(visible: Mask): VisibilityCounts;

  maskedSoftmax(scores: Tensor, options?: SoftmaxOptions): Tensor;
  traceMaskedSoftmax(scores: Tensor, options?: SoftmaxOptions): SoftmaxTrace;
  /** Wrong on purpose: softmax, then times 0/1, rows not renormalised. */
  softmaxThenMask(scores: Tensor, visible: Mask): Tensor;
  /** Wrong on purpose: softmax(scores + fill at blocked cells). */
  additiveFill(scores: Tensor, visible: Mask, fill: number): Tensor;

  /** q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]` → `[B,H,L,Dv]`. */
  attention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): Tensor;
  traceAttention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): AttentionTrace;
  /** weights `[B,H,L,S]` times v `[B,G,S,Dv]`. */
  weightedSum(weights: Tensor, v: Tensor): Tensor;

  /** x `[B,T,E]` times w `[E,C]`. */
  project(x: Tensor, w: Tensor): Tensor;
  splitHeads(x: Tensor, numHeads: number): Tensor;
  mergeHeads(heads: Tensor): Tensor;
  /** x `[B,T,E]` → Y `[B,T,E']`. */
  multiHeadAttention(x: Tensor, parameters: MultiHeadParameters, options?: AttentionOptions): Tensor;
  traceMultiHead(x: Tensor, parameters: MultiHeadParameters, options?: AttentionOptions): MultiHeadTrace;
  permuteHeads(parameters: MultiHeadParameters, order: number[]): MultiHeadParameters;
  permuteOutputRows(parameters: MultiHeadParameters, order: number[]): MultiHeadParameters;

  /** probabilities `[B,T,V]`, targets `[B,T]`, scored `[B,T]` → mean −ln p in nats. */
  meanNegativeLogLikelihood(probabilities: Tensor, targets: Indices, scored: Mask): number;

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

  /** true = takes part, the same as ours */ toSdpaMask(visible: Mask): Mask;
  fromSdpaMask(attnMask: Mask): Mask;
  /** true = blocked; `[L,S]` or `[B·H,L,S]` */ toMhaAttnMask(visible: Mask, numHeads: number): Mask;
  fromMhaAttnMask(attnMask: Mask, numHeads: number): Mask;
  /** true = ignore; `[B,S]` */ toKeyPaddingMask(validKeys: Mask): Mask;
  fromKeyPaddingMask(keyPaddingMask: Mask): Mask;
  /** 0 where visible, -Infinity where blocked */ toAdditiveMask(visible: Mask): Tensor;
  fromAdditiveMask(mask: Tensor): Mask;
  /** 1 = real, 0 = padding; `[B,S]` */ toAttentionMask(validKeys: Mask): Indices;
  fromAttentionMask(attentionMask: Indices): Mask;

  chapterInputs(): ChapterInputs;
  /** 1 ≤ width ≤ 1024 */ scalingDemo(width: number, seed: number): ScalingDemo;
  /** number 1…6; seed 0 is the chapter's own */ exercise(number: number, seed: number): Exercise;
  grade(number: number, seed: number, part: string, answer: Tensor): Grade;
  referenceAnswer(number: number, seed: number, part: string): Tensor;
  /** Ids of every mistake that a grader can recognise in an exercise, over the seeds; the page has a text for each. */
  mistakeIds(number: number, seed: number): string[];
}

/** The module's exports, which are exactly the functions of `Core`. */
export const coreFunctions = [
  'causal', 'validFromLengths', 'validFromTokenIds', 'validFromEmbeddings', 'keyPadding', 'scoredTargets',
  'visibleAnd', 'visibleOr', 'visibleNot', 'explainVisibility', 'countVisible',
  'maskedSoftmax', 'traceMaskedSoftmax', 'softmaxThenMask', 'additiveFill',
  'attention', 'traceAttention', 'weightedSum',
  'project', 'splitHeads', 'mergeHeads', 'multiHeadAttention', 'traceMultiHead', 'permuteHeads', 'permuteOutputRows',
  'meanNegativeLogLikelihood', 'leakCopier', 'variants', 'variantWeights', 'probeFuture', 'followAxes', 'scoreMemory',
  'toSdpaMask', 'fromSdpaMask', 'toMhaAttnMask', 'fromMhaAttnMask', 'toKeyPaddingMask', 'fromKeyPaddingMask',
  'toAdditiveMask', 'fromAdditiveMask', 'toAttentionMask', 'fromAttentionMask',
  'chapterInputs', 'scalingDemo', 'exercise', 'grade', 'referenceAnswer', 'mistakeIds',
] as const satisfies readonly (keyof Core)[];

/** Compiles the module from its bytes. Rejects where WebAssembly is missing or the bytes are not the module's. */
export async function loadCore(binary: Uint8Array): Promise<Core> {
  return functionsOf<Core>(await createModule({ wasmBinary: binary }), coreFunctions);
}
