/** Numbers as narrower formats hold them, and the softmax as it is done in one, with fills in place of a mask. */
import type { Mask, Precision, Real, Tensor } from './arrays.ts';

export interface PrecisionLimits {
  /** the largest finite number */ largest: number;
  /** its negative */ lowest: number;
  /** from 1 to the next larger number */ epsilon: number;
  /** below it digits are lost */ smallestNormal: number;
  /** half of it and less rounds to 0 */ smallestSubnormal: number;
}

export interface Fill {
  /** broadcasts to the scores' `[...,L,S]`; cells that are 0 get `value` */ visible: Mask;
  /** finite or infinite */ value: number;
}

export interface RoundedSoftmaxOptions {
  /** default float16 */
  precision?: Precision;
  /** default none: nothing is blocked */
  fills?: Fill[];
  /** `add` (the default): fills are summed up, then added to the scores. `replace`: each takes the score's place, the last wins. */
  mode?: 'add' | 'replace';
  /** default true; false shows what happens without */
  subtractMax?: boolean;
}

/** Every number is one that the format holds. A row whose cells are all −Infinity gives NaN. */
export interface RoundedSoftmaxTrace {
  /** each fill's value in the format */ fills: number[];
  /** `[...,L,S]` */ scores: Tensor;
  /** `[...,L,S]` what the fills come to at each cell */ fill: Tensor;
  /** `[...,L,S]` */ filled: Tensor;
  /** `[...,L]` */ rowMax: Tensor;
  /** `[...,L,S]` */ shifted: Tensor;
  /** `[...,L,S]` */ exponentials: Tensor;
  /** `[...,L]` */ rowSum: Tensor;
  /** `[...,L,S]` */ weights: Tensor;
}

export interface PrecisionFunctions {
  /** `unknown_name` for any other format. */
  limitsOf(precision: Precision): PrecisionLimits;
  /** Every element's nearest number of the format, ties to even, in an array of the same shape and width. */
  roundTo<T extends Real>(precision: Precision, array: T): T;
  /** scores `[...,L,S]`, rank 2 or more. Refuses with `shape_mismatch`, `empty_input`, `not_finite` for a fill that is NaN. */
  traceRoundedSoftmax(scores: Tensor, options?: RoundedSoftmaxOptions): RoundedSoftmaxTrace;
}
