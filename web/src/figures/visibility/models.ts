/** The figure's matrices: one for each of the three questions, and the mistake beside the first. */
import { Reason } from '../../core';
import type { View } from '../../element/definition';
import { formula } from '../../math/mathml';
import type { Cell, CellRef, MatrixModel } from '../../matrix/model';
import { replaced } from '../../parts/edits';
import { switched } from '../../parts/overrides';
import { shiftedTargets } from '../../parts/records';
import { blockMark, readMark, visibilityMatrix } from '../../parts/visibility-grid';
import type { Numbers, RowRule } from './compute';
import type { State } from './state';
import type { Texts } from './texts';

type FigureView = View<State, Texts>;

export function keysMatrix({ state, t, language, set }: FigureView, { grid, tokens }: Numbers): MatrixModel {
  const { shown, overrides } = state;
  return visibilityMatrix({
    id: 'keys', title: t.keys(shown + 1), grid, tokens, language,
    rules: { causal: state.causal, padding: state.padding },
    validCell: (key) => ({ matrix: 'real', cells: [{ row: shown, column: key }] }),
    toggle: (cell) => {
      set({ overrides: overrides.map((lines, b) => (b === shown ? switched(lines, grid.visible, grid.byRules.visible, cell) : lines)) });
    },
  });
}

export function wrongMatrix({ state, t, language }: FigureView, { grid, tokens }: Numbers, wrong: RowRule): MatrixModel {
  const right = visibilityMatrix({ id: 'wrong', title: t.wrongKeys, grid, tokens, language, rules: state, toggle: () => {} });
  const cells = wrong.visible.map((line, i) => line.map((visible, j): Cell => {
    const cell: Cell = { text: visible ? readMark : blockMark, value: visible, warm: wrong.differs[i]![j]! };
    if (visible) return cell;
    if (state.causal && grid.causalReasons[i]![j] === Reason.future) return { ...cell, blocked: 'future' };
    return state.overrides[state.shown]![i]![j] === -1 ? { ...cell, blocked: 'by_hand' } : { ...cell, blocked: 'rule', says: t.queryIsPadding };
  }));
  return {
    ...right, name: 'rows_blocked', cells, mode: 'read',
    explain: ({ row, column }) => ({
      operands: [
        { matrix: 'real', cells: [{ row: state.shown, column: row }] },
        { matrix: 'keys', cells: [{ row, column }] },
      ],
    }),
  };
}

const batchAxes = ({ t }: FigureView, { records, tokens }: Numbers): Pick<MatrixModel, 'rows' | 'columns' | 'rowAxis' | 'columnAxis' | 'boolean'> => ({
  rows: records.map((_, record) => String(record + 1)), columns: tokens.map((_, position) => String(position + 1)),
  rowAxis: t.recordAxis, columnAxis: t.position, boolean: true,
});

export function realMatrix(view: FigureView, numbers: Numbers): MatrixModel {
  const { t } = view;
  const cell = (real: number, token: string): Cell =>
    ({ text: token, value: real, ...(real ? { says: `${token}: ${t.isReal}` } : { blocked: 'padding' as const, says: `${token}: ${t.isPadding}` }) });
  return {
    id: 'real', title: t.real, name: 'valid', ...batchAxes(view, numbers),
    cells: numbers.valid.map((line, b) => line.map((real, at) => cell(real, numbers.records[b]![at]!))),
    explain: ({ row, column }) => ({ formula: formula(t.tokenFormula(numbers.valid[row]![column] === 1)) }),
  };
}

export function scoredMatrix(view: FigureView, numbers: Numbers): MatrixModel {
  const { state, t, set } = view;
  const cells = numbers.records.map((tokens, b) => shiftedTargets(tokens).map((target, at): Cell => {
    const value = numbers.scored[b]![at]!;
    const text = target ?? t.noTarget;
    if (value) return { text, value, says: `${text}: ${t.targetScored}` };
    return numbers.valid[b]![at]
      ? { text, value, blocked: 'by_hand', says: `${text}: ${t.targetLeftOut}` }
      : { text, value, blocked: 'padding', says: `${text}: ${t.targetOfPadding}` };
  }));
  return {
    id: 'scored', title: t.scored, name: 'scored', ...batchAxes(view, numbers), cells, mode: 'toggle',
    toggle: (cell: CellRef) => {
      if (numbers.valid[cell.row]![cell.column]) set({ ignored: replaced(state.ignored, cell, state.ignored[cell.row]![cell.column] ? 0 : 1) });
    },
    explain: (cell) => ({ operands: [{ matrix: 'real', cells: [cell] }] }),
  };
}

