/** The times and the counts; the times are also what the chart says in words. */
import { html, type TemplateResult } from 'lit';
import type { View } from '../../element/definition';
import { grouped, inUnits } from '../../format';
import type { Results } from './results';
import { blocks, lengthsUpTo, type State } from './state';
import type { Texts } from './texts';

const none = '–';
const threeDigits = new Intl.NumberFormat('en', { minimumSignificantDigits: 3, maximumSignificantDigits: 3, useGrouping: false });

const shownMilliseconds = (milliseconds: number | undefined): string => (milliseconds === undefined ? none : threeDigits.format(milliseconds));
const shownRatio = (ratio: number | undefined): string => (ratio === undefined ? none : `×${ratio.toFixed(1)}`);

export function timeTable({ state, t }: View<State, Texts>, results: Results): TemplateResult {
  const { masks } = state;
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${t.time}><table class="plain times">
    <caption>${t.time}</caption>
    <thead>
      <tr><td></td>${masks.map((mask) => html`<th scope="colgroup" colspan="2" class="number">${t.short[mask]}</th>`)}</tr>
      <tr><th scope="col">${t.length}</th>${masks.map(() => html`<th scope="col" class="number">${t.milliseconds}</th><th scope="col" class="number ratio">${t.ratio}</th>`)}</tr>
    </thead>
    <tbody>${lengthsUpTo(state.largest).map((positions) => html`<tr>
      <th scope="row" class="number">${positions}</th>
      ${masks.map((mask) => html`<td class="number">${shownMilliseconds(results.at(positions, mask)?.milliseconds)}</td>
        <td class="number ratio">${shownRatio(results.ratio(positions, mask))}</td>`)}
    </tr>`)}</tbody>
  </table></div>`;
}

export function countTable({ core, state, t }: View<State, Texts>, results: Results): TemplateResult {
  const counted = state.masks.filter(blocks);
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${t.counts}><table class="plain counts">
    <caption>${t.counts}</caption>
    <thead><tr>
      <th scope="col">${t.length}</th><th scope="col" class="number">${t.cells}</th><th scope="col" class="number">${t.bytes}</th>
      ${counted.map((mask) => html`<th scope="col" class="number">${t.visible(t.short[mask])}</th>`)}
    </tr></thead>
    <tbody>${lengthsUpTo(state.largest).map((positions) => html`<tr>
      <th scope="row" class="number">${positions}</th>
      <td class="number">${grouped(core.scoreMemory(1, 1, positions, 'float64').scores)}</td>
      <td class="number">${inUnits(core.scoreMemory(1, state.heads, positions, 'float64').bytes)}</td>
      ${counted.map((mask) => {
        const visible = results.at(positions, mask)?.visible;
        return html`<td class="number">${visible === undefined ? none : grouped(visible)}</td>`;
      })}
    </tr>`)}</tbody>
  </table></div>`;
}
