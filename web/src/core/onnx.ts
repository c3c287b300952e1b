/**
 * The ONNX operators Attention (opsets 23 to 25) and LinearAttention (opset 27), with the operators' own names in camelCase.
 *
 * q, k, v and every other array of numbers of a call are Float32Arrays, or all are Float64Arrays; results are the same. For
 * float16 and bfloat16 give their values in a Float32Array and name the format as `elementType`: everything is then rounded
 * where the operator rounds. What is refused has `shape_mismatch`, `empty_input`, `out_of_range`, `not_finite`, `unknown_name`
 * or `too_large` for its code, and the message names the input or attribute as the options do.
 */
import type { Indices, Mask, Precision, Real } from './arrays.ts';

export interface OnnxAttentionOptions<T extends Real = Real> {
  /**
   * Broadcasts, right-aligned, to `[B,H,L,P+S]`, rank 1 to 4; a mask with fewer keys is padded with "blocked". A Mask: 1 takes
   * part. Numbers: added to the scores.
   */
  attnMask?: Mask | T;
  /** `[B,G,P,D]`, P may be 0; with `pastValue` or not at all */
  pastKey?: T;
  /** `[B,G,P,Dv]` */
  pastValue?: T;
  /** `[B]`: real keys of each sequence, 0…S, where k and v are a cache kept outside; excludes `pastKey` and `pastValue` */
  nonpadKvSeqlen?: Indices;
  /** query i stands at key i + P, or at i + nonpadKvSeqlen[b] − L, else at i (top-left), and reads none after it */
  isCausal?: boolean;
  /** default 1/√D; 0 or more */
  scale?: number;
  /** c > 0: scores become c·tanh(scores / c), before the mask; default 0: off */
  softcap?: number;
  /** keys before the query's own position that it may read besides its own; default −1: all */
  leftWindowSize?: number;
  /** keys after it, default −1: all */
  rightWindowSize?: number;
  /** H and G, for inputs of rank 3 and for no others */
  qNumHeads?: number;
  kvNumHeads?: number;
  /** asks for `qkMatmulOutput`: 0 raw scores, 1 after softcap, 2 with the mask, 3 weights */
  qkMatmulOutputMode?: 0 | 1 | 2 | 3;
  /** the softmax's own format; default: the element type */
  softmaxPrecision?: Precision;
  /** the format of inputs and results; default: what the arrays are. Not float64 for Float32Arrays. */
  elementType?: Precision;
}

export interface OnnxAttentionOutputs<T extends Real = Real> {
  /** `[B,H,L,Dv]`, or `[B,L,H·Dv]` for inputs of rank 3. A query that may read no key gets zeros. */
  y: T;
  /** `[B,G,P+S,D]`; none with `nonpadKvSeqlen` */
  presentKey?: T;
  /** `[B,G,P+S,Dv]` */
  presentValue?: T;
  /** `[B,H,L,P+S]`, where `qkMatmulOutputMode` asks for it */
  qkMatmulOutput?: T;
}

export interface LinearAttentionOptions<T extends Real = Real> {
  /** H, default 1 */
  qNumHeads?: number;
  /** G, default 1; H is a multiple of it */
  kvNumHeads?: number;
  /** default `gated_delta`. The gated rules need `decay`, the delta rules `beta`; neither takes what it does not use. */
  updateRule?: 'linear' | 'gated' | 'delta' | 'gated_delta';
  /** multiplies the output; default, and 0: 1/√D */
  scale?: number;
  /** `[B,G,D,Dv]`; default zeros */
  pastState?: T;
  /** a logarithm: `[B,L,G·D]`, or `[B,L,G]` for one number a head */
  decay?: T;
  /** `[B,L,G]`, or `[B,L,1]` for one number for all heads */
  beta?: T;
  /** the format of inputs and output; default: what the arrays are */
  elementType?: Precision;
  /** the format of the states; default: the element type */
  stateType?: Precision;
}

export interface LinearAttentionOutputs<T extends Real = Real> {
  /** `[B,L,H·Dv]` */
  output: T;
  /** `[B,G,D,Dv]` after the last position */
  presentState: T;
}

export interface OnnxFunctions {
  /** q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]`; or q `[B,L,H·D]`, k `[B,S,G·D]`, v `[B,S,G·Dv]` with both head counts. */
  onnxAttention<T extends Real>(q: T, k: T, v: T, options?: OnnxAttentionOptions<T>): OnnxAttentionOutputs<T>;
  /** q `[B,L,H·D]`, k `[B,L,G·D]`, v `[B,L,G·Dv]`. Position t reads positions up to and with t; keys are not normalised. */
  linearAttention<T extends Real>(q: T, k: T, v: T, options?: LinearAttentionOptions<T>): LinearAttentionOutputs<T>;
}
