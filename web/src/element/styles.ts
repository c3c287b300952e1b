import { css, unsafeCSS } from 'lit';
import { visuallyHidden } from '../matrix/styles';
import theme from '../theme.css?inline';

/** The frame shields itself from the host page: everything is set on it anew. */
export const figureStyles = [unsafeCSS(theme), visuallyHidden, css`
  :host { display: block; }
  .frame {
    all: initial; display: block; box-sizing: border-box; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 10px;
    padding: clamp(0.75rem, 3vw, 1.5rem); font: 1rem/1.5 var(--sans); font-variant-numeric: tabular-nums lining-nums; overflow-wrap: break-word;
    container: figure / inline-size;
  }
  .frame.light { color-scheme: light; }
  .frame.dark { color-scheme: dark; }
  .frame * { box-sizing: border-box; }
  header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; justify-content: space-between; }
  h4 { font: 600 0.9375rem/1.4 var(--sans); margin: 1.5rem 0 0.5rem; }
  h3 { font: 600 1.0625rem/1.4 var(--sans); margin: 0; }
  .lead { margin: 0.125rem 0 1rem; color: var(--soft); font-size: 0.9375rem; max-width: 60ch; }
  .tools { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-left: auto; }
  button, select, input[type='text'] {
    font: inherit; font-size: 0.9375rem; color: var(--ink); background: var(--paper); border: 1px solid var(--control); border-radius: 6px;
    min-height: var(--touch); padding: 0.25rem 0.75rem; max-width: 100%;
  }
  button { cursor: pointer; }
  button:hover:not(:disabled) { border-color: var(--ink); }
  button:disabled { color: var(--soft); border-color: var(--line); cursor: default; }
  .switch::before { content: '☐'; margin-right: 0.5em; color: var(--soft); }
  .switch[aria-pressed='true'] { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
  .switch[aria-pressed='true']::before { content: '☑'; color: var(--ink); }
  .tools button { border-color: transparent; background: none; color: var(--link); padding: 0.25rem 0.5rem; font-size: 0.875rem; }
  .tools button:hover { text-decoration: underline; }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
  input[type='text'] { width: 8rem; }
  input[aria-invalid='true'] { border-color: var(--warm); border-width: 2px; }
  .complaint { color: var(--warm); font-size: 0.875rem; }
  .controls { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: end; margin: 0 0 1rem; }
  .toggle, .radios label { display: inline-flex; align-items: center; gap: 0.5rem; min-height: var(--touch); cursor: pointer; font-size: 0.9375rem; }
  .toggle input, .radios input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--link); flex: none; }
  .radios { border: 0; margin: 0; padding: 0; min-width: 0; }
  .radios > div { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
  .radios legend, .field > span:first-child, .slider > span:first-child { padding: 0; font-size: 0.8125rem; color: var(--soft); }
  .field { display: inline-grid; gap: 0.125rem; justify-items: start; max-width: 100%; }
  .slider { display: grid; grid-template-columns: 1fr auto; gap: 0 0.75rem; min-width: min(16rem, 100%); align-items: center; }
  .slider > span:first-child { grid-column: 1 / -1; }
  .slider input { width: 100%; min-height: var(--touch); margin: 0; accent-color: var(--link); }
  .slider output { min-width: 5ch; text-align: right; }
  .stepper { display: grid; grid-template-columns: auto 1fr auto; gap: 0.5rem; align-items: center; margin: 0 0 1rem; }
  .stepper ol { list-style: none; display: flex; flex-wrap: wrap; gap: 0.125rem; margin: 0; padding: 0; justify-content: center; }
  .stepper ol button { border-color: transparent; background: none; padding: 0.25rem 0.375rem; font-size: 0.875rem; color: var(--soft); }
  .stepper ol button[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--control); background: var(--paper); }
  .stepper .ordinal { color: var(--soft); font-weight: 400; }
  @container figure (max-width: 40rem) {
    .stepper { grid-template-columns: 1fr 1fr; }
    .stepper ol { grid-column: 1 / -1; grid-row: 2; justify-content: start; }
    .stepper > button:last-child { justify-self: end; }
  }
  .matrices { display: flex; flex-wrap: wrap; gap: 1.25rem 1.5rem; align-items: start; }
  .matrices + .matrices { margin-top: 1.25rem; }
  .readout {
    margin: 1rem -0.25rem 0; padding: 0.75rem 0.25rem 0; border-top: 1px solid var(--line); min-height: 7rem; display: grid; gap: 0.25rem; align-content: start;
    font-size: 0.9375rem; grid-template-columns: 1fr auto;
  }
  /* In a figure taller than the screen the formula comes to the reader. Until it is pinned the pointer passes through it. */
  .readout:not(:has(.hint)) { position: sticky; bottom: 0; z-index: 3; background: var(--sheet); }
  .readout:not(:has(.hint, .tools)) { pointer-events: none; }
  .readout .hint { color: var(--soft); }
  .readout .full { color: var(--soft); font-size: 0.8125rem; grid-column: 1 / -1; overflow-wrap: anywhere; }
  .readout .scroll { overflow-x: auto; overflow-y: hidden; grid-column: 1 / -1; padding: 0.125rem 0; }
  math { font-family: var(--math); font-size: 1.0625rem; }
  /* fonts without a table for mathematics leave no room at the fraction line */
  mfrac > * { padding-block: 0.12em; }
  .note { margin: 0.75rem 0; max-width: 68ch; }
  .note.warm { border-left: 4px solid var(--warm); padding: 0.25rem 0 0.25rem 0.75rem; }
  .notice { margin: 0 0 0.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--warm); border-radius: 6px; color: var(--ink); background: var(--warm-wash); font-size: 0.9375rem; }
  .still { color: var(--soft); font-size: 0.9375rem; }
  table.plain { border-collapse: collapse; font-size: 0.9375rem; }
  table.plain caption { text-align: left; font-weight: 600; font-size: 0.875rem; padding-bottom: 0.375rem; }
  table.plain th, table.plain td { text-align: left; padding: 0.375rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: baseline; }
  table.plain thead th { font-weight: 500; color: var(--soft); font-size: 0.875rem; }
  table.plain td.number, table.plain th.number { text-align: right; }
  .warm-text { color: var(--warm); font-weight: 600; }
  .scroll-x { overflow-x: auto; }
  @media print {
    .tools, .controls, .stepper > button, .readout .hint { display: none; }
    .readout { min-height: 0; }
    .readout:not(:has(.hint)) { position: static; }
    .frame { break-inside: avoid; }
  }
`];
