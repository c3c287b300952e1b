/** All numbers of the figure, from the core. */
import type { Core, MultiHeadParameters, MultiHeadTrace } from '../../core';
import { differences } from '../../parts/cells';
import { mask, reshape, rows, tensor } from '../../tensor';
import { heads, positions, type State } from './state';

export type ParameterName = 'wQ' | 'wK' | 'wV' | 'wO';

const kept = [0, 1];
const exchanged = [1, 0];

export interface Numbers {
  /** At each place the head that stands there, and the head that the row of W_O there was made for. */
  headAt: number[];
  rowFor: number[];
  /** After the swaps, as they act. */
  parameters: MultiHeadParameters;
  trace: MultiHeadTrace;
  /** Without the swaps. */
  before: MultiHeadTrace;
  /** `[T,T]`, the same for both heads. */
  visible: number[][];
  reasons: number[][];
  /** Where Y, and each head's contribution to the followed query, is not what it was before the swaps. */
  changedOutput: boolean[][];
  changedContributions: boolean[][];
}

function saved({ wQ, wK, wV, wO }: State): MultiHeadParameters {
  return { numHeads: heads, wQ: tensor(wQ), wK: tensor(wK), wV: tensor(wV), wO: tensor(wO) };
}

/** The state's swaps. Each undoes itself, so they lead from the saved parameters to the acting ones and back. */
function swap(core: Core, parameters: MultiHeadParameters, { headsSwapped, rowsSwapped }: State): MultiHeadParameters {
  const withHeads = headsSwapped ? core.permuteHeads(parameters, exchanged) : parameters;
  return rowsSwapped ? core.permuteOutputRows(withHeads, exchanged) : withHeads;
}

/** The change of the state that gives an acting parameter the values which the reader entered. */
export function entered(core: Core, state: State, name: ParameterName, values: number[][]): Partial<State> {
  const acting = { ...swap(core, saved(state), state), [name]: tensor(values) };
  return { [name]: rows(swap(core, acting, state)[name]) };
}

export function compute(core: Core, state: State): Numbers {
  const parameters = swap(core, saved(state), state);
  const allReal = mask([Array<boolean>(positions).fill(true)]);
  const { visible, reasons } = core.explainVisibility(allReal, { causal: state.causal, padding: false });
  const x = reshape(tensor(state.x), [1, positions, 2]);
  const trace = core.traceMultiHead(x, parameters, { visible });
  const before = core.traceMultiHead(x, saved(state), { visible });
  const headAt = state.headsSwapped ? exchanged : kept;
  const contribution = (from: MultiHeadTrace, head: number): number[] => rows(from.contributions, 0, head)[state.query]!;
  return {
    headAt,
    rowFor: state.rowsSwapped ? exchanged : kept,
    parameters,
    trace,
    before,
    visible: rows(visible),
    reasons: rows(reasons),
    changedOutput: differences(rows(trace.output), rows(before.output)),
    changedContributions: differences(
      headAt.map((_, place) => contribution(trace, place)),
      headAt.map((head) => contribution(before, head)),
    ),
  };
}
