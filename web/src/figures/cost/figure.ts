import { html, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import { radios, select, toggle } from '../../parts/controls';
import { MaskscopeCost } from './meter';
import { inOrder, initial, largestLengths, maskNames, schema, type State } from './state';
import { styles } from './styles';
import { texts, type Texts } from './texts';

function render(view: View<State, Texts>): TemplateResult {
  const { state, t, set } = view;
  return html`
    <div class="controls">
      ${select(t.largest, largestLengths.map((value) => ({ value, label: String(value) })), state.largest, (largest) => set({ largest }))}
      ${radios('heads', t.heads, ([1, 2] as const).map((value) => ({ value, label: String(value) })), state.heads, (heads) => set({ heads }))}
      <fieldset class="radios"><legend>${t.masksLegend}</legend><div>${maskNames.map((mask) => toggle(t.masks[mask], state.masks.includes(mask), (chosen) =>
        set({ masks: inOrder(chosen ? [...state.masks, mask] : state.masks.filter((other) => other !== mask)) })))}</div></fieldset>
    </div>
    <maskscope-cost .view=${view}></maskscope-cost>`;
}

export const figure: FigureDefinition<State, Texts> = {
  schema, initial, texts, styles, render, elements: { 'maskscope-cost': MaskscopeCost },
};
