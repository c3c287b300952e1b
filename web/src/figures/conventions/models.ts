/** Three matrices: the visibility, the library's spelling of it, and what the wrong interface reads. */
import type { View } from '../../element/definition';
import { formula, mn, mo, mrow } from '../../math/mathml';
import type { Cell, MatrixModel } from '../../matrix/model';
import { blockOf, numberCells } from '../../parts/cells';
import { switched } from '../../parts/overrides';
import { positionLabels } from '../../parts/positions';
import { blockMark, readMark, visibilityMatrix } from '../../parts/visibility-grid';
import { elementWords, shownName } from './code';
import type { Numbers } from './compute';
import { perRecord, type State } from './state';
import type { Texts } from './texts';

type FigureView = View<State, Texts>;

const mark = (visible: number | undefined): string => (visible ? readMark : blockMark);
const follows = (from: string, to: string) => formula(mrow(from, mo('⇒'), to));

export function oursMatrix({ state, t, language, set }: FigureView, { grid, tokens }: Numbers): MatrixModel {
  const { shown, overrides } = state;
  return visibilityMatrix({
    id: 'ours', title: t.ours(shown + 1), grid, tokens, language, rules: state,
    toggle: (cell) => {
      set({ overrides: overrides.map((lines, b) => (b === shown ? switched(lines, grid.visible, grid.byRules.visible, cell) : lines)) });
    },
  });
}

export function spelledMatrix({ state, t, number }: FigureView, { grid, tokens, records, spelled }: Numbers): MatrixModel {
  const name = shownName(state);
  const word = state.convention === 'additive' ? number : elementWords[state.convention];
  const labels = positionLabels(tokens);
  const axes = perRecord(state)
    ? { rows: records.map((_, record) => String(record + 1)), columns: tokens.map((_, position) => String(position + 1)), rowAxis: t.recordAxis, columnAxis: t.position }
    : { rows: labels, columns: labels, rowAxis: t.query, columnAxis: t.key };
  const cells = spelled.shown.map((line, i) => line.map((value, j): Cell => {
    const blocked = perRecord(state) ? undefined : blockOf(grid.reasons[i]![j]);
    return { text: word(value), value, says: word(value), ...(blocked && { blocked }) };
  }));
  return {
    id: 'spelled', title: t.asSpelled(name), name: name.replace(/\W+/g, '_').replace(/_$/, ''), ...axes, cells,
    boolean: state.convention !== 'additive' && state.convention !== 'attention_mask',
    explain: ({ row, column }) => {
      const value = word(spelled.shown[row]![column]!);
      return perRecord(state)
        ? { formula: follows(records[row]![column]!, value) }
        : { formula: follows(mark(grid.visible[row]![column]), value), operands: [{ matrix: 'ours', cells: [{ row, column }] }] };
    },
  };
}

export function wrongMatrix({ state, t, number }: FigureView, { tokens, spelled, differs, grid }: Numbers): MatrixModel {
  const labels = positionLabels(tokens);
  const { wrong, wrongWeights } = spelled;
  const plain = wrong.map((line, i) => line.map((value, j): Cell => ({
    text: mark(value), value, says: value ? t.read : t.notRead, warm: differs[i]![j]!, ...(!value && { blocked: 'rule' as const }),
  })));
  return {
    id: 'wrong', title: t.conventions[state.convention].wrongTitle, name: 'wrong', rows: labels, columns: labels, rowAxis: t.query, columnAxis: t.key,
    cells: wrongWeights ? numberCells(wrongWeights, { number, shade: true, warm: differs }) : plain,
    boolean: !wrongWeights,
    explain: ({ row, column }) => {
      if (wrongWeights) {
        return {
          formula: formula(mrow(`${t.weight} =`, mn(number(wrongWeights[row]![column]!)))),
          operands: [{ matrix: 'ours', cells: grid.visible[row]!.map((_, key) => ({ row, column: key })) }],
        };
      }
      const from = perRecord(state) ? { row: state.shown, column } : { row, column };
      const value = elementWords[state.convention](spelled.shown[from.row]![from.column]!);
      return { formula: follows(value, mark(wrong[row]![column])), operands: [{ matrix: 'spelled', cells: [from] }] };
    },
  };
}
