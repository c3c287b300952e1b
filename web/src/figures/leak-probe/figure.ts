import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Variant } from '../../core';
import type { FigureDefinition, View } from '../../element/definition';
import { parseNumber } from '../../format';
import type { Cell, CellRef, MatrixModel } from '../../matrix/model';
import { numberCells } from '../../parts/cells';
import { optionsOf, radios, select } from '../../parts/controls';
import { replaced } from '../../parts/edits';
import { compute, findingOf, isForbidden, moved, outputs, type Finding, type Numbers } from './compute';
import { explainOutput, explainWeight } from './explain';
import { applyPreset, changed, initial, inputLimits, positions, presetOf, schema, variants, width, type Preset, type State } from './state';
import { texts, type Texts } from './texts';

type OurView = View<State, Texts>;

function positionLabels({ t }: OurView, { valid }: Numbers): string[] {
  return valid.map((real, i) => (real ? String(i + 1) : `${i + 1} ${t.pad}`));
}

const coordinates = Array.from({ length: width }, (_, i) => String(i + 1));

function inputMatrices(view: OurView, numbers: Numbers): TemplateResult {
  const { state, t, number, language, set, matrix } = view;
  const axes = { rows: positionLabels(view, numbers), columns: coordinates, rowAxis: t.position, columnAxis: t.coordinate };
  const edit = (field: 'x' | 'future') => (cell: CellRef, text: string): string | null => {
    const parsed = parseNumber(text, language, ...inputLimits);
    return 'message' in parsed ? parsed.message : set({ [field]: replaced(state[field], cell, parsed.value) });
  };
  const after = numberCells(changed(state), { number }).map((line, i) =>
    line.map((cell): Cell => (i < state.prefix ? { ...cell, locked: true, says: `${cell.text}, ${t.locked}` } : cell)));
  return html`${matrix({ id: 'x', title: t.x, name: 'X', ...axes, cells: numberCells(state.x, { number }), mode: 'edit', edit: edit('x') })}
    ${matrix({ id: 'changed', title: t.changed, name: 'X_changed', ...axes, cells: after, mode: 'edit', edit: edit('future') })}`;
}

/** Both checks for every variant; the first column chooses the one to look at. */
function findingsTable({ state, t, number, set }: OurView, numbers: Numbers): TemplateResult {
  const probe = ({ report, refused }: Finding): TemplateResult => {
    if (refused !== null) return html`<span class="warm-text">${t.refusedShort}</span>`;
    if (report.changed.length === 0) return html`${t.still}`;
    return html`<span class="warm-text">${t.movedShort(report.changed.length, report.before.data.length, number(report.largestChange))}</span>`;
  };
  const line = (variant: Variant): TemplateResult => {
    const finding = findingOf(numbers, variant);
    return html`<tr class=${variant === state.variant ? 'chosen' : ''}>
      <th scope="row"><label><input type="radio" name="variant" .checked=${live(variant === state.variant)} @change=${() => set({ variant })}>
        <span>${t.names[variant]}<small>${t.mistakes[variant]}</small></span></label></th>
      <td>${finding.forbidden > 0 ? html`<span class="warm-text">${t.some(number(finding.forbidden))}</span>` : t.none}</td>
      <td>${probe(finding)}</td></tr>`;
  };
  return html`<table class="plain findings">
    <caption>${t.all}</caption>
    <thead><tr><th scope="col">${t.implementation}</th><th scope="col">${t.weightCheck}</th><th scope="col">${t.probe}</th></tr></thead>
    <tbody>${variants.map(line)}</tbody>
  </table>`;
}

/** Why nothing moved, and what to try. */
function whyStill({ state, t, language }: OurView, { valid }: Numbers): string {
  if (!valid.slice(0, state.prefix).includes(1)) return t.onlyPadding;
  if (presetOf(state) === 'same') return t.unchanged;
  if (state.variant === 'correct') return t.passed;
  const hint = state.variant === 'padding_on_query_rows' ? t.paddingHints[state.padding] : t.hints[state.variant] ?? t.another;
  return [t.escaped, hint].join(language === 'zh' ? '' : ' ');
}

function verdict(view: OurView, numbers: Numbers, { report, refused }: Finding): TemplateResult {
  const { t, number } = view;
  const count = report.changed.length;
  if (refused !== null) return html`<p class="note warm" role="status">${t.refused(refused)}</p>`;
  if (count > 0) return html`<p class="note warm" role="status">${t.caught(count, report.before.data.length, number(report.largestChange))}</p>`;
  return html`<p class="note" role="status">${whyStill(view, numbers)}</p>`;
}

