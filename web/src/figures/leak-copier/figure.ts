import { css, html, nothing, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import type { Cell, MatrixModel } from '../../matrix/model';
import { barStyles, bars } from '../../parts/bars';
import { numberCells } from '../../parts/cells';
import { numberField, radios, slider } from '../../parts/controls';
import { row } from '../../tensor';
import { compute, type Numbers } from './compute';
import { explanations } from './explain';
import { initial, ratioAt, ratios, schema, stopOf, stops, type State } from './state';
import { texts, type Texts } from './texts';

const candidates = ['red', 'blue'] as const;
const visibilities = ['visible', 'causal'] as const;

function models({ state, t, number }: View<State, Texts>, numbers: Numbers): MatrixModel[] {
  const explain = explanations(numbers, state.ratio, number);
  const positions = ['1 [BOS]', `2 ${state.record}`];
  const reasons = [numbers.reasons];
  const leaks = state.future === 'visible';
  const line = (values: number[], shade = false): Cell[][] => numberCells([values], { number, reasons, shade });
  const markLeak = (cells: Cell[][]): Cell[][] =>
    cells.map((cells) => cells.map((cell, key) => (leaks && key === 1 ? { ...cell, warm: true, says: `${cell.text}, ${t.leaks}` } : cell)));
  const overKeys = { rows: positions.slice(0, 1), columns: positions, rowAxis: t.query, columnAxis: t.key };
  const overCandidates = { columns: [...candidates], columnAxis: t.candidate };
  const list: MatrixModel[] = [
    { id: 'scores', title: t.scores, name: 'S', ...overKeys, cells: line(numbers.scores) },
    { id: 'exponentials', title: t.exponentials, name: 'E', ...overKeys, cells: line(numbers.exponentials) },
    { id: 'weights', title: t.weights, name: 'A', ...overKeys, cells: markLeak(line(numbers.weights, true)) },
    { id: 'values', title: t.values(state.record), name: 'V', rows: positions, rowAxis: t.key, ...overCandidates, cells: numberCells(numbers.values, { number }) },
    { id: 'mixture', title: t.mixture, name: 'O', rows: positions.slice(0, 1), rowAxis: t.query, ...overCandidates, cells: numberCells([numbers.mixture], { number }) },
  ];
  return list.map((model) => ({ ...model, ...(explain[model.id] && { explain: explain[model.id]! }) }));
}

/** The prediction as two bars, each in two parts: what [BOS] gives and what the future gives. */
function picture({ state, t, number }: View<State, Texts>, { mixture, contributions, record }: Numbers): TemplateResult {
  const shares = candidates.map((candidate, i) =>
    ({ candidate, share: number(mixture[i]!), known: number(contributions[0]![i]!), future: number(contributions[1]![i]!) }));
  return html`<h4>${t.probabilities}</h4>
    ${bars(t.picture(shares), candidates.map((candidate, i) => ({
      label: i === record ? t.right(candidate) : candidate,
      parts: [{ share: contributions[0]![i]!, kind: 'plain' }, { share: contributions[1]![i]!, kind: 'warm' }],
      text: number(mixture[i]!),
    })))}
    <p class="legend"><span><i class="known"></i>${t.fromKnown}</span>${state.future === 'visible'
      ? html`<span><i class="leaked"></i>${t.fromFuture(state.record)}</span>` : nothing}</p>`;
}

function table({ state, t, number }: View<State, Texts>, { table, record }: Numbers): TemplateResult {
  return html`<div class="scroll-x"><table class="plain">
    <caption>${t.table(String(state.ratio))}</caption>
    <thead><tr><th scope="col">${t.visibility}</th>
      ${candidates.map((candidate) => html`<th scope="col" class="number">${t.recordColumn(candidate)}</th>`)}
      <th scope="col" class="number">${t.meanLoss}</th></tr></thead>
    <tbody>${visibilities.map((visibility) => {
      const copier = table[visibility];
      const shown = visibility === state.future;
      return html`<tr aria-current=${shown ? 'true' : nothing}>
        <th scope="row"><span class="mark" aria-hidden="true">${shown ? '▸' : ''}</span><span class=${visibility === 'visible' ? 'warm-text' : ''}>${t.futures[visibility]}</span></th>
        ${row(copier.correct).map((p, i) => html`<td class="number ${shown && i === record ? 'here' : ''}">${number(p)}</td>`)}
        <td class="number">${number(copier.loss)}</td></tr>`;
    })}</tbody>
  </table></div><p class="aside">${t.tableNote}</p>`;
}

function render(view: View<State, Texts>): TemplateResult {
  const { core, state, t, number, language, set, matrix } = view;
  const numbers = compute(core, state);
  const [scores, exponentials, weights, values, mixture] = models(view, numbers);
  return html`
    <div class="controls">
      ${slider({ label: t.ratio, min: stops.first, max: stops.last, value: stopOf(state.ratio), text: String(state.ratio) }, (stop) => set({ ratio: ratioAt(stop) }))}
      ${numberField(t.exactRatio, state.ratio, language, ratios, (ratio) => set({ ratio }))}
    </div>
    <div class="controls">
      ${radios('record', t.record, candidates.map((value) => ({ value, label: value })), state.record, (record) => set({ record }))}
      ${radios('future', t.future, visibilities.map((value) => ({ value, label: t.futures[value] })), state.future, (future) => set({ future }))}
    </div>
    <div class="matrices">${matrix(scores!)}${matrix(exponentials!)}${matrix(weights!)}</div>
    <div class="matrices">${matrix(values!)}${matrix(mixture!)}</div>
    <div class="result">
      <div>${picture(view, numbers)}
        <dl><div><dt>${t.correct}</dt><dd>${number(numbers.correct)}</dd></div>
          <div><dt>${t.loss}</dt><dd>${number(numbers.loss)} ${t.nats}</dd></div></dl>
      </div>
      <div>${table(view, numbers)}</div>
    </div>
    <p class="note ${state.future === 'visible' ? 'warm' : ''}" role="status">${t.lesson[state.future]}</p>`;
}

const styles = css`
  ${barStyles}
  .result { display: grid; grid-template-columns: 1fr auto; gap: 1.5rem 2.5rem; margin-top: 1.5rem; align-items: start; }
  .result > * { min-width: 0; }
  h4 { margin: 0 0 0.625rem; font: 600 0.875rem/1.4 var(--sans); }
  .legend { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.5rem 0 0; color: var(--soft); font-size: 0.8125rem; min-height: 1.5em; }
  .legend i { display: inline-block; width: 0.75em; height: 0.75em; margin-right: 0.4em; border-radius: 2px; }
  .legend .known { background: var(--control); }
  .legend .leaked { background: var(--warm); }
  dl { margin: 0.75rem 0 0; font-size: 0.9375rem; }
  dl > div { display: flex; flex-wrap: wrap; gap: 0 0.75rem; justify-content: space-between; padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); }
  dd { margin: 0; font-weight: 600; }
  .mark { display: inline-block; width: 1em; color: var(--soft); }
  tr[aria-current] > * { background: var(--paper); }
  tr[aria-current] th, .here { font-weight: 600; }
  table.plain th[scope='row'] { font-weight: 400; }
  .aside { margin: 0.375rem 0 0; color: var(--soft); font-size: 0.8125rem; max-width: 44ch; }
  .note { min-height: 4.5em; }
  @container figure (max-width: 46rem) { .result { grid-template-columns: minmax(0, 1fr); } }
  @container figure (max-width: 30rem) {
    table.plain th, table.plain td { padding: 0.375rem 0.1875rem; font-size: 0.8125rem; }
    .mark { width: 0.75em; margin-left: -0.125em; }
    .note { min-height: 9em; }
  }
`;

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
