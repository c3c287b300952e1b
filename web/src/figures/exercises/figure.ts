import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Exercise } from '../../core';
import type { FigureDefinition, View } from '../../element/definition';
import { formatNumber } from '../../format';
import { numberCells } from '../../parts/cells';
import { button } from '../../parts/controls';
import { progress, type Progress } from './answers';
import { factsOf, type Facts } from './facts';
import { partTemplate } from './part';
import { partView } from './part-view';
import { prose } from './prose';
import { initial, largestSeed, merged, schema, seedOf, withSeed, type State } from './state';
import { styles } from './styles';
import { texts, type Texts } from './texts';
import { exerciseTexts } from './texts/all';
import { told, type ExerciseTexts } from './texts/types';

type ExercisesView = View<State, Texts>;

function tabs({ state, t, language, set }: ExercisesView, done: Progress[]): TemplateResult {
  return html`<div class="tabs" role="group" aria-label=${t.exercises}>${done.map(({ solved, parts }, i) => {
    const exercise = i + 1;
    const here = exercise === state.exercise;
    const hidden = (text: string): TemplateResult => html`<span class="visually-hidden">${text}</span>`;
    return html`<button type="button" aria-current=${here ? 'true' : nothing} @click=${() => set({ exercise })}>
      <span class="ordinal">${hidden(t.exercise)} ${exercise}</span>
      <span class="mark">${solved === parts ? html`✓ ${hidden(t.solved)}` : `${solved}/${parts}`} ${hidden(exerciseTexts(exercise, language).title)}</span></button>`;
  })}</div>`;
}

function variant({ state, t, set }: ExercisesView): TemplateResult {
  const { exercise } = state;
  const seed = seedOf(state, exercise);
  return html`<div class="variant">
    <span class="which">${seed === 0 ? t.ownNumbers : t.seed(seed)}</span>
    ${button(t.another, () => set(withSeed(state, exercise, seed + 1)), seed === largestSeed)}
    ${button(t.own, () => set(withSeed(state, exercise, 0)), seed === 0)}
  </div>`;
}

function record({ t }: ExercisesView, { tokens, targets }: Facts): TemplateResult {
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${t.record}><table class="plain"><thead>
    <tr><th scope="row">${t.position}</th>${tokens.map((_, i) => html`<th scope="col">${i + 1}</th>`)}</tr></thead><tbody>
    <tr><th scope="row">${t.input}</th>${tokens.map((token) => html`<td>${token}</td>`)}</tr>
    <tr><th scope="row">${t.target}</th>${targets.map((target) => html`<td>${target === 'ignored' ? t.ignored : target}</td>`)}</tr>
  </tbody></table></div>`;
}

/** Givens with more than one number, as matrices. */
function givens(view: ExercisesView, exercise: Exercise, say: ExerciseTexts, facts: Facts, number: (x: number) => string): TemplateResult[] {
  return exercise.givens.filter(({ value }) => value.data.length > 1).map(({ id, value }) => {
    const texts = say.givens[id]!;
    const width = value.shape.at(-1)!;
    const lines = Array.from({ length: value.data.length / width }, (_, i) => Array.from(value.data.slice(i * width, (i + 1) * width)));
    const counted = (length: number): string[] => Array.from({ length }, (_, i) => String(i + 1));
    return view.matrix({
      id: `given-${id}`, title: texts.title, name: texts.name, rowAxis: texts.rowAxis, columnAxis: texts.columnAxis,
      rows: texts.rows?.(facts) ?? counted(lines.length), columns: texts.columns?.(facts) ?? counted(width), cells: numberCells(lines, { number }),
    });
  });
}

function render(view: ExercisesView): TemplateResult {
  const { core, state, t, language, digits, set } = view;
  const seed = seedOf(state, state.exercise);
  const exercise = core.exercise(state.exercise, seed);
  const say = exerciseTexts(state.exercise, language);
  // three digits are too few to compute four with
  const number = (x: number): string => formatNumber(x, digits === 3 ? 6 : digits);
  const facts = factsOf(core, exercise, number);
  const shown = givens(view, exercise, say, facts, number);
  const done = progress(core, state);
  const sum = (field: keyof Progress): number => done.reduce((total, one) => total + one[field], 0);
  // a new exercise gets new fields, and its old messages are not announced
  return html`${tabs(view, done)}
    ${keyed(`${state.exercise}/${seed}`, html`
      <h4>${t.heading(state.exercise, say.title)}</h4>
      ${variant(view)}
      <p class="intro">${prose(told(say.intro, facts))}</p>
      ${exercise.tokens.length ? record(view, facts) : nothing}
      ${shown.length ? html`<div class="matrices">${shown}</div>` : nothing}
      ${exercise.parts.map((part, i) => partTemplate(partView(view, exercise, part, say, facts, number), 'abcdef'[i]!))}`)}
    <div class="progress"><p>${t.progress(sum('solved'), sum('parts'))}</p>
      <details><summary>${t.clear}</summary>${button(t.clearAll, () => set(initial()))}</details></div>`;
}

export const figure: FigureDefinition<State, Texts> = {
  schema, initial, texts, styles, render, keep: merged, readout: false,
};
