/** The module in Node, the golden numbers, and what the tests share. */
import { readFileSync } from 'node:fs';
import { importSource, moduleBytes } from '../../../web/plugins/project.ts';
import type * as CoreModule from '../../../web/src/core';
import type { CoreError, FloatTensor } from '../../../web/src/core';
import type * as SignaturesModule from '../../../web/src/core/signatures';
import type * as TensorModule from '../../../web/src/tensor';
import { expect } from '../playwright.ts';
import { project } from '../site.ts';

export const { loadCore } = await importSource<typeof CoreModule>('src/core.ts');
export const { signatures } = await importSource<typeof SignaturesModule>('src/core/signatures.ts');
export const core = await loadCore(moduleBytes());
export const { tensor, mask, indices, rows } = await importSource<typeof TensorModule>('src/tensor.ts');

/** The chapter's numbers as decimal strings, nested as in the file. */
export const golden: any = JSON.parse(readFileSync(`${project}tests/golden/chapter16.json`, 'utf8'));

/** Every element within 1e-12; NaN never passes. */
export function expectClose(actual: { shape: number[]; data: ArrayLike<number> }, wanted: unknown, shape = shapeOf(wanted)): void {
  expect(actual.shape).toEqual(shape);
  const numbers = ([wanted].flat(Infinity) as (string | number | boolean)[]).map(Number);
  expect(actual.data.length).toBe(numbers.length);
  numbers.forEach((number, i) => {
    const off = Math.abs(actual.data[i]! - number);
    expect(off <= 1e-12, `element ${i} is ${actual.data[i]}, not ${number}`).toBe(true);
  });
}

function shapeOf(nested: unknown): number[] {
  return Array.isArray(nested) ? [nested.length, ...shapeOf(nested[0])] : [];
}

/** Strings of the golden file as numbers, nested as they are. */
export function numbers<T>(nested: T): any {
  return Array.isArray(nested) ? nested.map(numbers) : Number(nested);
}

/** The same numbers as a Float32Array. */
export function float({ shape, data }: { shape: number[]; data: ArrayLike<number> }): FloatTensor {
  return { shape, data: Float32Array.from(data) };
}

/** An array with numbers that repeat only after a long while. */
export function varied(shape: number[], seed = 1) {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { shape, data: Float64Array.from({ length: size }, (_, i) => Math.sin(seed * 12.9 + i * 78.233)) };
}

export function expectNear(actual: { shape: number[]; data: ArrayLike<number> }, wanted: { shape: number[]; data: ArrayLike<number> }, tolerance = 1e-12): void {
  expect(actual.shape).toEqual(wanted.shape);
  const far = Array.from(wanted.data).flatMap((number, i) =>
    (Object.is(actual.data[i], number) || Math.abs(actual.data[i]! - number) <= tolerance ? [] : [`element ${i}: ${actual.data[i]}, not ${number}`]));
  expect(far).toEqual([]);
}

/** What a call throws. */
export function refusal(call: () => unknown): CoreError {
  try {
    call();
  } catch (error) {
    return error as CoreError;
  }
  throw new Error('nothing was refused');
}
