/** One record's visibility with the reason of each cell, from the core. */
import type { Core, Mask } from '../core';
import { indices, row, rows } from '../tensor';
import type { Batch } from './batch';

/** `[T,T]` each. */
export interface ExplainedGrid {
  visible: number[][];
  reasons: number[][];
  /** The same under the rules alone, without what was switched by hand. */
  byRules: { visible: number[][]; reasons: number[][] };
  /** Under the causal rule alone: says on which side of the query a key lies. */
  causalReasons: number[][];
  /** `[T]` */
  valid: number[];
}

/** `visible` is the whole batch's, `[B,1,T,T]`; `grid` is that of the record shown. */
export function explainedGrid(core: Core, valid: Mask, { causal, padding, overrides, shown }: Batch): { visible: Mask; grid: ExplainedGrid } {
  const explained = core.explainVisibility(valid, { causal, padding, overrides: indices(overrides) });
  const byRules = core.explainVisibility(valid, { causal, padding });
  const causalOnly = core.explainVisibility(valid, { causal: true, padding: false });
  return {
    visible: explained.visible,
    grid: {
      visible: rows(explained.visible, shown),
      reasons: rows(explained.reasons, shown),
      byRules: { visible: rows(byRules.visible, shown), reasons: rows(byRules.reasons, shown) },
      causalReasons: rows(causalOnly.reasons, shown),
      valid: row(valid, shown),
    },
  };
}
