import * as v from 'valibot';
import type { Core } from '../../core';
import { largestInput } from '../../format';
import { rows } from '../../tensor';

/** Example 16.3: three positions, two heads of width 1. */
export const positions = 3;
export const heads = 2;

const finite = v.pipe(v.number(), v.finite(), v.minValue(-largestInput), v.maxValue(largestInput));
const grid = (height: number) => v.pipe(v.array(v.pipe(v.array(finite), v.length(2))), v.length(height));

export const schema = v.object({
  x: grid(positions),
  /** Parameters as they are before any swap. */
  wQ: grid(2), wK: grid(2), wV: grid(2), wO: grid(2),
  /** The followed query, counted from 0. */
  query: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(positions - 1)),
  causal: v.boolean(),
  headsSwapped: v.boolean(),
  rowsSwapped: v.boolean(),
});

export type State = v.InferOutput<typeof schema>;

export function initial(core: Core): State {
  const { x, twoHeads } = core.chapterInputs();
  return {
    x: rows(x),
    wQ: rows(twoHeads.wQ), wK: rows(twoHeads.wK), wV: rows(twoHeads.wV), wO: rows(twoHeads.wO),
    query: 1,
    causal: true,
    headsSwapped: false,
    rowsSwapped: false,
  };
}
