import { css } from 'lit';

export const visuallyHidden = css`
  .visually-hidden {
    position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap; border: 0;
  }
`;

/** A pattern for each reason to block, on cells and in legends. */
export const hatchings = css`
  .future { background-image: repeating-linear-gradient(45deg, var(--hatch) 0 1.5px, transparent 1.5px 7px); }
  .padding { background-image: radial-gradient(var(--hatch) 1.4px, transparent 1.6px); background-size: 7px 7px; }
  .future_and_padding {
    background-image: repeating-linear-gradient(45deg, var(--hatch) 0 1.5px, transparent 1.5px 7px), radial-gradient(var(--hatch) 1.4px, transparent 1.6px);
    background-size: auto, 7px 7px;
  }
  .rule { background-image: repeating-linear-gradient(0deg, var(--hatch) 0 1.5px, transparent 1.5px 6px); }
  .by_hand {
    background-image: repeating-linear-gradient(45deg, var(--hatch) 0 1px, transparent 1px 7px), repeating-linear-gradient(-45deg, var(--hatch) 0 1px, transparent 1px 7px);
  }
`;

export const matrixStyles = [visuallyHidden, hatchings, css`
  :host { display: block; min-width: 0; max-width: 100%; position: relative; font-family: var(--sans); color: var(--ink); }
  .head { display: flex; align-items: baseline; justify-content: space-between; gap: 0.75rem; min-height: 2rem; }
  .title { font-size: 0.875rem; font-weight: 600; line-height: 1.4; }
  .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
  table { border-collapse: separate; border-spacing: 2px; font-size: 0.8125rem; font-variant-numeric: tabular-nums lining-nums; }
  th { font-weight: 500; color: var(--soft); padding: 0.2rem 0.375rem; white-space: nowrap; }
  th[scope='row'] { text-align: right; }
  th.lit { color: var(--ink); font-weight: 700; }
  th.followed { color: var(--ink); font-weight: 700; }
  th.followed::before { content: '▸'; margin-right: 0.3em; }
  .corner { font-size: 0.6875rem; color: var(--soft); text-align: right; padding: 0 0.25rem 0 0; white-space: nowrap; }
  .slash { margin: 0 0.15em; }
  /* a cell that gets the focus is scrolled clear of the formula at the foot of the screen */
  td[role='gridcell'] { scroll-margin-bottom: 9rem; }
  td[role='gridcell'] {
    position: relative; box-sizing: border-box; min-width: var(--cell-width, 4.5rem); height: var(--cell, 2.75rem); padding: 0.2rem 0.35rem; text-align: center;
    background-color: var(--sheet); box-shadow: inset 0 0 0 1px var(--line); border-radius: 3px; cursor: default; white-space: nowrap;
  }
  td.shaded { background-color: light-dark(var(--on-light), var(--on-dark)); color: light-dark(var(--ink-on-light), var(--ink-on-dark)); }
  td.blocked { color: var(--soft); background-color: var(--paper); }
  td.blocked > span { background-color: var(--paper); padding: 0 0.3em; border-radius: 2px; }
  td math { font-size: 1rem; math-style: normal; }
  mfrac > * { padding-block: 0.12em; }
  td.locked { color: var(--soft); background-color: var(--paper); }
  td.warm { box-shadow: inset 0 0 0 2px var(--warm); }
  td.warm:not(.shaded, .blocked) { background-color: var(--warm-wash); }
  td.warm::after {
    content: ''; position: absolute; top: 0; right: 0; border: 5px solid; border-color: var(--warm) var(--warm) transparent transparent; border-top-right-radius: 3px;
  }
  td.operand { outline: 2px dashed var(--operand); outline-offset: -1px; }
  td.pointed { outline: 2px solid var(--operand); outline-offset: -1px; }
  td.pinned { outline-width: 3px; }
  td:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; z-index: 1; }
  input {
    box-sizing: border-box; width: 100%; min-width: 4rem; height: 100%; font: inherit; text-align: center; color: var(--ink); background: var(--sheet);
    border: 1px solid var(--control); border-radius: 2px; padding: 0;
  }
  input[aria-invalid='true'] { border-color: var(--warm); }
  .complaint { margin: 0.25rem 0 0; color: var(--warm); font-size: 0.8125rem; }
  .complaint:empty { display: none; }
  .copy { position: relative; font-size: 0.8125rem; }
  .copy summary {
    cursor: pointer; color: var(--soft); list-style: none; padding: 0.3rem 0.4rem; border-radius: 4px; white-space: nowrap;
  }
  .copy summary::-webkit-details-marker { display: none; }
  .copy summary:hover { color: var(--ink); }
  .copy summary:focus-visible, .copy button:focus-visible { outline: 2px solid var(--link); }
  .copy > div {
    position: absolute; right: 0; z-index: 2; display: grid; background: var(--sheet); border: 1px solid var(--control); border-radius: 6px; padding: 0.25rem;
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.15);
  }
  .copy button {
    font: inherit; min-height: var(--touch); padding: 0 1rem; text-align: left; color: var(--ink); background: none; border: 0; border-radius: 4px; cursor: pointer;
  }
  .copy button:hover { background: var(--paper); }
  @media (pointer: coarse) { .copy summary { padding: 0.75rem; } }
  @media (max-width: 30rem) { td[role='gridcell'] { min-width: var(--cell-width, 4rem); padding: 0.2rem; font-size: 0.8125rem; } }
  @media print { .copy { display: none; } td { print-color-adjust: exact; } }
`];
