/** The field for token records. A problem is told beside it when the reader leaves it; the last good records stay. */
import { css, html, type TemplateResult } from 'lit';
import type { Language } from '../language';
import { complaint, parseRecords, type RecordLimits } from './records';

const words = {
  zh: {
    label: '记录（每行一条，词元用空格隔开，PAD 表示填充）',
    limits: ({ records, positions }: RecordLimits) => `最多 ${records} 条，每条最多 ${positions} 个词元`,
  },
  en: {
    label: 'Records: one a line, spaces between tokens, PAD for padding',
    limits: ({ records, positions }: RecordLimits) => `up to ${records} records of up to ${positions} tokens`,
  },
};

/** `change` takes text that parses and may refuse it with a message of its own. */
export function recordsField(
  text: string, limits: RecordLimits, language: Language, change: (text: string) => string | null,
): TemplateResult {
  // A good text is taken while it is typed. A bad one is a complaint only once the reader is done, or if there was one.
  const take = (event: Event): void => {
    const area = event.target as HTMLTextAreaElement;
    const parsed = parseRecords(area.value, limits);
    const message = 'problem' in parsed ? complaint(parsed.problem, language) : change(area.value);
    const standing = area.getAttribute('aria-invalid') === 'true';
    if (message !== null && event.type === 'input' && !standing) return;
    area.setAttribute('aria-invalid', String(message !== null));
    area.closest('.records')!.querySelector('.complaint')!.textContent = message ?? '';
  };
  return html`<div class="records">
    <label><span>${words[language].label}</span>
      <textarea rows=${limits.records} spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="records-limits records-complaint"
        .value=${text} @input=${take} @change=${take}></textarea></label>
    <p class="limits" id="records-limits">${words[language].limits(limits)}</p>
    <p class="complaint" id="records-complaint" role="alert"></p>
  </div>`;
}

export const recordsStyles = css`
  .records { display: grid; gap: 0.125rem; width: min(25rem, 100%); }
  .records label { display: grid; gap: 0.125rem; }
  .records label > span, .records .limits { font-size: 0.8125rem; color: var(--soft); }
  .records p { margin: 0; }
  .records textarea {
    font: inherit; font-size: 0.9375rem; color: var(--ink); background: var(--paper); border: 1px solid var(--control); border-radius: 6px;
    padding: 0.375rem 0.75rem; width: 100%; min-height: var(--touch); resize: vertical; word-spacing: 0.2em;
  }
  .records textarea[aria-invalid='true'] { border-color: var(--warm); border-width: 2px; }
`;
