/** The measured times against T, both logarithmic. Lines differ by marker and dashes besides their colour. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { View } from '../../element/definition';
import type { Results } from './results';
import { lengthsUpTo, type MaskName, type State } from './state';
import type { Texts } from './texts';

const height = 220;

/** Around the origin; the place comes from the nested `svg`, which takes percentages. */
const markers: Record<MaskName, TemplateResult> = {
  none: svg`<circle r="4.5"/>`,
  causal: svg`<rect x="-4" y="-4" width="8" height="8"/>`,
  window: svg`<path d="M0 -5.5 L5 4 L-5 4 Z"/>`,
};

interface Point { x: string; y: number }

const placed = (mask: MaskName, { x, y }: Point): TemplateResult => svg`<svg class="marker" x=${x} y=${y}>${markers[mask]}</svg>`;

function line(mask: MaskName, points: Point[]): TemplateResult {
  return svg`<g class=${mask}>
    ${points.slice(1).map(({ x, y }, i) => svg`<line class="measured" x1=${points[i]!.x} y1=${points[i]!.y} x2=${x} y2=${y}/>`)}
    ${points.map((point) => placed(mask, point))}
  </g>`;
}

function legend({ state, t }: View<State, Texts>): TemplateResult {
  return html`<ul class="legend" aria-hidden="true">${state.masks.map((mask) => html`<li>
    <svg width="40" height="16"><g class=${mask}><line class="measured" x1="0" y1="8" x2="40" y2="8"/>${placed(mask, { x: '50%', y: 8 })}</g></svg>${t.masks[mask]}
  </li>`)}</ul>`;
}

export function chart(view: View<State, Texts>, results: Results): TemplateResult {
  const { state, t } = view;
  const lengths = lengthsUpTo(state.largest);
  const times = state.masks.flatMap((mask) => lengths.map((positions) => results.at(positions, mask)?.milliseconds ?? 0)).filter((time) => time > 0);
  const [lowest, highest] = times.length
    ? [Math.floor(Math.log10(Math.min(...times))), Math.ceil(Math.log10(Math.max(...times)))]
    : [0, 1];
  const decades = Math.max(highest - lowest, 1);
  const x = (at: number): string => `${(100 * at) / (lengths.length - 1)}%`;
  const y = (exponent: number): number => height * (1 - (exponent - lowest) / decades);
  const points = (mask: MaskName): Point[] => lengths.flatMap((positions, at) => {
    const cost = results.at(positions, mask);
    return cost ? [{ x: x(at), y: y(Math.log10(cost.milliseconds)) }] : [];
  });
  const exponents = Array.from({ length: decades + 1 }, (_, i) => lowest + i);
  return html`<div class="chart">
    ${times.length ? nothing : html`<p class="empty"><span>${t.chartEmpty}</span></p>`}
    <svg class="plot" role="img" aria-label=${t.chart} width="100%" height=${height}>
      ${lengths.map((positions, at) => svg`<line class="grid" x1=${x(at)} x2=${x(at)} y1="0" y2=${height}/><text class="below" x=${x(at)} y=${height + 18}>${positions}</text>`)}
      ${exponents.map((exponent) => svg`<line class="grid" x1="0" x2="100%" y1=${y(exponent)} y2=${y(exponent)}/>
        ${times.length ? svg`<text class="beside" x="-10" y=${y(exponent)}>${Number(`1e${exponent}`)}</text>` : nothing}`)}
      <text class="unit" x="-10" y="-16">${t.milliseconds}</text><text class="unit" x="-20" y=${height + 18}>${t.length}</text>
      ${state.masks.map((mask) => line(mask, points(mask)))}
    </svg>
    ${legend(view)}
  </div>`;
}
