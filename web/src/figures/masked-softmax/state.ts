import * as v from 'valibot';
import type { Core } from '../../core';
import { largestInput } from '../../format';
import { rows } from '../../tensor';

export const largestSize = 6;

const finite = v.pipe(v.number(), v.finite(), v.minValue(-largestInput), v.maxValue(largestInput));
const override = v.picklist([-1, 0, 1]);
const square = <T>(item: v.GenericSchema<unknown, T>) => v.pipe(v.array(v.array(item)), v.maxLength(largestSize));

export const schema = v.pipe(
  v.object({
    size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largestSize)),
    scores: square(finite),
    values: v.array(v.pipe(v.array(finite), v.length(2))),
    overrides: square(override),
    causal: v.boolean(),
    pads: v.pipe(v.number(), v.integer(), v.minValue(0)),
    order: v.picklist(['before', 'after']),
    fill: v.picklist(['minus_infinity', 'minus_1e4', 'minus_1e9', 'float16_lowest']),
    emptyRow: v.picklist(['error', 'zeros', 'uniform', 'nan']),
    form: v.picklist(['numbers', 'symbols']),
    step: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  }),
  v.check(({ size, scores, values, overrides, pads }) =>
    [scores, overrides].every((grid) => grid.length === size && grid.every((line) => line.length === size)) && values.length === size && pads <= size,
  'scores, values and overrides must have as many rows as there are positions'),
);

export type State = v.InferOutput<typeof schema>;

/** Example 16.1. */
export function initial(core: Core): State {
  const inputs = core.chapterInputs();
  return {
    size: 3,
    scores: rows(inputs.scores),
    values: rows(inputs.v),
    overrides: grid(3, 0 as const),
    causal: true,
    pads: 0,
    order: 'before',
    fill: 'minus_infinity',
    emptyRow: 'error',
    form: 'numbers',
    step: 1,
  };
}

export function grid<T>(size: number, value: T): T[][] {
  return Array.from({ length: size }, () => Array<T>(size).fill(value));
}

/** The same state with another number of positions; what is new has score 0 and value 0. */
export function resized(state: State, size: number): Partial<State> {
  const fit = <T>(lines: T[][], fresh: T): T[][] => grid(size, fresh).map((line, i) => line.map((x, j) => lines[i]?.[j] ?? x));
  return {
    size,
    scores: fit(state.scores, 0),
    overrides: fit(state.overrides, 0),
    values: Array.from({ length: size }, (_, i) => state.values[i] ?? [0, 0]),
    pads: Math.min(state.pads, size),
  };
}
