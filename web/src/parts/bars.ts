/** Horizontal bars for shares of 1, drawn from the core's numbers, with a sentence for those who do not see them. */
import { css, html, svg, type TemplateResult } from 'lit';

/** strong: the one to look at; warm: what leaked. */
export interface BarPart { share: number; kind: 'plain' | 'strong' | 'warm' }
export interface Bar { label: string; parts: BarPart[]; text: string }

const percent = (share: number): string => `${share * 100}%`;

function strip(parts: BarPart[]): TemplateResult {
  let end = 0;
  const pieces = parts.filter(({ share }) => share > 0).map(({ share, kind }) => {
    const start = end;
    end += share;
    return svg`<rect class=${kind} x=${percent(start)} width=${percent(share)} height="100%"/>`;
  });
  return html`<svg aria-hidden="true" width="100%" height="100%"><rect class="track" width="100%" height="100%"/>${pieces}</svg>`;
}

export function bars(description: string, list: Bar[]): TemplateResult {
  return html`<div class="bars" role="img" aria-label=${description}>${list.map(({ label, parts, text }) =>
    html`<span>${label}</span>${strip(parts)}<span class="text">${text}</span>`)}</div>`;
}

export const barStyles = css`
  .bars { display: grid; grid-template-columns: auto minmax(4rem, 1fr) auto; gap: 0.5rem 0.75rem; align-items: center; font-size: 0.875rem; }
  .bars .text { text-align: right; min-width: 8ch; }
  .bars svg { height: 1.125rem; display: block; border-radius: 2px; }
  .bars .track { fill: var(--paper); stroke: var(--line); stroke-width: 2px; }
  .bars .plain { fill: var(--control); }
  .bars .strong { fill: var(--ink); }
  .bars .warm { fill: var(--warm); }
  @media print { .bars { print-color-adjust: exact; } }
`;
