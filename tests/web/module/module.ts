/** The module as the page loads it, in Node, and the golden numbers. */
import { readFileSync } from 'node:fs';
import { importSource, moduleBytes } from '../../../web/plugins/project.ts';
import type * as CoreModule from '../../../web/src/core';
import type * as TensorModule from '../../../web/src/tensor';
import { expect } from '../playwright.ts';
import { project } from '../site.ts';

const { loadCore, coreFunctions } = await importSource<typeof CoreModule>('src/core.ts');
export { coreFunctions };
export const core = await loadCore(moduleBytes());
export const { tensor, mask, indices } = await importSource<typeof TensorModule>('src/tensor.ts');

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