function details(view: OurView, numbers: Numbers): TemplateResult {
  const { state, t, number, matrix } = view;
  const labels = positionLabels(view, numbers);
  const finding = findingOf(numbers, state.variant);
  const { valid, reasons } = numbers;
  const out = outputs(finding.report);
  const marks = moved(finding.report);
  const weights = (id: string, run: 'before' | 'after', title: string, name: string): MatrixModel => {
    const warm = numbers[run].weights.map((line, i) => line.map((weight, j) => isForbidden(weight, reasons[i]![j]!, valid[i]!)));
    const cells = numberCells(numbers[run].weights, { number, reasons, shade: true, warm })
      .map((line) => line.map((cell): Cell => (cell.warm ? { ...cell, says: `${cell.text}, ${t.forbidden}` } : cell)));
    return {
      id, title, name, rows: labels, columns: labels, rowAxis: t.query, columnAxis: t.key, cells,
      explain: explainWeight({ variant: state.variant, run: numbers[run], valid, number, t }),
    };
  };
  const prefixOutputs = (id: string, run: 'before' | 'after', title: string, name: string, weightsId: string): MatrixModel => {
    const cells = numberCells(out[run], { number, ...(run === 'after' && { warm: marks }) })
      .map((line) => line.map((cell): Cell => (cell.warm ? { ...cell, says: `${cell.text}, ${t.movedCell}` } : cell)));
    return {
      id, title, name, rows: labels.slice(0, state.prefix), columns: coordinates, rowAxis: t.query, columnAxis: t.coordinate, cells,
      explain: explainOutput({ variant: state.variant, run: numbers[run], valid, number, t }, out[run], weightsId),
    };
  };
  return html`<h4>${t.details(t.names[state.variant])}</h4>
    <p class="mistake">${t.mistakes[state.variant]}</p>
    ${verdict(view, numbers, finding)}
    <div class="pairs">
      ${matrix(weights('weightsBefore', 'before', t.weightsBefore, 'A_before'))}
      ${matrix(weights('weightsAfter', 'after', t.weightsAfter, 'A_after'))}
      ${matrix(prefixOutputs('outputsBefore', 'before', t.outputsBefore, 'Y_before', 'weightsBefore'))}
      ${matrix(prefixOutputs('outputsAfter', 'after', t.outputsAfter, 'Y_after', 'weightsAfter'))}
    </div>`;
}

function render(view: OurView): TemplateResult {
  const { core, state, t, set } = view;
  const numbers = compute(core, state);
  const prefixes = Array.from({ length: positions - 1 }, (_, i) => ({ value: i + 1, label: t.prefixes(i + 1) }));
  return html`
    <div class="inputs">
      <div class="pairs">${inputMatrices(view, numbers)}</div>
      <div class="choices">
        ${radios<Preset | ''>('preset', t.preset, optionsOf(t.presets), presetOf(state) ?? '', (preset) => { if (preset) set(applyPreset(state, preset)); })}
        ${radios('prefix', t.prefix, prefixes, state.prefix, (prefix) => set({ prefix }))}
        ${select(t.padding, optionsOf(t.paddings), state.padding, (padding) => set({ padding }))}
        ${select(t.emptyRow, optionsOf(t.emptyRows), state.emptyRow, (emptyRow) => set({ emptyRow }))}
      </div>
    </div>
    ${findingsTable(view, numbers)}
    <p class="note">${t.checks}</p>
    ${details(view, numbers)}`;
}

const styles = css`
  .inputs { display: grid; grid-template-columns: auto 1fr; gap: 1rem 2rem; align-items: start; margin-bottom: 1.25rem; }
  .pairs { display: grid; grid-template-columns: repeat(2, max-content); gap: 1rem 1.5rem; max-width: 100%; }
  .choices { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: start; }
  .findings { width: 100%; }
  .findings label { display: flex; gap: 0.625rem; align-items: start; min-height: var(--touch); cursor: pointer; font-weight: 500; }
  .findings input { width: 1.125rem; height: 1.125rem; margin: 0.1875rem 0 0; accent-color: var(--link); flex: none; }
  .findings small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; max-width: 44ch; }
  .findings .chosen > * { background: var(--paper); }
  .findings td { min-width: 6.5rem; }
  .mistake { margin: 0 0 0.5rem; color: var(--soft); font-size: 0.9375rem; }
  .note[role='status'] { min-height: 3em; margin-bottom: 1rem; }
  @container figure (max-width: 46rem) { .inputs { grid-template-columns: minmax(0, 1fr); } }
  @container figure (max-width: 34rem) {
    .pairs { grid-template-columns: minmax(0, 1fr); }
    .findings small { display: none; }
    .findings th, .findings td { padding: 0.375rem 0.25rem; font-size: 0.875rem; }
    .findings td { min-width: 0; }
    .note[role='status'] { min-height: 7.5em; }
  }
`;

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
