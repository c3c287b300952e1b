import * as v from 'valibot';
import { fittedOverrides } from '../overrides';
import { parseRecords, recordsOf, type RecordLimits } from '../records';

export const limits: RecordLimits = { records: 4, positions: 8 };

export const schema = v.pipe(
  v.object({
    /** The records as the reader typed them. */
    text: v.pipe(v.string(), v.maxLength(1000), v.check((text) => 'records' in parseRecords(text, limits), 'the records cannot be used')),
    /** 0-based */
    shown: v.pipe(v.number(), v.integer(), v.minValue(0)),
    causal: v.boolean(),
    padding: v.boolean(),
    paddingRule: v.picklist(['key_columns', 'query_rows']),
    /** `[B,T,T]`: 0 leaves the rules alone, 1 allows, -1 blocks. */
    overrides: v.array(v.array(v.array(v.picklist([-1, 0, 1])))),
    /** `[B,T]`: 1 where the reader leaves a target out of the loss. */
    ignored: v.array(v.array(v.picklist([0, 1]))),
  }),
  v.check(({ text, shown, overrides, ignored }) => {
    const records = recordsOf(text, limits);
    const positions = records[0]!.length;
    const square = (grid: number[][]): boolean => grid.length === positions && grid.every((line) => line.length === positions);
    return shown < records.length && overrides.length === records.length && overrides.every(square)
      && ignored.length === records.length && ignored.every((line) => line.length === positions);
  }, 'the record shown, the overrides and the ignored targets must fit the records'),
);

export type State = v.InferOutput<typeof schema>;

const fittedIgnored = (ignored: State['ignored'], records: string[][]): State['ignored'] =>
  records.map((tokens, b) => tokens.map((_, t) => ignored[b]?.[t] ?? 0));

/** What changes with the records: what has a place in the new batch stays. */
export function withText(state: State, text: string): Partial<State> {
  const records = recordsOf(text, limits);
  return {
    text,
    shown: Math.min(state.shown, records.length - 1),
    overrides: fittedOverrides(state.overrides, records.length, records[0]!.length),
    ignored: fittedIgnored(state.ignored, records),
  };
}

export function initial(): State {
  const empty: State = {
    text: '', shown: 0, causal: true, padding: true, paddingRule: 'key_columns', overrides: [], ignored: [],
  };
  return { ...empty, ...withText(empty, '[BOS] red key .\n[BOS] red PAD PAD') };
}
