/** One question: how it is answered, what the core says of the answer, hints, and the reference answer. */
import { html, nothing, type TemplateResult } from 'lit';
import { isMarks } from './answers';
import { formattedRows } from './facts';
import { input, marksModel } from './inputs';
import type { PartView } from './part-view';
import { prose } from './prose';
import { mistakeText, optionText, told } from './texts/types';

/** Numbers are told which of them are wrong; cells only their rows, and ticks only how many, because more would be the answer. */
function wrong({ view, part, texts, facts }: PartView, differing: number[]): string {
  const { t } = view;
  if (part.kind === 'cells') {
    const rows = [...new Set(differing.map((index) => Math.floor(index / part.shape[1]!)))];
    return t.wrongQueries(rows.map((row) => `${row + 1} ${facts.tokens[row]}`));
  }
  if (part.kind === 'flags') return t.wrongFlags(differing.length, part.options.length);
  const names = texts.elements?.(facts);
  return names && differing.length < names.length ? t.wrongElements(differing.map((index) => names[index]!)) : t.wrong;
}

function feedback(one: PartView): { sign: string; text: string } | null {
  const { view: { t }, part, exerciseTexts, facts, judgement } = one;
  switch (judgement?.verdict) {
    case undefined: return null;
    case 'right': return { sign: '✓', text: t.right };
    case 'imprecise': return { sign: '≈', text: t.imprecise };
    case 'unreadable': return { sign: '', text: t.unreadable };
    case 'none_chosen': return { sign: '', text: t.chooseOne };
    case 'known_mistake': return { sign: '✗', text: mistakeText(exerciseTexts, part.id, judgement.mistake, facts) ?? t.wrong };
    case 'wrong': return { sign: '✗', text: wrong(one, judgement.differing) };
  }
}

function referenceAnswer(one: PartView): TemplateResult {
  const { view, exercise, part, texts, facts, number } = one;
  const { core, t } = view;
  const reference = core.referenceAnswer(exercise.number, exercise.seed, part.id);
  const marks = Array.from(reference.data, String);
  if (part.kind === 'cells') return view.matrix(marksModel(one, `answer-${part.id}`, t.answer, marks));
  if (isMarks(part)) {
    return html`<p class="label">${t.answer}</p><ul>${part.options.filter((_, i) => marks[i] === '1').map((option) => html`<li>${prose(optionText(texts, option, facts) ?? option)}</li>`)}</ul>`;
  }
  const rows = formattedRows(reference, number);
  if (part.kind !== 'matrix') return html`<p class="label">${t.answer}</p><p class="result">${part.shape[0] === 1 ? rows[0] : `[${rows[0]!.join(', ')}]`}</p>`;
  const labels = rows.map((_, i) => String(i + 1));
  return view.matrix({
    id: `answer-${part.id}`, title: t.answer, name: 'W_O', rows: labels, columns: rows[0]!.map((_, i) => String(i + 1)), rowAxis: t.row, columnAxis: t.column,
    cells: rows.map((line, i) => line.map((text, j) => ({ text, value: reference.data[i * line.length + j]! }))),
  });
}

export function partTemplate(one: PartView, letter: string): TemplateResult {
  const { view, part, texts, facts, answer, typed, judgement, change } = one;
  const { t } = view;
  const hints = answer?.hints ?? 0;
  const hintsLeft = hints < texts.hints.length && judgement?.verdict !== 'right' && !answer?.revealed;
  const said = feedback(one);
  const stale = said !== null && typed.join('\n') !== one.checked?.join('\n');
  const verdict = judgement?.verdict === 'right' ? 'right' : said?.sign === '✗' ? 'wrong' : '';
  return html`<div class="part">
    <p class="question" id="question-${part.id}"><span class="letter">${letter}</span> ${prose(told(texts.question, facts))}</p>
    <div class="work">
      ${input(one)}
      <div class="actions">
        <button type="button" @click=${() => change({ typed, checked: typed })} aria-describedby="question-${part.id}">${t.check}</button>
        ${hintsLeft
          ? html`<button type="button" class="quiet" @click=${() => change({ hints: hints + 1 })}>${t.hint(hints + 1, texts.hints.length)}</button>`
          : html`<button type="button" class="quiet" aria-expanded=${String(!!answer?.revealed)} @click=${() => change({ revealed: !answer?.revealed })}>${answer?.revealed ? t.hideAnswer : t.showAnswer}</button>`}
      </div>
    </div>
    <div class="feedback ${verdict}" role="status">${said ? html`<p data-stale=${stale ? t.stale : nothing}>${said.sign ? html`<span class="sign">${said.sign}</span> ` : nothing}${prose(said.text)}</p>` : nothing}</div>
    <div class="help" aria-live="polite">
      ${hints > 0 ? html`<ol class="hints">${texts.hints.slice(0, hints).map((hint) => html`<li>${prose(told(hint, facts))}</li>`)}</ol>` : nothing}
      ${answer?.revealed ? html`<div class="reference">${referenceAnswer(one)}<p>${prose(told(texts.reasoning, facts))}</p></div>` : nothing}
    </div>
  </div>`;
}
