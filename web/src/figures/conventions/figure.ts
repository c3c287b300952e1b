import { html, nothing, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import { withText } from '../../parts/batch';
import { batchControls } from '../../parts/batch-controls';
import { codeBlock } from '../../parts/code-block';
import { radios, slider } from '../../parts/controls';
import { positionList } from '../../parts/positions';
import { visibilityLegend } from '../../parts/visibility-grid';
import { codeFor } from './code';
import { compute, type Numbers } from './compute';
import { oursMatrix, spelledMatrix, wrongMatrix } from './models';
import { arrayLibraries, conventionIds, initial, limits, mostHeads, perRecord, schema, type ArrayLibrary, type Convention, type State } from './state';
import { styles } from './styles';
import { texts, type Texts } from './texts';

type FigureView = View<State, Texts>;

function choices({ state, t, set }: FigureView): TemplateResult {
  return html`<div class="controls">
    ${radios<Convention>('convention', t.convention, conventionIds.map((value) => ({ value, label: t.conventions[value].name })), state.convention,
    (convention) => set({ convention }))}
  </div>
  <div class="controls">
    ${slider({ label: t.numHeads, min: 1, max: mostHeads, value: state.numHeads, text: String(state.numHeads) }, (numHeads) => set({ numHeads }))}
    ${radios<ArrayLibrary>('library', t.library, arrayLibraries.map((value) => ({ value, label: value })), state.library, (library) => set({ library }))}
  </div>`;
}

function facts({ state, t }: FigureView, { spelled }: Numbers): TemplateResult {
  const { call, shape, meaning, note } = t.conventions[state.convention];
  return html`<dl class="facts">
    <dt>${t.interface}</dt><dd><code>${call}</code></dd>
    <dt>${t.shape}</dt><dd>${shape}${t.here(spelled.array.shape.join(', '))}</dd>
    <dt>${t.meaning}</dt><dd>${meaning}</dd>
    <dd>${note}</dd>
  </dl>`;
}

function render(view: FigureView): TemplateResult {
  const { core, state, t, language, set } = view;
  const numbers = compute(core, state);
  const { spelled, lost, emptyRows } = numbers;
  const { bite, meaning } = t.conventions[state.convention];
  const keysOfQuery1 = (visible: number[][]): string => positionList(visible[0]!, t.list) || t.noKeys;
  return html`
    ${batchControls({ batch: state, limits, language, set, setText: (text) => set(withText(state, text, limits)) })}
    ${choices(view)}
    ${facts(view, numbers)}
    <div class="matrices">
      ${view.matrix(oursMatrix(view, numbers))}
      ${view.matrix(spelledMatrix(view, numbers))}
      ${view.matrix(wrongMatrix(view, numbers))}
    </div>
    ${visibilityLegend(language, t.legend)}
    ${perRecord(state) ? html`<p class="note ${lost ? 'warm' : ''}">${lost ? t.lost(lost) : t.nothingLost}</p>` : nothing}
    ${emptyRows ? html`<p class="note">${t.emptyRows(emptyRows)}</p>` : nothing}
    <p class="note warm">${bite(keysOfQuery1(spelled.wrong), keysOfQuery1(spelled.right))}</p>
    ${codeBlock(codeFor(state, spelled, `[${spelled.array.shape.join(', ')}] ${meaning}`), t.codeLabel, language)}`;
}

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
