/**
 * All numbers of the figure, from the core. Each element of the projected array is known by its number, which is its place
 * in memory order; the core's own split and merge carry these numbers to where the elements go.
 */
import { CoreError, type AxisStep, type AxisTrace, type Core, type Mask, type Tensor } from '../../core';
import { mask, reshape } from '../../tensor';
import { range } from './range';
import type { State } from './state';

export interface Layout {
  step: AxisStep;
  /** In memory order: which element stands there. Scores are made of many elements and have none. */
  elements: ArrayLike<number> | null;
}

export interface Memory { positions: number; result: { scores: number; bytes: number } | CoreError }

export interface Numbers {
  trace: AxisTrace;
  layouts: Layout[];
  reshapeOnly: Layout;
  reversedAxes: Layout;
  /** `[b,t,c]` of every element, by its number. */
  indices: number[][];
  /** The number of the followed element. */
  followed: number;
  /** `[B,1,T,T]`, causal */
  visible: Mask;
  /** The calculator's T and twice as many. */
  memory: Memory[];
}

/** `[a,m,n,e]` with its two middle axes exchanged: what splitting n heads does. */
function exchanged(core: Core, array: Tensor, [a, m, n, e]: [number, number, number, number]): Tensor {
  return core.splitHeads(reshape(array, [a, m, n * e]), n);
}

function memoryOf(core: Core, { memoryBatch, memoryHeads, dtype }: State, positions: number): Memory {
  try {
    return { positions, result: core.scoreMemory(memoryBatch, memoryHeads, positions, dtype) };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return { positions, result: error };
  }
}

export function compute(core: Core, state: State): Numbers {
  const { batch: B, positions: T, width: C, heads: H, b, t, c } = state;
  const trace = core.followAxes({ batch: B, positions: T, width: C, heads: H }, b, t, c);
  const [, , transposedStep] = trace.right;
  const d = transposedStep!.shape[3]!;

  const projected: Tensor = { shape: [B, T, C], data: Float64Array.from(range(B * T * C)) };
  const transposed = core.splitHeads(projected, H);
  const keyTransposed = exchanged(core, transposed, [B * H, T, d, 1]);
  const merged = core.mergeHeads(transposed);
  const byStep: Record<string, Tensor | null> = {
    projected, reshaped: projected, transposed, key_transposed: keyTransposed, scores: null, output: transposed, untransposed: merged, merged,
  };
  // [B,H,T,d] → [H,T,d,B] → [T,H,d,B] → [d,T,H,B]
  const batchLast = exchanged(core, transposed, [1, B, H * T * d, 1]);
  const reversed = exchanged(core, exchanged(core, batchLast, [1, H, T, d * B]), [1, T * H, d, B]);

  const allReal = mask(range(B).map(() => Array<boolean>(T).fill(true)));
  // Of the calculator's two lines the first must be possible, or the state is refused.
  core.scoreMemory(state.memoryBatch, state.memoryHeads, state.memoryPositions, state.dtype);
  return {
    trace,
    layouts: trace.right.map((step) => ({ step, elements: byStep[step.step]?.data ?? null })),
    reshapeOnly: { step: trace.reshapeOnly, elements: projected.data },
    reversedAxes: { step: trace.reversedAxes, elements: reversed.data },
    indices: range(B).flatMap((i) => range(T).flatMap((j) => range(C).map((k) => [i, j, k]))),
    followed: trace.right[0]!.offset,
    visible: core.explainVisibility(allReal, { causal: true, padding: false }).visible,
    memory: [state.memoryPositions, 2 * state.memoryPositions].map((positions) => memoryOf(core, state, positions)),
  };
}
