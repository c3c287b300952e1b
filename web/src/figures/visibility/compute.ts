/** Everything that the figure shows, from the core. */
import { CoreError, type Core, type Mask, type VisibilityCounts } from '../../core';
import { differences } from '../../parts/cells';
import { explainedGrid, type ExplainedGrid } from '../../parts/explained-grid';
import { ignoredId, padId, recordsOf, targetIds, tokenIds } from '../../parts/records';
import { indices, mask, reshape, rows } from '../../tensor';
import { limits, type State } from './state';

/** Source 003's rule: the rows of padded queries are blocked instead of the columns of padded keys. */
export interface RowRule {
  visible: number[][];
  /** Where it differs from the right visibility. */
  differs: boolean[][];
  /** Cells where a real query reads what the right rule blocks. */
  leaks: number;
  counts: VisibilityCounts;
}

export interface Numbers {
  records: string[][];
  /** The record shown. */
  tokens: string[];
  grid: ExplainedGrid;
  counts: VisibilityCounts;
  /** Cells allowed by hand against the rules. */
  leaks: number;
  /** 0-based queries with nothing to read. */
  emptyRows: number[];
  /** The core's message where a real query may read nothing. */
  refused: string | null;
  /** The three columns of table 16.1, `[T,T]` each. */
  table: { future: number[][]; padding: number[][]; both: number[][] };
  /** `[B,T]` */
  valid: number[][];
  scored: number[][];
  scoredCounts: VisibilityCounts;
  /** The core's message where no target of the batch is scored. */
  lossRefused: string | null;
  rowRule: RowRule | null;
}

/** The message of a refusal that the figure explains; null where the core agrees. */
function refusal(call: () => unknown, code: CoreError['code']): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof CoreError && error.code === code) return error.message;
    throw error;
  }
}

export function compute(core: Core, state: State): Numbers {
  const { shown } = state;
  const records = recordsOf(state.text, limits);
  const [batch, size] = [records.length, records[0]!.length];
  const valid = core.validFromTokenIds(indices(tokenIds(records)), padId);
  const { grid, visible: visibleInBatch } = explainedGrid(core, valid, state);
  const visible = mask(grid.visible);
  const leaks = core.visibleAnd(visible, core.visibleNot(mask(grid.byRules.visible)));
  const scored = core.scoredTargets(valid, indices(targetIds(records, state.ignored)), ignoredId);
  const column = (rules: { causal: boolean; padding: boolean }): number[][] => rows(core.explainVisibility(valid, rules).visible, shown);

  // what the core says of one head with equal scores, and of a certain prediction at every position
  const scores = { shape: [1, 1, size, size], data: new Float64Array(size * size) };
  const options = { visible: reshape(visible, scores.shape), validQueries: reshape(mask(grid.valid), [1, 1, size]) };
  const certain = { shape: [batch, size, 1], data: new Float64Array(batch * size).fill(1) };
  const firstCandidate = { shape: [batch, size], data: new Int32Array(batch * size) };

  return {
    records,
    tokens: records[shown]!,
    grid,
    counts: core.countVisible(visible),
    leaks: core.countVisible(leaks).visible,
    emptyRows: rows(visible).flatMap((line, query) => (core.countVisible(mask([line])).emptyRows ? [query] : [])),
    refused: refusal(() => core.maskedSoftmax(scores, options), 'no_visible_key'),
    table: {
      future: column({ causal: true, padding: false }),
      padding: column({ causal: false, padding: true }),
      both: column({ causal: true, padding: true }),
    },
    valid: rows(valid),
    scored: rows(scored),
    scoredCounts: core.countVisible(scored),
    lossRefused: refusal(() => core.meanNegativeLogLikelihood(certain, firstCandidate, scored), 'no_scored_target'),
    rowRule: state.paddingRule === 'query_rows' ? rowRule(core, state, valid, visibleInBatch) : null,
  };
}

function rowRule(core: Core, state: State, valid: Mask, right: Mask): RowRule {
  const { shown, overrides } = state;
  const [batch, size] = valid.shape as [number, number];
  const byHand = (value: number): Mask =>
    reshape(mask(overrides.map((grid) => grid.map((line) => line.map((x) => x === value)))), [batch, 1, size, size]);
  // one flag a query, spread over its row: the wrong axis
  const realRows = reshape(valid, [batch, 1, size, 1]);
  const withoutPadding = core.explainVisibility(valid, { causal: state.causal, padding: false }).visible;
  const byRule = state.padding ? core.visibleAnd(withoutPadding, realRows) : withoutPadding;
  const wrong = core.visibleOr(core.visibleAnd(byRule, core.visibleNot(byHand(-1))), byHand(1));
  const leaks = core.visibleAnd(core.visibleAnd(wrong, core.visibleNot(right)), realRows);
  const visible = rows(wrong, shown);
  return {
    visible,
    differs: differences(visible, rows(right, shown)),
    leaks: core.countVisible(mask(rows(leaks, shown))).visible,
    counts: core.countVisible(mask(visible)),
  };
}
