import { html, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import { slider, stepper } from '../../parts/controls';
import { sentences } from '../../parts/sentences';
import { compute, type Layout, type Numbers } from './compute';
import { elementLook, letters } from './looks';
import { memoryCalculator } from './memory';
import { mistakes } from './mistakes';
import { picture, readableCells } from './picture';
import { divisors, initial, limits, resized, schema, type State } from './state';
import { list, stepTable } from './step-table';
import { styles } from './styles';
import { texts, type StepName, type Texts } from './texts';

type AxesView = View<State, Texts>;

function controls({ state, t, language, set }: AxesView, numbers: Numbers): TemplateResult {
  const heads = divisors(state.width);
  const size = (name: 'batch' | 'positions' | 'width'): TemplateResult =>
    slider({ label: t[name], min: 1, max: limits[name], value: state[name], text: String(state[name]) }, (value) => set(resized(state, { [name]: value })));
  const place = (name: 'b' | 't' | 'c', extent: number): TemplateResult =>
    slider({ label: t.places[name], min: 0, max: extent - 1, value: state[name], text: String(state[name]) }, (value) => set({ [name]: value }));
  return html`
    <fieldset><legend>${t.size}</legend><div class="sliders">
      ${size('batch')}${size('positions')}${size('width')}
      ${slider({ label: t.heads, min: 0, max: heads.length - 1, value: heads.indexOf(state.heads), text: String(state.heads) }, (at) => set({ heads: heads[at]! }))}
    </div></fieldset>
    <fieldset><legend>${t.element}</legend><div class="sliders">
      ${place('b', state.batch)}${place('t', state.positions)}${place('c', state.width)}
    </div></fieldset>
    <p class="note">${sentences(language, t.headWidth(state.width, state.heads, numbers.trace.right[2]!.shape[3]!), t.fromZero)}</p>`;
}

function choose({ set }: AxesView, { indices }: Numbers, elements: ArrayLike<number>): (offset: number) => void {
  return (offset) => {
    const [b, t, c] = indices[elements[offset]!]!;
    set({ b: b!, t: t!, c: c! });
  };
}

function elementPicture(view: AxesView, numbers: Numbers, { step }: Layout, elements: ArrayLike<number>): TemplateResult {
  const { state, t, language } = view;
  const small = letters(step.axes);
  return html`<p class="note">${sentences(language, t.legend(small.slice(0, -2).join(', '), small.at(-2)!, small.at(-1)!), t.marks, ...(elements.length > readableCells ? [t.tooSmall] : []))}</p>
    ${picture({
      says: t.picture(list(step.shape), step.index, step.offset), shape: step.shape, letters: small,
      look: elementLook(numbers, state, elements), choose: choose(view, numbers, elements),
    })}`;
}

/** One visibility for each record, and the same one in the scores of every head. */
function scorePictures({ t, language }: AxesView, { visible }: Numbers, { step }: Layout): TemplateResult {
  const [b, h, row, column] = step.index;
  const [, heads, positions] = step.shape as [number, number, number];
  const cells = positions * positions;
  const blocked = (record: number, cell: number): boolean => visible.data[record * cells + cell] === 0;
  return html`<p class="note">${t.visibilityNote(visible.shape)}</p>
    <h5>${t.visibility} = ${list(visible.shape)}</h5>
    ${picture({
      says: t.visibilityPicture(list(visible.shape)), shape: visible.shape, letters: ['b', 'h', 't', 't'],
      look: (offset) => ({ blocked: blocked(Math.floor(offset / cells), offset % cells) }),
    })}
    <h5>${t.scoresPicture(step.shape)}</h5>
    <p class="note">${sentences(language, t.legend('b, h', t.queries, t.keys), t.scoreMarks)}</p>
    ${picture({
      says: t.picture(list(step.shape), step.index, step.offset), shape: step.shape, letters: ['b', 'h', 't', 't'],
      look: (offset) => {
        const [matrix, cell] = [Math.floor(offset / cells), offset % cells];
        const record = Math.floor(matrix / heads);
        const own = record === b && matrix % heads === h;
        return {
          blocked: blocked(record, cell), marked: offset === step.offset,
          tinted: own && (Math.floor(cell / positions) === row || cell % positions === column),
        };
      },
    })}`;
}

function render(view: AxesView): TemplateResult {
  const { core, state, t, language, set } = view;
  const numbers = compute(core, state);
  const layout = numbers.layouts[state.step]!;
  const steps = numbers.trace.right;
  return html`
    ${controls(view, numbers)}
    ${stepTable(view, steps)}
    <p class="note">${t.offsetNote}</p>
    <h4>${t.array}</h4>
    ${stepper(steps.map(({ step }) => t.names[step as StepName]), state.step, language, (step) => set({ step }))}
    <p class="note what" role="status">${t.what[layout.step.step as StepName]}</p>
    ${layout.elements ? elementPicture(view, numbers, layout, layout.elements) : scorePictures(view, numbers, layout)}
    ${mistakes(view, numbers)}
    ${memoryCalculator(view, numbers.memory)}`;
}

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
