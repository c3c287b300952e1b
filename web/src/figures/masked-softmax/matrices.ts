/** The matrices of every step, each cell with its formula. */
import { Reason } from '../../core';
import type { View } from '../../element/definition';
import { parseNumber } from '../../format';
import type { Cell, CellRef, MatrixModel } from '../../matrix/model';
import { numberCells } from '../../parts/cells';
import { replaced } from '../../parts/edits';
import { switched } from '../../parts/overrides';
import { row, rows } from '../../tensor';
import type { Numbers } from './compute';
import { explanations } from './explain';
import type { State } from './state';
import { fillSymbols, type Texts } from './texts';

/** The chapter's record; further positions go by their number alone. */
const tokens = ['red', 'key', '.'];

export function matrices(view: View<State, Texts>, numbers: Numbers): Record<string, MatrixModel> {
  const { state, t, number, language, set } = view;
  const { trace, reasons } = numbers;
  const labels = Array.from({ length: state.size }, (_, i) => [String(i + 1), tokens[i]].filter(Boolean).join(' '));
  const explain = explanations(numbers, state.scores, state.values, number);
  const square = { rows: labels, columns: labels, rowAxis: t.query, columnAxis: t.key };
  const wide = { rows: labels, columns: ['1', '2'], columnAxis: t.position };
  const column = (title: string, values: number[]): Pick<MatrixModel, 'rows' | 'columns' | 'rowAxis' | 'columnAxis' | 'cells'> =>
    ({ rows: labels, columns: [title], rowAxis: t.query, columnAxis: '', cells: numberCells(values.map((x) => [x]), { number }) });
  const edit = (field: 'scores' | 'values') => (cell: CellRef, text: string): string | null => {
    const parsed = parseNumber(text, language);
    return 'message' in parsed ? parsed.message : set({ [field]: replaced(state[field], cell, parsed.value) });
  };
  const switchCell = (cell: CellRef): void => {
    set({ overrides: switched(state.overrides, numbers.visible, numbers.visibleByRules, cell) });
  };
  const maskCells = numberCells(numbers.visible.map((line) => line.map((open) => (open ? 0 : -Infinity))), { number, reasons })
    .map((line, i) => line.map((cell, j): Cell => reasons[i]![j] === Reason.allowedByHand ? { ...cell, warm: true, says: `${cell.text}, ${t.allowedByHand}` }
      : cell.blocked ? { ...cell, text: fillSymbols[state.fill] } : { ...cell, says: `${cell.text}, ${t.visible}` }));
  const of = (tensor: { shape: number[]; data: Float64Array }): Cell[][] => numberCells(rows(tensor), { number, reasons });
  const list: MatrixModel[] = [
    { id: 'scores', title: t.scores, name: 'S', ...square, cells: numberCells(state.scores, { number }), mode: 'edit', edit: edit('scores') },
    { id: 'values', title: t.values, name: 'V', rowAxis: t.key, ...wide, cells: numberCells(state.values, { number }), mode: 'edit', edit: edit('values') },
    { id: 'mask', title: t.mask, name: 'M', ...square, cells: maskCells, mode: 'toggle', toggle: switchCell },
    { id: 'masked', title: t.masked, name: 'S_masked', ...square, cells: of(trace.masked) },
    { id: 'rowMax', title: t.rowMax, name: 'm', ...column('max', row(trace.rowMax)) },
    { id: 'shifted', title: t.shifted, name: 'S_shifted', ...square, cells: of(trace.shifted) },
    { id: 'exponentials', title: t.exponentials, name: 'E', ...square, cells: of(trace.exponentials) },
    { id: 'rowSum', title: t.rowSum, name: 'z', ...column('Σ', row(trace.rowSum)) },
    { id: 'weights', title: t.weights, name: 'A', ...square, cells: numberCells(rows(trace.weights), { number, reasons, shade: true }) },
    { id: 'output', title: t.output, name: 'O', rowAxis: t.query, ...wide, cells: numberCells(numbers.output, { number }) },
  ];
  return Object.fromEntries(list.map((model) => [model.id, { ...model, ...(explain[model.id] && { explain: explain[model.id]! }) }]));
}
