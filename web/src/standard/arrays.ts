/** Arrays of either width, for the functions that compute in the width they are given. */
import type { Tensor } from '../core.ts';

export type { Indices, Mask, Tensor } from '../core.ts';

export interface FloatTensor { shape: number[]; data: Float32Array }

/** All arrays of one call have the same width, and so has what it returns. */
export type Real = Tensor | FloatTensor;

/**
 * A format that numbers are rounded to. JavaScript has no arrays of the narrow ones: float16 and bfloat16 numbers are kept in a
 * Float32Array or a Float64Array, which hold each of them exactly.
 */
export type Precision = 'float16' | 'bfloat16' | 'float32' | 'float64';
