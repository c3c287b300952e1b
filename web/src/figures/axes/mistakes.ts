/** Two arrays with the right look and the wrong contents. */
import { html, type TemplateResult } from 'lit';
import type { View } from '../../element/definition';
import type { Language } from '../../language';
import { sentences } from '../../parts/sentences';
import type { Layout, Numbers } from './compute';
import { elementLook, letters } from './looks';
import { picture } from './picture';
import type { State } from './state';
import { list } from './step-table';
import type { Texts } from './texts';

const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => a.length === b.length && Array.from(a).every((x, i) => x === b[i]);

interface Finding { text: string; wrong: boolean }

function reshapeOnly(t: Texts, { trace, layouts, reshapeOnly: made, followed }: Numbers): Finding {
  const right = layouts[2]!;
  const expected = right.step.index;
  if (same(made.elements!, right.elements!)) return { text: t.reshapeOnlyHarmless, wrong: false };
  const found = made.elements![right.step.offset]!;
  if (found === followed) return { text: t.reshapeOnlyAgrees(followed, expected), wrong: false };
  return { text: t.reshapeOnlyResult(followed, expected, found, trace.reshapeOnlySource, made.step.index), wrong: true };
}

function reversedAxes(t: Texts, language: Language, { layouts, reversedAxes: made }: Numbers): Finding {
  const right = layouts[3]!;
  const sameShape = same(made.step.shape, right.step.shape);
  if (sameShape && same(made.elements!, right.elements!)) return { text: t.reversedHarmless, wrong: false };
  const result = t.reversedResult(made.step.shape, right.step.shape, made.step.index, right.step.index);
  return { text: sameShape ? sentences(language, result, t.reversedSameShape) : result, wrong: true };
}

export function mistakes({ state, t, language }: View<State, Texts>, numbers: Numbers): TemplateResult {
  const card = (title: string, code: string, made: Layout, { text, wrong }: Finding, warmAt: number): TemplateResult => {
    const small = letters(made.step.axes);
    const look = elementLook(numbers, state, made.elements!);
    return html`<section class="mistake">
      <h5>${title}</h5>
      <p class="code"><code>${code}</code> → ${list(made.step.axes)}</p>
      <p class="note finding ${wrong ? 'warm' : ''}">${text}</p>
      <p class="legend">${t.legend(small.slice(0, -2).join(', '), small.at(-2)!, small.at(-1)!)}</p>
      ${picture({
        says: t.picture(list(made.step.shape), made.step.index, made.step.offset), shape: made.step.shape, letters: small,
        look: (offset) => ({ ...look(offset), warm: wrong && offset === warmAt }),
      })}
    </section>`;
  };
  return html`<h4>${t.mistakes}</h4>
    <p class="note">${t.mistakeMarks}</p>
    <div class="mistakes">
      ${card(t.reshapeOnly, '.reshape(B, H, T, d)', numbers.reshapeOnly, reshapeOnly(t, numbers), numbers.layouts[2]!.step.offset)}
      ${card(t.reversed, '.T', numbers.reversedAxes, reversedAxes(t, language, numbers), numbers.reversedAxes.step.offset)}
    </div>`;
}
