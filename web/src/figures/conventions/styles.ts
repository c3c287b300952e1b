import { css } from 'lit';
import { batchStyles } from '../../parts/batch-controls';
import { codeStyles } from '../../parts/code-block';
import { gridStyles } from '../../parts/visibility-grid';

export const styles = css`
  ${batchStyles}
  ${gridStyles}
  ${codeStyles}
  .facts { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0 0 1rem; font-size: 0.9375rem; }
  .facts dt { color: var(--soft); }
  .facts dd { grid-column: 2; margin: 0; min-width: 0; overflow-wrap: anywhere; }
  .facts code { font: 0.875rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, "Noto Sans Mono", monospace; }
`;
