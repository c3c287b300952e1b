/** Between nested lists, as figures keep them in their state, and the module's flat arrays. Moves numbers, computes none. */
import type { Indices, Mask, Tensor } from './core';

type Nested<T> = T | Nested<T>[];

function shapeOf(nested: Nested<unknown>): number[] {
  return Array.isArray(nested) ? [nested.length, ...(nested.length ? shapeOf(nested[0]!) : [])] : [];
}

function flat<T>(nested: Nested<T>): T[] {
  return Array.isArray(nested) ? (nested as unknown[]).flat(Infinity) as T[] : [nested];
}

export const tensor = (nested: Nested<number>): Tensor => ({ shape: shapeOf(nested), data: Float64Array.from(flat(nested)) });
export const indices = (nested: Nested<number>): Indices => ({ shape: shapeOf(nested), data: Int32Array.from(flat(nested)) });
export const mask = (nested: Nested<boolean | number>): Mask =>
  ({ shape: shapeOf(nested), data: Uint8Array.from(flat(nested), (x) => (x ? 1 : 0)) });

/** The same numbers under another shape of the same size. */
export function reshape<A extends Tensor | Mask | Indices>(array: A, shape: number[]): A {
  return { ...array, shape };
}

interface Flat { shape: number[]; data: ArrayLike<number> }

/** The last axis as a list; for arrays of rank 1, or of more where `lead` picks the leading axes. */
export function row(array: Flat, ...lead: number[]): number[] {
  const width = array.shape.at(-1)!;
  let offset = 0;
  for (let axis = 0; axis < array.shape.length - 1; axis++) offset = offset * array.shape[axis]! + (lead[axis] ?? 0);
  return Array.from({ length: width }, (_, i) => array.data[offset * width + i]!);
}

/** The last two axes as rows; `lead` picks the leading axes (0 where omitted). */
export function rows(array: Flat, ...lead: number[]): number[][] {
  const height = array.shape.at(-2)!;
  const leading = array.shape.slice(0, -2).map((_, axis) => lead[axis] ?? 0);
  return Array.from({ length: height }, (_, i) => row(array, ...leading, i));
}
