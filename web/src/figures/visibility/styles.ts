import { css } from 'lit';
import { batchStyles } from '../../parts/batch-controls';
import { gridStyles } from '../../parts/visibility-grid';

export const styles = css`
  ${batchStyles}
  ${gridStyles}
  .question { display: flex; flex-wrap: wrap; gap: 1.25rem 2.5rem; align-items: start; }
  .question > * { min-width: 0; max-width: 100%; }
  .lines { margin: 0.5rem 0 1.25rem; font-size: 0.9375rem; }
  .lines p { margin: 0; }
  table.sixteen-one { font-size: 0.875rem; }
  table.sixteen-one th, table.sixteen-one td { padding: 0.375rem 0.5rem; }
  table.sixteen-one thead th { font-size: 0.8125rem; line-height: 1.3; vertical-align: bottom; min-width: 3.5em; max-width: 7rem; }
  table.sixteen-one th[colspan] { text-align: left; border-bottom: 1px solid var(--line); max-width: none; }
  table.sixteen-one th[scope='row'] { font-weight: 500; white-space: nowrap; }
  table.sixteen-one td { white-space: nowrap; }
  table.sixteen-one .token { color: var(--soft); }
  table.sixteen-one .group { border-left: 1px solid var(--line); }
  table.sixteen-one thead th.current { color: var(--ink); font-weight: 700; }
  table.sixteen-one td.current { font-weight: 600; }
  table.sixteen-one td.no { color: var(--soft); }
  @container figure (max-width: 40rem) {
    table.sixteen-one { font-size: 0.8125rem; }
    table.sixteen-one th, table.sixteen-one td { padding: 0.375rem 0.15rem; }
    table.sixteen-one thead th { font-size: 0.75rem; min-width: 3em; }
    table.sixteen-one .token { display: none; }
  }
`;
