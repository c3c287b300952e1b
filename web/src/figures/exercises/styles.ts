import { css } from 'lit';

export const styles = css`
  h4 { font: 600 1rem/1.4 var(--sans); margin: 1.25rem 0 0; }
  .tabs { display: grid; grid-template-columns: repeat(6, minmax(0, 4.5rem)); gap: 0.25rem; }
  .tabs button { position: relative; display: grid; justify-items: center; padding: 0.25rem 0; line-height: 1.25; border-color: transparent; border-bottom: 3px solid var(--line); border-radius: 6px 6px 0 0; background: none; }
  .tabs button:hover { background: var(--paper); border-color: transparent; border-bottom-color: var(--control); }
  .tabs button[aria-current] { border-bottom-color: var(--ink); font-weight: 600; }
  .tabs .mark { font-size: 0.8125rem; color: var(--soft); font-weight: 400; }
  .variant { display: flex; flex-wrap: wrap; gap: 0 0.5rem; align-items: center; margin: 0.125rem 0 0.5rem; }
  .variant .which { color: var(--soft); font-size: 0.875rem; min-width: 9em; }
  .quiet, .variant button { border-color: transparent; background: none; color: var(--link); padding: 0.25rem; font-size: 0.875rem; }
  .quiet:hover, .variant button:hover:not(:disabled) { text-decoration: underline; border-color: transparent; }
  .variant button:disabled { color: var(--soft); }
  .intro { margin: 0 0 1rem; max-width: 68ch; }
  table.plain { margin: 0 0 1rem; }
  .part {
    display: grid; grid-template-columns: minmax(0, 32rem) minmax(14rem, 24rem); grid-template-areas: 'question question' 'work feedback' 'help help';
    gap: 0.5rem 2rem; align-items: start; border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem;
  }
  .question { grid-area: question; margin: 0; max-width: 68ch; }
  .tied { white-space: nowrap; }
  .letter { font-weight: 600; margin-right: 0.25em; }
  .work { grid-area: work; display: grid; gap: 0.5rem; justify-items: start; min-width: 0; }
  .work > maskscope-matrix, .reference > maskscope-matrix { --cell-width: 2.75rem; width: fit-content; }
  .feedback { grid-area: feedback; min-height: 5.5rem; font-size: 0.9375rem; }
  .feedback p { margin: 0; padding: 0.125rem 0 0.125rem 0.75rem; border-left: 4px solid var(--line); }
  .feedback.right p { border-left-color: var(--ink); }
  .feedback.wrong p { border-left-color: var(--warm); }
  .feedback p[data-stale] { color: var(--soft); }
  .feedback p[data-stale]::after { content: attr(data-stale); }
  .feedback .sign { font-weight: 700; }
  .feedback.wrong .sign { color: var(--warm); }
  .help { grid-area: help; max-width: 68ch; font-size: 0.9375rem; }
  .help:empty { display: none; }
  .hints { margin: 0; padding-left: 1.5rem; }
  .hints li { padding: 0.125rem 0; }
  .reference { margin-top: 0.5rem; padding: 0.75rem 1rem; background: var(--paper); border-radius: 6px; }
  .reference > * { margin: 0; }
  .reference > * + * { margin-top: 0.375rem; }
  .reference .label { font-size: 0.8125rem; color: var(--soft); }
  .reference .result { font-weight: 600; overflow-wrap: anywhere; }
  .reference ul { padding-left: 1.25rem; }
  .options { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; }
  .options label { display: flex; align-items: start; gap: 0.625rem; min-height: var(--touch); padding: 0.5rem 0; font-size: 0.9375rem; cursor: pointer; }
  .options input { width: 1.125rem; height: 1.125rem; margin: 0.1875rem 0 0; accent-color: var(--link); flex: none; }
  .numbers { display: grid; gap: 0.5rem 1rem; justify-items: start; }
  .numbers.two { grid-template-columns: repeat(2, minmax(0, 9rem)); }
  .numbers .field { align-content: start; }
  .numbers input { width: 100%; max-width: 9rem; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; }
  .progress { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: start; border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 0.25rem; color: var(--soft); font-size: 0.875rem; }
  .progress p { margin: 0.75rem 0; }
  .progress summary { min-height: var(--touch); padding: 0.75rem 0.25rem; cursor: pointer; }
  @container figure (max-width: 40rem) {
    .part { grid-template-columns: minmax(0, 1fr); grid-template-areas: 'question' 'work' 'feedback' 'help'; }
    .feedback { min-height: 3.25rem; }
    .variant .which { flex-basis: 100%; }
    .variant button:first-of-type { margin-left: -0.25rem; }
    .tabs { grid-template-columns: repeat(6, minmax(0, 1fr)); }
  }
  @media print {
    .actions, .variant button, .progress { display: none; }
    .feedback:empty { min-height: 1rem; }
  }
`;
