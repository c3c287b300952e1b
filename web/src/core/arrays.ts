/// <reference lib="esnext.disposable" />
/**
 * Arrays, row-major. Whatever has these two fields is one: a plain object, whose numbers are copied into the core's memory at
 * every call, or a `Resident`, which lies there already. What the core returns are plain objects.
 */

export interface Tensor { readonly shape: number[]; readonly data: Float64Array }
export interface FloatTensor { readonly shape: number[]; readonly data: Float32Array }
/** 1 (true) or 0 for each element. */
export interface Mask { readonly shape: number[]; readonly data: Uint8Array }
export interface Indices { readonly shape: number[]; readonly data: Int32Array }

/** Either width: all arrays of one call have the same, and so has what it returns. */
export type Real = Tensor | FloatTensor;
export type AnyArray = Real | Mask | Indices;

/**
 * An array in the core's memory, taken wherever an array of its kind is. Its memory is freed by `dispose`, at the end of a `using`
 * block, or some time after nothing refers to it any more; after `dispose` calls with it are refused (`disposed`). It belongs to
 * the core that made it, in the thread that made it.
 */
export interface Resident<Data extends AnyArray['data'] = AnyArray['data']> {
  readonly shape: number[];
  /** A copy of its numbers. */
  get data(): Data;
  /** Writes over them: as many numbers, of the same type. */
  set data(numbers: Data);
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * A format that numbers are rounded to. JavaScript has no arrays of the narrow ones: float16 and bfloat16 numbers are kept in a
 * Float32Array or a Float64Array, which hold each of them exactly.
 */
export type Precision = 'float16' | 'bfloat16' | 'float32' | 'float64';
/** What numbers would be kept in, where only their bytes are counted. */
export type Dtype = Precision;

export interface ArrayFunctions {
  /** Copies an array into the core's memory, to stay there. */
  resident<A extends AnyArray>(array: A): Resident<A['data']>;
}
