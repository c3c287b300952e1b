/** Controls for a batch of records and its rules: the same in every figure that has one. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Language } from '../language';
import type { Batch } from './batch';
import { button, radios, toggle } from './controls';
import { fittedOverrides } from './overrides';
import { recordsOf, type RecordLimits } from './records';
import { recordsField, recordsStyles } from './records-field';

const words = {
  zh: { shown: '显示哪一条记录', causal: '因果规则：屏蔽未来', padding: '填充规则：屏蔽填充', clear: '撤销手动改动' },
  en: { shown: 'Record shown', causal: 'Causal rule: block the future', padding: 'Padding rule: block padding', clear: 'Undo changes by hand' },
};

export interface BatchControls {
  batch: Batch;
  limits: RecordLimits;
  language: Language;
  setText: (text: string) => string | null;
  set: (change: Partial<Batch>) => string | null;
  /** The figure's own changes by hand, undone along with the overrides. */
  alsoTouched?: boolean;
  undo?: (untouched: Pick<Batch, 'overrides'>) => void;
  /** The figure's own controls, below the rules. */
  more?: TemplateResult;
}

export function batchControls({ batch, limits, language, setText, set, alsoTouched = false, undo = set, more }: BatchControls): TemplateResult {
  const say = words[language];
  const records = recordsOf(batch.text, limits);
  const touched = alsoTouched || batch.overrides.flat(2).some((value) => value !== 0);
  return html`<div class="set-up">
    <div>
      ${recordsField(batch.text, limits, language, setText)}
      ${radios('shown', say.shown, records.map((_, record) => ({ value: record, label: String(record + 1) })), batch.shown, (shown) => set({ shown }))}
    </div>
    <div>
      <div class="rules">
        ${toggle(say.causal, batch.causal, (causal) => set({ causal }))}
        ${toggle(say.padding, batch.padding, (padding) => set({ padding }))}
      </div>
      ${more ?? nothing}
      <div>${button(say.clear, () => undo({ overrides: fittedOverrides([], records.length, records[0]!.length) }), !touched)}</div>
    </div>
  </div>`;
}

export const batchStyles = css`
  ${recordsStyles}
  .set-up { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; align-items: start; margin: 0 0 1.25rem; }
  .set-up > div { display: grid; gap: 0.5rem; justify-items: start; max-width: 100%; }
  .set-up > div:first-child { width: min(25rem, 100%); }
  .set-up > div:last-child { flex: 1 1 18rem; }
  .set-up .rules { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
  @media print { .set-up { display: none; } }
`;
