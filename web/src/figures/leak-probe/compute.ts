/** All numbers of the figure, from the core. */
import { CoreError, Reason, type Core, type EmptyRow, type MultiHeadParameters, type ProbeReport, type Tensor, type Variant } from '../../core';
import { mask, reshape, rows, tensor } from '../../tensor';
import { changed, positions, type State } from './state';

/** One run of a variant: on the inputs as they are, or as changed. */
export interface Run { scores: number[][]; values: number[][]; visible: number[][]; weights: number[][] }

/** What both checks say of a variant. */
export interface Finding {
  variant: Variant;
  /** The largest weight that a real query gives to a key that the rule forbids, in either run; 0: none. */
  forbidden: number;
  report: ProbeReport;
  /** The core's message where it refuses. Then the numbers are those of the policy "nan". */
  refused: string | null;
}

export interface Numbers {
  valid: number[];
  /** Why the right rule blocks a cell. */
  reasons: number[][];
  before: Run;
  after: Run;
  findings: Finding[];
}

/** One head of width 2 with W_O = 1, so that the outputs are those of example 16.1. */
function oneHead(core: Core): MultiHeadParameters {
  const { wQ, wK, wV } = core.chapterInputs();
  return { numHeads: 1, wQ, wK, wV, wO: tensor([[1, 0], [0, 1]]) };
}

function valid({ padding }: State): number[] {
  const pad = { none: -1, first: 0, last: positions - 1 }[padding];
  return Array.from({ length: positions }, (_, i) => (i === pad ? 0 : 1));
}

/** Calls with the reader's policy, and again with "nan" where the core refuses an empty row. */
function withPolicy<T>(emptyRow: EmptyRow, call: (emptyRow: EmptyRow) => T): { result: T; refused: string | null } {
  try {
    return { result: call(emptyRow), refused: null };
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'no_visible_key') throw error;
    return { result: call('nan'), refused: error.message };
  }
}

export function compute(core: Core, state: State): Numbers {
  const parameters = oneHead(core);
  const real = valid(state);
  const batch = mask([real]);
  const inputs = [state.x, changed(state)].map((x) => tensor(x)) as [Tensor, Tensor];
  const traces = inputs.map((x) => core.traceMultiHead(reshape(x, [1, ...x.shape]), parameters));
  const reasons = rows(core.explainVisibility(batch, { causal: true, padding: true }).reasons);

  const runs = (variant: Variant, emptyRow: EmptyRow): Run[] => traces.map(({ attention, v }) => {
    const { visible, weights } = core.variantWeights(variant, attention.scores, batch, emptyRow);
    return { scores: rows(attention.scores), values: rows(v), visible: rows(visible), weights: rows(weights) };
  });
  const findings = core.variants().map((variant): Finding => {
    const { result, refused } = withPolicy(state.emptyRow, (emptyRow) => ({
      report: core.probeFuture(variant, parameters, ...inputs, state.prefix, { valid: mask(real), emptyRow }),
      weights: runs(variant, emptyRow).map(({ weights }) => weights),
    }));
    return { variant, report: result.report, forbidden: largestForbidden(result.weights, reasons, real), refused };
  });
  const [before, after] = withPolicy(state.emptyRow, (emptyRow) => runs(state.variant, emptyRow)).result;
  return { valid: real, reasons, before: before!, after: after!, findings };
}

/** Whether a real query gives weight to a key that the rule forbids. NaN is not a weight. */
export function isForbidden(weight: number, reason: number, valid: number): boolean {
  return valid === 1 && reason !== Reason.visible && weight > 0;
}

function largestForbidden(runs: number[][][], reasons: number[][], valid: number[]): number {
  return Math.max(0, ...runs.flatMap((weights) => weights.flatMap((line, i) => line.filter((weight, j) => isForbidden(weight, reasons[i]![j]!, valid[i]!)))));
}

/** Which outputs of the prefix moved. */
export function moved({ before, changed: cells }: ProbeReport): boolean[][] {
  const marks = rows(before).map((line) => line.map(() => false));
  for (const { position, coordinate } of cells) marks[position]![coordinate] = true;
  return marks;
}

export const outputs = ({ before, after }: ProbeReport): { before: number[][]; after: number[][] } => ({ before: rows(before), after: rows(after) });

export const findingOf = ({ findings }: Numbers, variant: Variant): Finding => findings.find((finding) => finding.variant === variant)!;
