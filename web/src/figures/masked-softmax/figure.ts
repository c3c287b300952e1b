import { html, nothing, type TemplateResult } from 'lit';
import { Reason } from '../../core';
import type { Cell, CellRef, MatrixModel } from '../../matrix/model';
import { row, rows } from '../../tensor';
import { differences, numberCells } from '../cells';
import { radios, select, slider, stepper, toggle } from '../controls';
import type { FigureDefinition, View } from '../definition';
import { parseNumber } from '../format';
import { compute, type Numbers } from './compute';
import { explanations } from './explain';
import { grid, initial, largestSize, resized, schema, type State } from './state';
import { scoreSymbols, weightSymbols } from './symbols';
import { texts, type Fill, type Order, type Texts } from './texts';

const tokens = ['red', 'key', '.'];
const fillText: Record<Fill, string> = { minus_infinity: '−∞', minus_1e4: '−10⁴', minus_1e9: '−10⁹', float16_lowest: '−65504' };

/** Which matrices each step shows, the last being what the step makes. */
const shown = [
  ['scores', 'values'], ['scores', 'mask', 'masked'], ['masked', 'rowMax', 'shifted'], ['shifted', 'exponentials'],
  ['exponentials', 'rowSum'], ['exponentials', 'rowSum', 'weights'], ['weights', 'values', 'output'],
];

function options<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value: value as Value, label: label as string }));
}

function replaced<T>(lines: T[][], { row: at, column }: CellRef, value: T): T[][] {
  return lines.map((line, i) => (i === at ? line.map((x, j) => (j === column ? value : x)) : line));
}

function models(view: View<State, Texts>, numbers: Numbers): Record<string, MatrixModel> {
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
    const open = numbers.visible[cell.row]![cell.column];
    const byHand = state.overrides[cell.row]![cell.column] !== 0;
    set({ overrides: replaced(state.overrides, cell, byHand ? 0 : open ? -1 : 1) });
  };
  const maskCells = numberCells(numbers.visible.map((line) => line.map((open) => (open ? 0 : -Infinity))), { number, reasons })
    .map((line, i) => line.map((cell, j): Cell => reasons[i]![j] === Reason.allowedByHand ? { ...cell, warm: true, says: t.allowedByHand }
      : cell.blocked ? { ...cell, text: fillText[state.fill] } : { ...cell, says: t.visible }));
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

/** Reasons of those blocked cells alone whose weight really is 0: a blocked cell with weight is no blocked cell. */
function exactlyZero(weights: number[][], reasons: number[][]): number[][] {
  return reasons.map((line, i) => line.map((reason, j) => (weights[i]![j] === 0 ? reason : Reason.visible)));
}

/** The right result beside what a rule-breaking choice gives. */
function comparison(view: View<State, Texts>, numbers: Numbers, right: Record<string, MatrixModel>): TemplateResult | typeof nothing {
  const { chosen } = numbers;
  if (!chosen) return nothing;
  const { t, number } = view;
  const differ = (ours: number[][], theirs: number[][]): boolean[][] =>
    differences(ours, theirs).map((line, i) => line.map((different) => different && numbers.valid[i] === 1));
  const warmWeights = differ(rows(numbers.trace.weights), chosen.weights);
  const warmOutput = differ(numbers.output, chosen.output);
  const any = [...warmWeights, ...warmOutput].some((line) => line.includes(true));
  const sums: MatrixModel = { ...right['rowSum']!, id: 'chosenSums', title: t.chosenSums, name: 'z_chosen', cells: numberCells(chosen.sums, { number }) };
  delete sums.explain;
  const chosenWeights: MatrixModel = {
    ...right['weights']!, id: 'chosenWeights', title: t.chosenWeights, name: 'A_chosen',
    cells: numberCells(chosen.weights, { number, reasons: exactlyZero(chosen.weights, numbers.reasons), shade: true, warm: warmWeights }),
  };
  const chosenOutput: MatrixModel = {
    ...right['output']!, id: 'chosenOutput', title: t.chosenOutput, name: 'O_chosen', cells: numberCells(chosen.output, { number, warm: warmOutput }),
  };
  delete chosenWeights.explain;
  delete chosenOutput.explain;
  const beside = (id: string): TemplateResult => view.matrix({ ...right[id]!, id: `right-${id}` });
  return html`<h4>${t.compare}</h4>
    <p class="note ${any ? 'warm' : ''}">${any ? t.differs : t.same}</p>
    <div class="matrices">${beside('weights')}${view.matrix(chosenWeights)}${view.matrix(sums)}</div>
    <div class="matrices">${beside('output')}${view.matrix(chosenOutput)}</div>`;
}

function symbolic(view: View<State, Texts>, numbers: Numbers, right: Record<string, MatrixModel>): TemplateResult {
  const { t } = view;
  const { explain: _, ...square } = right['weights']!;
  return html`<div class="matrices">
      ${view.matrix(right['mask']!)}
      ${view.matrix({ ...square, id: 'symbolScores', title: t.symbolScores, name: 'S', cells: scoreSymbols(numbers.reasons) })}
      ${view.matrix({ ...square, id: 'symbolWeights', title: t.symbolWeights, name: 'A', cells: weightSymbols(numbers.reasons, numbers.visible, numbers.valid) })}
      ${view.matrix(right['weights']!)}
    </div><p class="note">${t.symbolNote}</p>`;
}

function render(view: View<State, Texts>): TemplateResult {
  const { core, state, t, language, set } = view;
  const numbers = compute(core, state);
  const all = models(view, numbers);
  return html`
    <div class="controls">
      ${slider({ label: t.size, min: 1, max: largestSize, value: state.size, text: String(state.size) }, (size) => set(resized(state, size)))}
      ${slider({ label: t.pads, min: 0, max: state.size, value: state.pads, text: String(state.pads) }, (pads) => set({ pads }))}
      ${toggle(t.causal, state.causal, (causal) => set({ causal, overrides: grid(state.size, 0) }))}
      ${radios('form', t.form, options({ numbers: t.numbers, symbols: t.symbols }), state.form, (form) => set({ form }))}
    </div>
    <div class="controls">
      ${select(t.order, options<Order>(t.orders), state.order, (order) => set({ order }))}
      ${select(t.fill, options<Fill>(t.fills), state.fill, (fill) => set({ fill, order: 'before' }))}
      ${select(t.emptyRow, options(t.emptyRows), state.emptyRow, (emptyRow) => set({ emptyRow }))}
    </div>
    ${state.form === 'symbols' ? symbolic(view, numbers, all) : html`
      ${stepper(t.steps, state.step, language, (step) => set({ step }))}
      <div class="matrices">${shown[state.step]!.map((id) => view.matrix(all[id]!))}</div>`}
    ${numbers.refused ? html`<p class="note warm" role="status">${t.refused(numbers.refused)}</p>` : nothing}
    ${state.pads > 0 ? html`<p class="note">${t.paddingQuery}</p>` : nothing}
    ${comparison(view, numbers, all)}`;
}

export const maskedSoftmax: FigureDefinition<State, Texts> = { name: 'masked-softmax', schema, initial, texts, render };
