/** How a part is answered: cells to click, numbers to type, or options to tick. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Cell, MatrixModel } from '../../matrix/model';
import type { PartView } from './part-view';
import { prose } from './prose';
import { longestEntry } from './state';
import { optionText } from './texts/types';

const replaced = (entries: string[], index: number, text: string): string[] => entries.map((old, i) => (i === index ? text : old));
const switched = (mark: string | undefined): string => (mark === '1' ? '0' : '1');

/** Marks as a matrix of queries and keys. */
export function marksModel({ view, part, facts }: PartView, id: string, title: string, marks: string[]): MatrixModel {
  const { t } = view;
  const labels = facts.tokens.map((token, i) => `${i + 1} ${token}`);
  const cell = (mark: string): Cell => (mark === '1' ? { text: '✓', value: 1, says: t.marked } : { text: '', value: 0, says: t.unmarked });
  const [height, width] = part.shape as [number, number];
  const cells = Array.from({ length: height }, (_, i) => marks.slice(i * width, (i + 1) * width).map(cell));
  return { id, title, name: 'visible', rows: labels, columns: facts.tokens, rowAxis: t.query, columnAxis: t.key, cells };
}

function cellsInput(one: PartView): TemplateResult {
  const { view, part, typed, change } = one;
  const width = part.shape[1]!;
  return view.matrix({
    ...marksModel(one, `cells-${part.id}`, view.t.yourCells, typed), mode: 'toggle',
    toggle: ({ row, column }) => {
      const index = row * width + column;
      change({ typed: replaced(typed, index, switched(typed[index])) });
    },
  });
}

function optionsInput({ part, texts, facts, typed, change }: PartView): TemplateResult {
  const single = part.kind === 'choice';
  const none = typed.map(() => '0');
  return html`<fieldset class="options" aria-labelledby="question-${part.id}">${part.options.map((option, i) => html`<label>
    <input type=${single ? 'radio' : 'checkbox'} name="part-${part.id}" .checked=${live(typed[i] === '1')}
      @change=${() => change({ typed: single ? replaced(none, i, '1') : replaced(typed, i, switched(typed[i])) })}><span>${prose(optionText(texts, option, facts) ?? option)}</span>
  </label>`)}</fieldset>`;
}

/** Enter checks at once. A form would do the same, but sandboxed frames block its submission. */
function numbersInput({ view, part, texts, facts, typed, judgement, checked, change }: PartView): TemplateResult {
  const names = texts.elements?.(facts) ?? [view.t.yourAnswer];
  const complaints = judgement?.verdict === 'unreadable' ? judgement.complaints : [];
  const columns = part.kind === 'matrix' ? part.shape[1]! : part.shape[0]!;
  const field = (text: string, i: number): TemplateResult => {
    const complaint = (checked?.[i] === text && complaints[i]) || '';
    const fresh = (event: Event): string[] => replaced(typed, i, (event.target as HTMLInputElement).value.trim());
    return html`<label class="field"><span>${names[i]}</span>
      <input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength=${longestEntry} .value=${text}
        aria-invalid=${String(complaint !== '')} aria-describedby=${complaint ? `complaint-${part.id}-${i}` : nothing}
        @change=${(event: Event) => change({ typed: fresh(event) })}
        @keydown=${(event: KeyboardEvent) => { if (event.key === 'Enter') change({ typed: fresh(event), checked: fresh(event) }); }}>
      <span class="complaint" id="complaint-${part.id}-${i}">${complaint}</span></label>`;
  };
  return html`<div class="numbers ${columns > 1 ? 'two' : ''}" role="group" aria-labelledby="question-${part.id}">${typed.map(field)}</div>`;
}

export function input(one: PartView): TemplateResult {
  switch (one.part.kind) {
    case 'cells': return cellsInput(one);
    case 'flags': case 'choice': return optionsInput(one);
    default: return numbersInput(one);
  }
}
