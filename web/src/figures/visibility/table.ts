/** Table 16.1 for the record shown: the answers to the three questions, one row a query. */
import { html, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { View } from '../../element/definition';
import { positionList } from '../../parts/positions';
import { shiftedTargets } from '../../parts/records';
import type { Numbers } from './compute';
import type { State } from './state';
import type { Texts } from './texts';

export function visibilityTable({ state, t }: View<State, Texts>, { tokens, table, grid, scored }: Numbers): TemplateResult {
  const { causal, padding, shown } = state;
  // the column that the matrix shows, where it shows one of them
  const current = causal && padding ? 'both' : causal ? 'future' : padding ? 'padding' : null;
  const columns = [['future', t.future], ['padding', t.paddingOnly], ['both', t.both]] as const;
  const targets = shiftedTargets(tokens);
  const answer = (yes: number | undefined): TemplateResult => html`<td class=${classMap({ no: !yes })}>${yes ? t.yes : t.no}</td>`;
  return html`<div class="scroll-x" role="region" tabindex="0" aria-label=${t.table(shown + 1)}><table class="plain sixteen-one">
    <caption>${t.table(shown + 1)}</caption>
    <thead>
      <tr><th rowspan="2" scope="col">${t.slot}</th><th colspan="3" scope="colgroup">${t.keyColumns}</th>
        <th rowspan="2" scope="col" class="group">${t.realColumn}</th><th colspan="2" scope="colgroup" class="group">${t.lossColumn}</th></tr>
      <tr>${columns.map(([id, label]) => html`<th scope="col" class=${classMap({ current: id === current })}>${label}</th>`)}
        <th scope="col" class="group">${t.target}</th><th scope="col">${t.scoredColumn}</th></tr>
    </thead>
    <tbody>${tokens.map((token, query) => html`<tr>
      <th scope="row">${query + 1} <span class="token">${token}</span></th>
      ${columns.map(([id]) => html`<td class=${classMap({ current: id === current })}>${positionList(table[id][query]!, t.list) || t.noKeys}</td>`)}
      ${answer(grid.valid[query])}
      <td class="group">${targets[query] ?? t.noTarget}</td>${answer(scored[shown]![query])}
    </tr>`)}</tbody>
  </table></div>`;
}
