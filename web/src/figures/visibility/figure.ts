import { html, nothing, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import { batchControls } from '../../parts/batch-controls';
import { radios } from '../../parts/controls';
import { visibilityLegend } from '../../parts/visibility-grid';
import { compute, type RowRule } from './compute';
import { keysMatrix, realMatrix, scoredMatrix, wrongMatrix } from './models';
import { initial, limits, schema, withText, type State } from './state';
import { styles } from './styles';
import { visibilityTable } from './table';
import { texts, type Texts } from './texts';

type FigureView = View<State, Texts>;

function setUp({ state, t, language, set }: FigureView): TemplateResult {
  return batchControls({
    batch: state, limits, language, set,
    setText: (text) => set(withText(state, text)),
    alsoTouched: state.ignored.flat().includes(1),
    undo: (untouched) => set({ ...untouched, ignored: state.ignored.map((line) => line.map(() => 0 as const)) }),
    more: radios<State['paddingRule']>('padding-rule', t.paddingRule, [
      { value: 'key_columns', label: t.paddingRules.key_columns }, { value: 'query_rows', label: t.paddingRules.query_rows },
    ], state.paddingRule, (paddingRule) => set({ paddingRule })),
  });
}

function comparison({ state, t }: FigureView, { leaks, differs, counts }: RowRule): TemplateResult {
  if (!differs.flat().includes(true)) return html`<p class="note">${state.padding ? t.compare.same : t.compare.off}</p>`;
  return html`<p class="note warm">${leaks ? t.compare.leaking(leaks, counts.emptyRows) : t.compare.hidden(counts.emptyRows)}</p>`;
}

function render(view: FigureView): TemplateResult {
  const { core, state, t, language } = view;
  const numbers = compute(core, state);
  const { counts, emptyRows, leaks, refused, rowRule, scoredCounts, lossRefused } = numbers;
  const empty = emptyRows.map((query) => query + 1).join(t.list) || t.none;
  return html`
    ${setUp(view)}
    <div class="question">
      ${view.matrix(keysMatrix(view, numbers))}
      ${rowRule ? view.matrix(wrongMatrix(view, numbers, rowRule)) : nothing}
      ${visibilityTable(view, numbers)}
    </div>
    ${visibilityLegend(language, rowRule ? t.legend : {})}
    <div class="lines" role="status">
      <p>${t.counts(counts.visible, counts.cells, empty)} <span class=${leaks ? 'warm-text' : ''}>${leaks ? t.leaks(leaks) : t.noLeaks}</span></p>
    </div>
    ${rowRule ? comparison(view, rowRule) : nothing}
    ${refused ? html`<p class="note warm" role="status">${t.refused(refused)}</p>` : nothing}
    <div class="question">${view.matrix(realMatrix(view, numbers))}${view.matrix(scoredMatrix(view, numbers))}</div>
    <p class="lines">${t.scoredCounts(scoredCounts.visible, scoredCounts.cells)}</p>
    ${lossRefused ? html`<p class="note warm" role="status">${t.lossRefused(lossRefused)}</p>` : nothing}`;
}

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
