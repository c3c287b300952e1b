import * as v from 'valibot';
import type { Core } from '../../core';
import { rows } from '../../tensor';

/** The inputs are those of the chapter's X: three positions of width 2. */
export const positions = 3;
export const width = 2;
/** The scores of −1e9 need inputs beyond the other figures' limit. */
export const inputLimits: [number, number] = [-1e12, 1e12];

const finite = v.pipe(v.number(), v.finite(), v.minValue(inputLimits[0]), v.maxValue(inputLimits[1]));
const inputs = v.pipe(v.array(v.pipe(v.array(finite), v.length(width))), v.length(positions));

export const variants = [
  'correct', 'softmax_then_mask', 'fill_minus_1e4', 'fill_float16_lowest', 'fill_minus_1e9', 'no_triangle', 'reversed_triangle',
  'strict_triangle', 'padding_on_query_rows',
] as const;

export const schema = v.object({
  variant: v.picklist(variants),
  x: inputs,
  /** What the inputs after the prefix become; its prefix rows are not used. */
  future: inputs,
  prefix: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(positions - 1)),
  padding: v.picklist(['none', 'first', 'last']),
  emptyRow: v.picklist(['error', 'zeros', 'uniform', 'nan']),
});

export type State = v.InferOutput<typeof schema>;

/** What the last input can be set to at a press. */
export const presets = { modest: [2, 3], large: [1e5, 1e5], huge: [1e10, 1e10] };
export type Preset = keyof typeof presets | 'same';

export function initial(core: Core): State {
  const x = rows(core.chapterInputs().x);
  return { variant: 'softmax_then_mask', x, future: withLast(x, presets.modest), prefix: 2, padding: 'none', emptyRow: 'error' };
}

function withLast(x: number[][], last: number[]): number[][] {
  return [...x.slice(0, -1), last];
}

/** The inputs after the change: the prefix as it was, then the future. */
export const changed = ({ x, future, prefix }: State): number[][] => x.map((line, i) => (i < prefix ? line : future[i]!));

export function applyPreset({ x, future }: State, preset: Preset): Partial<State> {
  return { future: preset === 'same' ? x : withLast(future, presets[preset]) };
}

/** The preset that stands in the future now, or null where the reader set it by hand. */
export function presetOf(state: State): Preset | null {
  const now = JSON.stringify(changed(state));
  const candidates: Preset[] = ['same', 'modest', 'large', 'huge'];
  return candidates.find((preset) => JSON.stringify(changed({ ...state, ...applyPreset(state, preset) })) === now) ?? null;
}
