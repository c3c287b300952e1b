import { css } from 'lit';

export const styles = css`
  h4 { font: 600 0.9375rem/1.4 var(--sans); margin: 1.75rem 0 0.5rem; }
  h5 { font: 600 0.875rem/1.4 var(--sans); margin: 1rem 0 0.25rem; }
  code { font: 0.8125rem/1.4 ui-monospace, monospace; white-space: nowrap; }
  fieldset { border: 0; margin: 0 0 0.75rem; padding: 0; min-width: 0; }
  legend { padding: 0; font-weight: 600; font-size: 0.875rem; }
  .sliders { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0 1.5rem; }
  .slider { min-width: 0; gap: 0 0.5rem; }
  .slider output { min-width: 2ch; }
  table.steps th[scope='row'] { font-weight: 400; white-space: nowrap; }
  table.steps code { display: block; color: var(--soft); }
  table.steps td { white-space: nowrap; }
  .sizes { color: var(--soft); margin-left: 0.5rem; }
  table.steps .current { background: var(--paper); box-shadow: inset 3px 0 0 var(--ink); }
  table.steps .current th[scope='row'] { font-weight: 600; }
  .steps + .note, .scroll-x + .note { color: var(--soft); font-size: 0.875rem; }
  .stepper { margin: 0; }
  .what { min-height: 3rem; }
  .legend { color: var(--soft); font-size: 0.8125rem; margin: 0.5rem 0 0; }
  .blocks { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; margin-top: 0.75rem; overflow-x: auto; }
  figure { margin: 0; flex: none; }
  figcaption { font-size: 0.75rem; color: var(--soft); min-height: 1.2em; }
  svg { display: block; font: 0.6875rem var(--sans); }
  svg text { text-anchor: middle; dominant-baseline: central; fill: var(--ink); }
  svg .axis { fill: var(--soft); font-size: 0.625rem; }
  rect { fill: var(--sheet); stroke: var(--line); }
  .cell path { stroke: var(--hatch); stroke-width: 1.5; fill: none; }
  .tinted rect { fill: color-mix(in srgb, var(--operand) 16%, var(--sheet)); }
  .marked rect { stroke: var(--ink); stroke-width: 3; }
  .marked text { font-weight: 700; }
  .warm rect { fill: var(--warm-wash); }
  .cell.warm:not(.marked) rect { stroke: var(--warm); stroke-width: 2; }
  .cell .corner { fill: var(--warm); stroke: none; }
  .choosable { cursor: pointer; }
  .mistakes { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem 2.5rem; }
  .mistake { min-width: 0; }
  .code { margin: 0 0 0.25rem; font-size: 0.875rem; }
  .finding { min-height: 7.5rem; margin: 0.25rem 0 0; font-size: 0.9375rem; }
  .controls.memory { align-items: start; }
  .memory input { width: 7rem; }
  table.memory { min-width: 30rem; }
  table.memory .units { color: var(--soft); font-size: 0.8125rem; min-width: 7rem; white-space: nowrap; }
  @container figure (max-width: 40rem) {
    .sliders { grid-template-columns: 1fr 1fr; }
    .mistakes { grid-template-columns: 1fr; }
    .finding { min-height: 0; }
    .sizes { display: block; margin: 0; }
    table.steps, table.steps thead th { font-size: 0.75rem; }
    table.steps th, table.steps td { padding: 0.375rem 0.25rem; }
    table.steps thead th { white-space: normal; }
    table.steps th[scope='row'] { white-space: normal; }
    table.steps code { white-space: normal; font-size: 0.6875rem; }
    .what { min-height: 6rem; }
    table.memory { min-width: 0; }
    table.memory th, table.memory td { padding: 0.375rem; }
    table.memory .units { min-width: 5.5rem; }
  }
`;
