import * as v from 'valibot';
import { range } from './range';

/** For the picture; the memory calculator has no limit but the core's. */
export const limits = { batch: 4, positions: 8, width: 32, heads: 8 };

const whole = (low: number, high: number) => v.pipe(v.number(), v.integer(), v.minValue(low), v.maxValue(high));
const count = whole(1, Number.MAX_SAFE_INTEGER);
export const steps = 8;

/** That the heads divide the width and that the element lies in the array is the core's to judge. */
export const schema = v.object({
  batch: whole(1, limits.batch),
  positions: whole(1, limits.positions),
  width: whole(1, limits.width),
  heads: whole(1, limits.heads),
  /** The followed element of the projected batch, counted from 0. */
  b: whole(0, limits.batch - 1),
  t: whole(0, limits.positions - 1),
  c: whole(0, limits.width - 1),
  step: whole(0, steps - 1),
  /** The memory calculator's own sizes. */
  memoryBatch: count,
  memoryHeads: count,
  memoryPositions: count,
  dtype: v.picklist(['float16', 'bfloat16', 'float32', 'float64']),
});

export type State = v.InferOutput<typeof schema>;

/** Small enough to read every cell; the calculator starts with the chapter's sizes. */
export function initial(): State {
  return {
    batch: 2, positions: 3, width: 4, heads: 2, b: 0, t: 1, c: 2, step: 2,
    memoryBatch: 1, memoryHeads: 2, memoryPositions: 3, dtype: 'float64',
  };
}

/** The numbers of heads that a width can be divided among. */
export const divisors = (width: number): number[] => range(limits.heads + 1).filter((heads) => heads > 0 && width % heads === 0);

/** The same state with another size of the array: heads and element are kept where they still fit. */
export function resized(state: State, change: Partial<Pick<State, 'batch' | 'positions' | 'width'>>): Partial<State> {
  const { batch, positions, width } = { ...state, ...change };
  return {
    ...change,
    heads: divisors(width).filter((heads) => heads <= state.heads).at(-1)!,
    b: Math.min(state.b, batch - 1),
    t: Math.min(state.t, positions - 1),
    c: Math.min(state.c, width - 1),
  };
}
