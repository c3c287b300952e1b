/** The part of a state that is a batch of token records, two rules and what was switched by hand. */
import * as v from 'valibot';
import { fittedOverrides, type Override } from './overrides';
import { parseRecords, recordsOf, type RecordLimits } from './records';

export interface Batch {
  /** The records as the reader typed them. */
  text: string;
  /** The record shown, 0-based. */
  shown: number;
  causal: boolean;
  padding: boolean;
  /** `[B,T,T]` */
  overrides: Override[][][];
}

export const batchFields = (limits: RecordLimits) => ({
  text: v.pipe(v.string(), v.maxLength(1000), v.check((text) => 'records' in parseRecords(text, limits), 'the records cannot be used')),
  shown: v.pipe(v.number(), v.integer(), v.minValue(0)),
  causal: v.boolean(),
  padding: v.boolean(),
  overrides: v.array(v.array(v.array(v.picklist([-1, 0, 1])))),
});

/** For fields that passed one by one: whether they belong together. */
export function batchFits({ text, shown, overrides }: Batch, limits: RecordLimits): boolean {
  const parsed = parseRecords(text, limits);
  if ('problem' in parsed) return false;
  const { records } = parsed;
  const positions = records[0]!.length;
  const square = (grid: number[][]): boolean => grid.length === positions && grid.every((line) => line.length === positions);
  return shown < records.length && overrides.length === records.length && overrides.every(square);
}

/** What changes with the records: what has a place in the new batch stays. */
export function withText(batch: Batch, text: string, limits: RecordLimits): Pick<Batch, 'text' | 'shown' | 'overrides'> {
  const records = recordsOf(text, limits);
  return { text, shown: Math.min(batch.shown, records.length - 1), overrides: fittedOverrides(batch.overrides, records.length, records[0]!.length) };
}

export function batchOf(text: string, limits: RecordLimits): Batch {
  const empty: Batch = { text: '', shown: 0, causal: true, padding: true, overrides: [] };
  return { ...empty, ...withText(empty, text, limits) };
}
