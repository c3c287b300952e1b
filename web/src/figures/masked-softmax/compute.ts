/** All numbers of the figure, from the core. */
import { CoreError, type Core, type SoftmaxTrace } from '../../core';
import { indices, reshape, row, rows, tensor } from '../../tensor';
import type { State } from './state';

const fills = { minus_1e4: -1e4, minus_1e9: -1e9, float16_lowest: -65504 };

export interface Numbers {
  reasons: number[][];
  visible: number[][];
  /** Without what was switched by hand. */
  visibleByRules: number[][];
  valid: number[];
  trace: SoftmaxTrace;
  output: number[][];
  /** The message of a real row with nothing to read, under the default policy. */
  refused: string | null;
  /** What a choice that breaks the rule gives; null where the rule is kept. */
  chosen: { /** the softmax over every key */ unmasked: number[][]; weights: number[][]; sums: number[][]; output: number[][] } | null;
}

export function compute(core: Core, state: State): Numbers {
  const { size } = state;
  const valid = core.validFromLengths([size - state.pads], size);
  const rules = { causal: state.causal, padding: true };
  const explained = core.explainVisibility(valid, { ...rules, overrides: indices([state.overrides]) });
  const scores = reshape(tensor(state.scores), [1, 1, size, size]);
  const values = reshape(tensor(state.values), [1, 1, size, 2]);
  const options = { visible: explained.visible, validQueries: reshape(valid, [1, 1, size]) };

  let refused: string | null = null;
  let trace: SoftmaxTrace;
  try {
    trace = core.traceMaskedSoftmax(scores, { ...options, emptyRow: state.emptyRow });
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'no_visible_key') throw error;
    refused = error.message;
    trace = core.traceMaskedSoftmax(scores, { ...options, emptyRow: 'nan' });
  }

  const after = state.order === 'after';
  const weights = after ? core.softmaxThenMask(scores, explained.visible)
    : state.fill !== 'minus_infinity' ? core.additiveFill(scores, explained.visible, fills[state.fill]) : null;
  const ones = { shape: [1, 1, size, 1], data: new Float64Array(size).fill(1) };
  return {
    reasons: rows(explained.reasons),
    visible: rows(explained.visible),
    visibleByRules: rows(core.explainVisibility(valid, rules).visible),
    valid: row(valid),
    trace,
    output: rows(core.weightedSum(trace.weights, values)),
    refused,
    chosen: weights && {
      unmasked: rows(core.maskedSoftmax(scores)), weights: rows(weights), sums: rows(core.weightedSum(weights, ones)), output: rows(core.weightedSum(weights, values)),
    },
  };
}
