import { css } from 'lit';

export const styles = css`
  maskscope-cost { display: block; }
  .buttons { align-items: center; margin: 0 0 0.5rem; }
  .buttons progress { flex: 1 1 10rem; max-width: 20rem; height: 0.75rem; accent-color: var(--link); }
  .status { margin: 0 0 1rem; min-height: 1.5em; }
  .chart { position: relative; padding: 2rem 1.25rem 0 3.25rem; margin-bottom: 1rem; }
  .chart .empty { position: absolute; inset: 2rem 1.25rem auto 3.25rem; height: 220px; display: grid; place-content: center; margin: 0; color: var(--soft); font-size: 0.9375rem; }
  .chart .empty span { background: var(--sheet); padding: 0.25rem 0.75rem; text-align: center; }
  .chart svg { display: block; overflow: visible; }
  .plot { margin-bottom: 2rem; }
  .chart text { font: 0.75rem var(--sans); fill: var(--soft); }
  .chart .below { text-anchor: middle; }
  .chart .beside, .chart .unit { text-anchor: end; }
  .chart .beside { dominant-baseline: central; }
  .chart .grid { stroke: var(--line); stroke-width: 1; }
  .chart .measured { stroke-width: 2; }
  .chart .none { stroke: var(--ink); fill: var(--ink); }
  .chart .causal { stroke: var(--operand); fill: var(--operand); }
  .chart .causal .measured { stroke-dasharray: 8 4; }
  .chart .window { stroke: var(--soft); fill: var(--soft); }
  .chart .window .measured { stroke-dasharray: 2 3; }
  .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0 0 0 -2.5rem; padding: 0; font-size: 0.875rem; }
  .legend li { display: flex; align-items: center; gap: 0.5rem; }
  .times .ratio { color: var(--soft); }
  .times thead th { white-space: nowrap; }
  .times td { min-width: 4.5rem; }
  .counts td, .times td { white-space: nowrap; }
  .counts { margin-top: 1.5rem; }
  @container figure (max-width: 40rem) {
    table.times th, table.times td, table.counts th, table.counts td { padding: 0.375rem 0.1875rem; font-size: 0.75rem; min-width: 0; }
    table.times thead th { white-space: normal; }
    table.counts thead th { word-break: keep-all; }
    table.times, table.counts { width: 100%; }
    .status { min-height: 3em; }
  }
`;
