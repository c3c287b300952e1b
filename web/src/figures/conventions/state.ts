import * as v from 'valibot';
import { batchFields, batchFits, batchOf } from '../../parts/batch';
import type { RecordLimits } from '../../parts/records';

export const limits: RecordLimits = { records: 2, positions: 5 };
export const mostHeads = 4;

export const conventionIds = ['sdpa', 'mha', 'key_padding', 'additive', 'attention_mask'] as const;
export type Convention = (typeof conventionIds)[number];
export const arrayLibraries = ['PyTorch', 'NumPy'] as const;
export type ArrayLibrary = (typeof arrayLibraries)[number];

export const schema = v.pipe(
  v.object({
    ...batchFields(limits),
    convention: v.picklist(conventionIds),
    numHeads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostHeads)),
    library: v.picklist(arrayLibraries),
  }),
  v.check((state) => batchFits(state, limits), 'the record shown and the overrides must fit the records'),
);

export type State = v.InferOutput<typeof schema>;

/** Whether the array has one row a record instead of one a query. */
export const perRecord = ({ convention }: State): boolean => convention === 'key_padding' || convention === 'attention_mask';

export const initial = (): State => ({
  ...batchOf('[BOS] red key\n[BOS] red PAD', limits), convention: 'sdpa', numHeads: 2, library: 'PyTorch',
});
