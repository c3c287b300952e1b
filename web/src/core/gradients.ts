/** Derivatives of masked attention, backwards: of sum(output · gradOutput). */
import type { Tensor } from './arrays.ts';
import type { AttentionOptions } from './attention.ts';
import type { MultiHeadParameters } from './heads.ts';

/** What a blocked key or value holds reaches no gradient, nor does a query that reads nothing. */
export interface AttentionGradients {
  /** `[B,H,L,D]` */ q: Tensor;
  /** `[B,G,S,D]`, summed over the query heads that share a key head */ k: Tensor;
  /** `[B,G,S,Dv]` */ v: Tensor;
  /** in the shape of the bias, where there is one */ bias?: Tensor;
  /** `[B,H,L,S]`: of the scores after softcap and bias; exactly 0 at blocked cells */ biased: Tensor;
  /** `[B,H,L,S]`: of scale · q kᵀ */ scores: Tensor;
}

export interface MultiHeadGradients {
  /** `[B,T,E]` */ x: Tensor;
  /** `[E,C]` */ wQ: Tensor; wK: Tensor; wV: Tensor;
  /** `[C,E']` */ wO: Tensor;
  /** of the heads `[B,H,T,d]` */ attention: AttentionGradients;
}

export interface GradientFunctions {
  /** gradOutput `[B,H,L,Dv]`, else `shape_mismatch`. Refuses what `attention` refuses, and `[B,H,L,S]` above 2 GiB (`too_large`). */
  attentionGradients(q: Tensor, k: Tensor, v: Tensor, gradOutput: Tensor, options?: AttentionOptions): AttentionGradients;
  /** gradOutput `[B,T,E']`. */
  multiHeadGradients(x: Tensor, parameters: MultiHeadParameters, gradOutput: Tensor,
    options?: AttentionOptions): MultiHeadGradients;
}
