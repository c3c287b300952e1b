import * as v from 'valibot';

export const lengths = [64, 128, 256, 512, 1024, 2048, 4096];
/** What the largest T can be chosen from: two ratios can be seen at least. */
export const largestLengths = lengths.slice(2);

export const maskNames = ['none', 'causal', 'window'] as const;
export type MaskName = (typeof maskNames)[number];

/** Keys that the windowed mask leaves a query, its own among them. */
export const keysInWindow = 128;
/** D of q, k and v. */
export const width = 64;

export const schema = v.object({
  largest: v.picklist(largestLengths),
  heads: v.picklist([1, 2]),
  /** In the order of `maskNames`, each at most once. */
  masks: v.pipe(v.array(v.picklist(maskNames)), v.check((masks) => masks.join() === inOrder(masks).join(), 'masks: expected each once, in order')),
});

export type State = v.InferOutput<typeof schema>;

export const initial = (): State => ({ largest: 1024, heads: 1, masks: [...maskNames] });

/** The masks that block cells. Without a mask all T² are visible. */
export type BlockingMask = Exclude<MaskName, 'none'>;
export const blocks = (mask: MaskName): mask is BlockingMask => mask !== 'none';

export const inOrder = (masks: readonly MaskName[]): MaskName[] => maskNames.filter((mask) => masks.includes(mask));
export const lengthsUpTo = (largest: number): number[] => lengths.filter((positions) => positions <= largest);
