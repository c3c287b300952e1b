/**
 * A figure is a pure function: from the module and a state to what is shown. One folder a figure, named as the figure is,
 * holds its definition (`export const figure` in `figure.ts`), its texts in both languages, its styles and its still picture.
 */
import type { CSSResult, TemplateResult } from 'lit';
import type * as v from 'valibot';
import type { Core } from '../core';
import type { Digits } from '../format';
import type { Language } from '../language';
import type { MatrixModel } from '../matrix/model';

export interface FigureDefinition<State extends object, Texts> {
  /** Holds every limit that the controls have: a state from a link passes it or is refused. */
  schema: v.GenericSchema<unknown, State>;
  initial: (core: Core) => State;
  texts: Record<Language, Texts & FigureTexts>;
  styles?: CSSResult;
  render: (view: View<State, Texts>) => TemplateResult;
  /**
   * The state is kept in the browser between visits; this joins the state in sight with what was kept before. Such a figure
   * has a control of its own that clears it, so the reset button of the frame is left out.
   */
  keep?: (now: State, before: State) => State;
  /** Elements of the figure's own, by tag. */
  elements?: Record<string, CustomElementConstructor>;
  /** False: no line below the figure that explains the cell pointed at. */
  readout?: false;
}

/** Every figure has these. */
export interface FigureTexts { title: string; /** One or two sentences: what it shows and what to do. */ lead: string }

export interface View<State, Texts> {
  core: Core;
  state: State;
  t: Texts & FigureTexts;
  language: Language;
  /** As the reader chose: fixed digits, or all. */
  number: (x: number) => string;
  digits: Digits;
  /**
   * Takes a change. Returns null when the figure can show it, else a message for the reader, and the state stays.
   */
  set: (change: Partial<State>) => string | null;
  /** A matrix wired to the figure's pointing, pinning and operand marks. */
  matrix: (model: MatrixModel) => TemplateResult;
}
