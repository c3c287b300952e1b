/** The masked softmax, all at once and step by step. */
import type { Mask, Tensor } from './arrays.ts';

/** What a real query gets that may read nothing; default `error`. */
export type EmptyRow = 'error' | 'zeros' | 'uniform' | 'nan';

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

export interface SoftmaxFunctions {
  maskedSoftmax(scores: Tensor, options?: SoftmaxOptions): Tensor;
  traceMaskedSoftmax(scores: Tensor, options?: SoftmaxOptions): SoftmaxTrace;
}
