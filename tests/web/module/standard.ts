/** The standard module in Node. */
import { importSource, moduleBytes } from '../../../web/plugins/project.ts';
import type * as StandardModule from '../../../web/src/standard';
import type { CoreError, FloatTensor } from '../../../web/src/standard';
import type * as TensorModule from '../../../web/src/tensor';
import { expect } from '../playwright.ts';

const { heldArrayFunctions, loadStandard, standardFunctions } = await importSource<typeof StandardModule>('src/standard.ts');
export { heldArrayFunctions, loadStandard, standardFunctions };
export const standard = await loadStandard(moduleBytes('maskscope-standard'));
export const { tensor, mask, indices, rows } = await importSource<typeof TensorModule>('src/tensor.ts');

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
