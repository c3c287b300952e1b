/** All numbers of the figure, from the core. */
import type { Core, LeakCopier } from '../../core';
import { indices, mask, reshape, row, rows, tensor } from '../../tensor';
import type { State } from './state';

export interface Numbers {
  /** Of position 1: over the two keys. */
  scores: number[];
  exponentials: number[];
  weights: number[];
  /** Why a key is blocked, if it is. */
  reasons: number[];
  /** Of the chosen record: positions by candidates. */
  values: number[][];
  /** Over the candidates. */
  mixture: number[];
  /** What each position adds to the mixture: positions by candidates. */
  contributions: number[][];
  /** The chosen record's place, which is also that of its right candidate. */
  record: 0 | 1;
  correct: number;
  /** Of the chosen record alone. */
  loss: number;
  /** Both lines of table 16.2 at this ratio. */
  table: Record<State['future'], LeakCopier>;
}

export function compute(core: Core, state: State): Numbers {
  const table = { visible: core.leakCopier(state.ratio, true), causal: core.leakCopier(state.ratio, false) };
  const copier = table[state.future];
  const record = state.record === 'red' ? 0 : 1;
  const rule = core.explainVisibility(mask([[true, true]]), { causal: state.future === 'causal', padding: false });
  const weights = row(copier.weights);
  const values = rows(copier.values, record);
  const mixture = row(copier.probabilities, record);
  // one line a position: its weight alone
  const apart = tensor([[weights.map((_, i) => weights.map((weight, j) => (i === j ? weight : 0)))]]);
  return {
    scores: row(copier.scores),
    exponentials: row(copier.exponentials),
    weights,
    reasons: rows(rule.reasons)[0]!,
    values,
    mixture,
    contributions: rows(core.weightedSum(apart, reshape(tensor(values), [1, 1, 2, 2]))),
    record,
    correct: row(copier.correct)[record]!,
    loss: core.meanNegativeLogLikelihood(tensor([[mixture]]), indices([[record]]), mask([[true]])),
    table,
  };
}
