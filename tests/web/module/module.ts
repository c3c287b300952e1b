/** The module as the page loads it, in Node, and the golden numbers. */
import { existsSync, readFileSync } from 'node:fs';
import { importSource, loadCore } from '../../../web/plugins/project.ts';
import type * as CoreModule from '../../../web/src/core';
import type * as TensorModule from '../../../web/src/tensor';
import { expect, test } from '../playwright.ts';

export const core = await loadCore();
export const { coreFunctions } = await importSource<typeof CoreModule>('src/core.ts');
export const { tensor, mask, indices } = await importSource<typeof TensorModule>('src/tensor.ts');

/** Decimal strings and booleans, nested as in the file. */
export type Golden = any;

const goldenFile = process.env.MASKSCOPE_SHARED && `${process.env.MASKSCOPE_SHARED}/golden/chapter16.json`;

/** The golden numbers; without them the tests that ask are skipped, but never in CI. */
export function golden(): Golden {
  if (goldenFile && existsSync(goldenFile)) return JSON.parse(readFileSync(goldenFile, 'utf8'));
  if (process.env.CI) throw new Error('MASKSCOPE_SHARED must name the folder that holds golden/chapter16.json');
  test.skip(true, 'set MASKSCOPE_SHARED to the folder that holds golden/chapter16.json');
}

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
