/** One visibility as each library wants it, and what another interface would make of the same array. All from the core. */
import type { Core, Indices, Mask, Tensor } from '../../core';
import { differences } from '../../parts/cells';
import { explainedGrid, type ExplainedGrid } from '../../parts/explained-grid';
import { padId, recordsOf, tokenIds } from '../../parts/records';
import { indices, mask, rows, tensor } from '../../tensor';
import { limits, type Convention, type State } from './state';

export interface Spelled {
  /** The array to hand over, in the library's shape. */
  array: Mask | Tensor | Indices;
  /** Its part for the record shown, or the whole where the array has one row a record. */
  shown: number[][];
  /** `[T,T]`: what the right interface reads from it, for the record shown. */
  right: number[][];
  /** `[T,T]`: what the wrong interface would read. */
  wrong: number[][];
  /** `[T,T]`: the weights under equal scores where the wrong interface adds the array. */
  wrongWeights: number[][] | null;
}

export interface Numbers {
  tokens: string[];
  records: string[][];
  grid: ExplainedGrid;
  spelled: Spelled;
  /** Cells of the record shown where what the array carries is not the visibility. */
  lost: number;
  /** Queries of the record shown with nothing to read. */
  emptyRows: number;
  /** `[T,T]`: where the wrong reading differs from the right one. */
  differs: boolean[][];
}

interface Given { core: Core; state: State; visible: Mask; /** `[T,T]` of the record shown */ one: Mask; keys: Mask }

const spellings: Record<Convention, (given: Given) => Spelled> = {
  sdpa({ core, state: { shown, numHeads }, visible, one }) {
    const array = core.toSdpaMask(visible);
    return {
      array, shown: rows(array, shown), right: rows(core.fromSdpaMask(array), shown),
      wrong: rows(core.fromMhaAttnMask(core.toSdpaMask(one), numHeads)), wrongWeights: null,
    };
  },

  mha({ core, state: { shown, numHeads }, visible, one }) {
    const array = core.toMhaAttnMask(visible, numHeads);
    return {
      array, shown: rows(array, shown * numHeads), right: rows(core.fromMhaAttnMask(array, numHeads), shown),
      wrong: rows(core.fromSdpaMask(core.toMhaAttnMask(one, numHeads))), wrongWeights: null,
    };
  },

  key_padding({ core, state: { shown }, one, keys }) {
    const array = core.toKeyPaddingMask(keys);
    const queries = one.shape[0]!;
    return {
      array, shown: rows(array), right: rows(core.keyPadding(core.fromKeyPaddingMask(array), queries), shown),
      wrong: rows(core.keyPadding(core.fromAttentionMask(indices(rows(array))), queries), shown), wrongWeights: null,
    };
  },

  additive({ core, state: { shown }, visible, one }) {
    const array = core.toAdditiveMask(visible);
    // ones and zeros as numbers, added to scores that are all equal
    const weights = rows(core.maskedSoftmax(tensor(rows(one))));
    return {
      array, shown: rows(array, shown), right: rows(core.fromAdditiveMask(array), shown),
      wrong: weights.map((line) => line.map((weight) => (weight === 0 ? 0 : 1))), wrongWeights: weights,
    };
  },

  attention_mask({ core, state: { shown }, one, keys }) {
    const array = core.toAttentionMask(keys);
    const queries = one.shape[0]!;
    return {
      array, shown: rows(array), right: rows(core.keyPadding(core.fromAttentionMask(array), queries), shown),
      wrong: rows(core.keyPadding(core.fromKeyPaddingMask(mask(rows(array))), queries), shown), wrongWeights: null,
    };
  },
};

export function compute(core: Core, state: State): Numbers {
  const records = recordsOf(state.text, limits);
  const valid = core.validFromTokenIds(indices(tokenIds(records)), padId);
  const { visible, grid } = explainedGrid(core, valid, state);
  const one = mask(grid.visible);
  // without the padding rule every key counts as real
  const keys = state.padding ? valid : core.visibleOr(valid, core.visibleNot(valid));
  const spelled = spellings[state.convention]({ core, state, visible, one, keys });
  const carried = mask(spelled.right);
  const lost = core.visibleOr(core.visibleAnd(one, core.visibleNot(carried)), core.visibleAnd(carried, core.visibleNot(one)));
  return {
    tokens: records[state.shown]!, records, grid, spelled,
    lost: core.countVisible(lost).visible,
    emptyRows: core.countVisible(one).emptyRows,
    differs: differences(spelled.wrong, spelled.right),
  };
}
