/** Several heads, from projections to the loss. */
import type { Indices, Mask, Tensor } from './arrays.ts';
import type { AttentionOptions, AttentionTrace } from './attention.ts';

export interface MultiHeadParameters { numHeads: number; wQ: Tensor; wK: Tensor; wV: Tensor; wO: Tensor }
export interface MultiHeadTrace {
  /** `[B,T,C]` */ q: Tensor; k: Tensor; v: Tensor;
  /** `[B,H,T,d]` */ qHeads: Tensor; kHeads: Tensor; vHeads: Tensor;
  attention: AttentionTrace;
  /** J `[B,T,C]` */ merged: Tensor;
  /** `[B,H,T,E']` */ contributions: Tensor;
  /** Y `[B,T,E']` */ output: Tensor;
}

export interface HeadFunctions {
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
}
