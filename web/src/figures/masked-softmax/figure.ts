import { html, nothing, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import type { MatrixModel } from '../../matrix/model';
import { optionsOf, radios, select, slider, stepper, toggle } from '../../parts/controls';
import { comparison } from './comparison';
import { compute, type Numbers } from './compute';
import { matrices } from './matrices';
import { grid, initial, largestSize, resized, schema, type State } from './state';
import { scoreSymbols, weightSymbols } from './symbols';
import { texts, type Fill, type Order, type Texts } from './texts';

/** Which matrices each step shows, the last being what the step makes. */
const shown = [
  ['scores', 'values'], ['scores', 'mask', 'masked'], ['masked', 'rowMax', 'shifted'], ['shifted', 'exponentials'],
  ['exponentials', 'rowSum'], ['exponentials', 'rowSum', 'weights'], ['weights', 'values', 'output'],
];

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
  const all = matrices(view, numbers);
  return html`
    <div class="controls">
      ${slider({ label: t.size, min: 1, max: largestSize, value: state.size, text: String(state.size) }, (size) => set(resized(state, size)))}
      ${slider({ label: t.pads, min: 0, max: state.size, value: state.pads, text: String(state.pads) }, (pads) => set({ pads }))}
      ${toggle(t.causal, state.causal, (causal) => set({ causal, overrides: grid(state.size, 0) }))}
      ${radios('form', t.form, optionsOf({ numbers: t.numbers, symbols: t.symbols }), state.form, (form) => set({ form }))}
    </div>
    <div class="controls">
      ${select(t.order, optionsOf<Order>(t.orders), state.order, (order) => set({ order }))}
      ${select(t.fill, optionsOf<Fill>(t.fills), state.fill, (fill) => set({ fill, order: 'before' }))}
      ${select(t.emptyRow, optionsOf(t.emptyRows), state.emptyRow, (emptyRow) => set({ emptyRow }))}
    </div>
    ${state.form === 'symbols' ? symbolic(view, numbers, all) : html`
      ${stepper(t.steps, state.step, language, (step) => set({ step }))}
      <div class="matrices">${shown[state.step]!.map((id) => view.matrix(all[id]!))}</div>`}
    ${numbers.refused ? html`<p class="note warm" role="status">${t.refused(numbers.refused)}</p>` : nothing}
    ${state.pads > 0 ? html`<p class="note">${t.paddingQuery}</p>` : nothing}
    ${comparison(view, numbers, all)}`;
}

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, render };
