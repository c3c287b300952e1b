import * as v from 'valibot';

export const ratios: [number, number] = [1, 999];

export const schema = v.object({
  ratio: v.pipe(v.number(), v.minValue(ratios[0]), v.maxValue(ratios[1])),
  record: v.picklist(['red', 'blue']),
  future: v.picklist(['visible', 'causal']),
});

export type State = v.InferOutput<typeof schema>;

/** Example 16.2. */
export const initial = (): State => ({ ratio: 99, record: 'red', future: 'visible' });

/**
 * The slider is even in log₁₀(ratio + 1), so that 9, 99 and 999 lie equally far apart: each leaves [BOS] a tenth of the
 * weight that it had before.
 */
export const stops = { first: 30, last: 300 };

export function ratioAt(stop: number): number {
  const ratio = 10 ** (stop / 100) - 1;
  const rounded = ratio < 10 ? Math.round(ratio * 10) / 10 : Math.round(ratio);
  return Math.min(Math.max(rounded, ratios[0]), ratios[1]);
}

export const stopOf = (ratio: number): number => Math.round(Math.log10(ratio + 1) * 100);
