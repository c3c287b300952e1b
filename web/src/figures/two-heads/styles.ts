import { css } from 'lit';

/** What changes under the reader's hand keeps its place: sentences of different length stand in room for the longest. */
export const styles = css`
  h4 { font: 600 0.9375rem/1.4 var(--sans); margin: 1.5rem 0 0.5rem; }
  .matrices { gap: 1.25rem 1.5rem; }
  .heads { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem 2.5rem; }
  .head { display: grid; gap: 0.875rem; justify-items: start; align-content: start; min-width: 0; border-top: 2px solid var(--line); padding-top: 0.5rem; }
  .head .matrices { gap: 0.875rem 1.5rem; }
  .reading { min-height: 3rem; }
  .verdict { min-height: 5rem; margin: 0 0 1rem; }
  @container figure (max-width: 40rem) {
    .heads { grid-template-columns: 1fr; }
    .reading { min-height: 6rem; }
    .verdict { min-height: 11.5rem; }
  }
`;
