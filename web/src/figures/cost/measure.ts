/**
 * The task of the figure: how long one call of the core's `attention` takes, and how many cells the mask leaves visible, for
 * every length and mask. Runs in a worker; for short lengths on the page too.
 */
import type { AttentionOptions, Core, Mask, Tensor } from '../../core';
import { blocks, keysInWindow, width, type BlockingMask, type MaskName } from './state';

export interface Plan { lengths: number[]; masks: MaskName[]; heads: number }

/** One cell of the table. */
export interface Job { positions: number; mask: MaskName }
/** `milliseconds` of one call, median of the rounds; `visible` cells of one head, counted where the mask blocks any. */
export interface Cost { milliseconds: number; visible?: number }
/** Each job is told twice: when it begins, and with its cost. */
export interface Step { job: Job; cost?: Cost }

/** Odd, so that the median is one of them. */
export const rounds = 5;
/** A round repeats its call until it is this long: the clocks of some browsers tick once a millisecond. */
export const shortestRound = 20;

/** What the timed call is told. */
export const attentionOptions: Record<MaskName, AttentionOptions> = {
  none: {}, causal: { causal: true }, window: { causal: true, windowLeft: keysInWindow - 1 },
};

/** `[T,T]`, the same rules as masks, to count their cells. */
const visibilities: Record<BlockingMask, (core: Core, positions: number) => Mask> = {
  causal: (core, positions) => core.causal(positions, positions),
  window: (core, positions) =>
    core.visibleAnd(core.causal(positions, positions), core.visibleNot(core.causal(positions, positions, -keysInWindow))),
};

export const visibleCells = (core: Core, mask: BlockingMask, positions: number): number =>
  core.countVisible(visibilities[mask](core, positions)).visible;

/** `[1,H,T,D]`: numbers between -0.5 and 0.5, always the same. What they are does not change the work. */
function input(heads: number, positions: number, step: number): Tensor {
  const shape = [1, heads, positions, width];
  return { shape, data: Float64Array.from({ length: heads * positions * width }, (_, i) => ((i * step) % 101) / 101 - 0.5) };
}

function round(call: () => void, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) call();
  return performance.now() - start;
}

/** Warms up until a round is long enough, then takes the median round. Pauses between rounds. */
function* millisecondsOf(call: () => void): Generator<undefined, number> {
  let calls = 1;
  while (round(call, calls) < shortestRound) {
    calls *= 2;
    yield;
  }
  const times: number[] = [];
  while (times.length < rounds) {
    times.push(round(call, calls) / calls);
    yield;
  }
  return times.sort((a, b) => a - b)[(rounds - 1) / 2]!;
}

export function* measureCost(core: Core, { lengths, masks, heads }: Plan): Generator<Step | undefined, void> {
  for (const positions of lengths) {
    const [q, k, v] = [37, 41, 43].map((step) => input(heads, positions, step)) as [Tensor, Tensor, Tensor];
    for (const mask of masks) {
      const job: Job = { positions, mask };
      yield { job };
      const visible = blocks(mask) ? { visible: visibleCells(core, mask, positions) } : {};
      const milliseconds = yield* millisecondsOf(() => { core.attention(q, k, v, attentionOptions[mask]); });
      yield { job, cost: { milliseconds, ...visible } };
    }
  }
}
