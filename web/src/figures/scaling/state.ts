import * as v from 'valibot';

/** The widths on the slider, about evenly spaced by ratio. */
export const widths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
export const largestSeed = 9999;

export const schema = v.object({
  width: v.picklist(widths),
  seed: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largestSeed)),
});

export type State = v.InferOutput<typeof schema>;

export const initial = (): State => ({ width: 64, seed: 4 });
