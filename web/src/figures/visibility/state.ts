import * as v from 'valibot';
import { batchFields, batchFits, batchOf, withText as batchWithText } from '../../parts/batch';
import { recordsOf, type RecordLimits } from '../../parts/records';

export const limits: RecordLimits = { records: 4, positions: 8 };

export const schema = v.pipe(
  v.object({
    ...batchFields(limits),
    paddingRule: v.picklist(['key_columns', 'query_rows']),
    /** `[B,T]`: 1 where the reader leaves a target out of the loss. */
    ignored: v.array(v.array(v.picklist([0, 1]))),
  }),
  v.check((state) => batchFits(state, limits) && state.ignored.length === state.overrides.length
    && state.ignored.every((line) => line.length === state.overrides[0]!.length), 'the record shown, the overrides and the ignored targets must fit the records'),
);

export type State = v.InferOutput<typeof schema>;

export function withText(state: State, text: string): Partial<State> {
  const ignored = recordsOf(text, limits).map((tokens, b) => tokens.map((_, t) => state.ignored[b]?.[t] ?? 0));
  return { ...batchWithText(state, text, limits), ignored };
}

export function initial(): State {
  const batch = batchOf('[BOS] red key .\n[BOS] red PAD PAD', limits);
  return { ...batch, paddingRule: 'key_columns', ignored: batch.overrides.map((grid) => grid.map(() => 0 as const)) };
}
