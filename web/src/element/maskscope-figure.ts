/**
 * `<maskscope-figure name="masked-softmax" lang="en">`: one interactive figure. Works alone in any page. What stands between
 * its tags is the still picture, shown until the module is there and wherever it cannot run.
 *
 * Attributes: `name`; `lang` (inherited where absent); `theme` light or dark (told from the page where absent);
 * `digits` 3, 6 or full. Event `maskscope-state` (detail: name and hash text) whenever the reader changes something.
 */
import { LitElement, adoptStyles, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import * as v from 'valibot';
import type { Core } from '../core';
import { formatNumber, type Digits } from '../format';
import { languageOf, type Language } from '../language';
import { arriving, NotLoaded } from '../load/not-loaded';
import { sharedCore } from '../load/shared-core';
import { oldestBrowsers, SimdMissing } from '../load/simd';
import { copyToClipboard } from '../matrix/copy';
import type { MatrixEventDetail } from '../matrix/matrix';
import type { CellRef, Explanation, MatrixModel } from '../matrix/model';
import { matrixTexts } from '../matrix/texts';
import type { FigureDefinition, View } from './definition';
import { errorText } from './errors';
import { decodeState, encodeState, readHash, writeHash } from './hash';
import { readKept, writeKept } from './kept';
import { figureStyles } from './styles';
import { frameTexts } from './texts';
import { themeOf, watchTheme, type Theme } from './theme';

// Each definition keeps its own state and texts; the element treats them alike.
type AnyDefinition = FigureDefinition<any, any>;
type State = Record<string, unknown>;

interface Pointed { matrix: string; cell: CellRef }

export interface StateEventDetail { name: string; hash: string }

/** How far from the screen a figure wakes, so that it is ready before it is seen. */
const wakeMargin = '1200px';

/** What loads a figure's code, by the figure's name. */
export type Figures = ReadonlyMap<string, () => Promise<AnyDefinition>>;

export class MaskscopeFigure extends LitElement {
  static figures: Figures = new Map();
  static override styles = figureStyles;

  static override properties = {
    name: { type: String, reflect: true },
    digits: { type: String },
    theme: { type: String },
    lang: { type: String },
    core: { state: true },
    definition: { state: true },
    failure: { state: true },
    state: { state: true },
    ground: { state: true },
    pointed: { state: true },
    pinned: { state: true },
    notice: { state: true },
    announcement: { state: true },
    generation: { state: true },
  };

  declare name: string;
  declare digits: string;
  declare theme: string;
  declare private core: Core | null;
  declare private definition: AnyDefinition | null;
  declare private failure: Error | null;
  declare private state: State | null;
  declare private ground: Theme;
  declare private pointed: Pointed | null;
  declare private pinned: boolean;
  declare private notice: string;
  declare private announcement: string;
  /** Counts states that came from elsewhere than a control: each starts the controls afresh, without what was typed and refused. */
  declare private generation: number;

  private awake = false;
  private initial: State = {};
  private models = new Map<string, MatrixModel>();
  private stopWatching: (() => void) | undefined;
  private sleeper: IntersectionObserver | undefined;

  constructor() {
    super();
    this.name = '';
    this.digits = '6';
    this.core = null;
    this.definition = null;
    this.failure = null;
    this.state = null;
    this.ground = 'light';
    this.pointed = null;
    this.pinned = false;
    this.notice = '';
    this.announcement = '';
    this.generation = 0;
  }

  private get language(): Language {
    return languageOf(this);
  }

  private readonly wakeForPrint = (): void => { void this.wake(); };

  override connectedCallback(): void {
    super.connectedCallback();
    this.ground = themeOf(this);
    this.stopWatching = watchTheme(() => {
      this.ground = themeOf(this);
      this.requestUpdate();
    });
    this.sleeper = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void this.wake();
    }, { rootMargin: wakeMargin });
    this.sleeper.observe(this);
    addEventListener('beforeprint', this.wakeForPrint);
    addEventListener('hashchange', this.readLink);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWatching?.();
    this.sleeper?.disconnect();
    removeEventListener('beforeprint', this.wakeForPrint);
    removeEventListener('hashchange', this.readLink);
  }

  /** Loads the module and the figure's code, and shows it; called by itself when the figure comes near the screen. */
  async wake(): Promise<void> {
    this.sleeper?.disconnect();
    this.awake = true;
    const { name } = this;
    const load = MaskscopeFigure.figures.get(name);
    if (this.definition || !load) return;
    this.failure = null;
    try {
      const [core, definition] = await Promise.all([sharedCore(), arriving(load)]);
      // it may have been woken twice, or renamed meanwhile
      if (!this.definition && name === this.name) this.start(core, definition);
    } catch (error) {
      if (name === this.name) this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  private start(core: Core, definition: AnyDefinition): void {
    for (const [tag, element] of Object.entries(definition.elements ?? {})) {
      if (!customElements.get(tag)) customElements.define(tag, element);
    }
    adoptStyles(this.renderRoot as ShadowRoot, [...MaskscopeFigure.elementStyles, ...(definition.styles ? [definition.styles] : [])]);
    this.core = core;
    this.initial = definition.initial(core) as State;
    this.state = this.keptState(definition) ?? this.initial;
    this.definition = definition;
    this.readLink();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('theme')) this.ground = themeOf(this);
    if (changed.has('name') && this.awake) {
      this.definition = null;
      void this.wake();
    }
  }

  /** What an earlier visit left, where the figure keeps its state and can still show it. */
  private keptState(definition: AnyDefinition): State | null {
    const state = definition.keep ? readKept(this.name, definition, this.initial) as State | null : null;
    try {
      if (state) definition.render(this.view(definition, state));
      return state;
    } catch {
      return null;
    }
  }

  private readonly readLink = (): void => {
    const text = readHash(location.hash).get(this.name);
    if (text === undefined || !this.core || !this.definition || text === encodeState(this.state!, this.initial)) return;
    try {
      const state = decodeState(text, this.definition.schema, this.initial) as State;
      this.definition.render(this.view(this.definition, state));
      this.state = state;
      this.generation++;
      this.notice = '';
    } catch {
      this.state = this.initial;
      this.notice = frameTexts[this.language].badLink;
    }
  };

  private set(definition: AnyDefinition, change: State): string | null {
    try {
      const state = v.parse(definition.schema, { ...this.state, ...change }) as State;
      definition.render(this.view(definition, state));
      this.adopt(state);
      return null;
    } catch (error) {
      this.requestUpdate();
      return errorText(error, this.language);
    }
  }

  private adopt(state: State): void {
    this.state = state;
    this.notice = '';
    this.pinned = false;
    if (this.definition?.keep) writeKept(this.name, this.definition, state, this.initial);
    const detail: StateEventDetail = { name: this.name, hash: encodeState(state, this.initial) };
    this.dispatchEvent(new CustomEvent('maskscope-state', { detail, bubbles: true, composed: true }));
  }

  private reset(): void {
    this.generation++;
    this.adopt(this.initial);
  }

  private async copyLink(): Promise<void> {
    const say = frameTexts[this.language];
    const text = encodeState(this.state!, this.initial) || encodeURIComponent('{}');
    const link = new URL(location.href);
    link.hash = writeHash(new Map([[this.name, text]]));
    const done = await copyToClipboard(link.href);
    if (!done) location.hash = link.hash;
    this.announcement = done ? say.linkCopied : say.linkNotCopied;
    setTimeout(() => { this.announcement = ''; }, 2500);
  }

  private view(definition: AnyDefinition, state: State): View<State, object> {
    const language = this.language;
    const digits = (this.digits === 'full' ? 'full' : Number(this.digits) === 3 ? 3 : 6) satisfies Digits;
    return {
      core: this.core!,
      state,
      t: definition.texts[language],
      language,
      digits,
      number: (x) => formatNumber(x, digits),
      set: (change) => this.set(definition, change),
      matrix: (model) => this.matrixTemplate(model),
    };
  }

  private matrixTemplate(model: MatrixModel): TemplateResult {
    this.models.set(model.id, model);
    return html`<maskscope-matrix data-matrix=${model.id} .model=${model} .language=${this.language}></maskscope-matrix>`;
  }

  /** Operand marks follow the pointed cell after every matrix of this rendering is known. */
  override updated(): void {
    const explanation = this.explanation();
    for (const element of this.renderRoot.querySelectorAll('maskscope-matrix')) {
      const id = element.dataset['matrix']!;
      const cells = explanation?.operands?.filter((operand) => operand.matrix === id).flatMap((operand) => operand.cells) ?? [];
      element.operands = new Set(cells.map(({ row, column }) => `${row},${column}`));
      element.pointed = this.pointed?.matrix === id ? this.pointed.cell : null;
      element.pinned = this.pinned;
    }
  }

  private pointedModel(): MatrixModel | undefined {
    const model = this.pointed ? this.models.get(this.pointed.matrix) : undefined;
    return model?.cells[this.pointed!.cell.row]?.[this.pointed!.cell.column] ? model : undefined;
  }

  private explanation(): Explanation | undefined {
    return this.pointedModel()?.explain?.(this.pointed!.cell);
  }

  private onPoint(event: CustomEvent<MatrixEventDetail>): void {
    if (this.pinned) return;
    const { matrix, cell } = event.detail;
    this.pointed = cell && { matrix, cell };
  }

  private onPin(event: CustomEvent<MatrixEventDetail>): void {
    if (this.definition?.readout === false) return;
    const { matrix, cell } = event.detail;
    const same = this.pinned && this.pointed?.matrix === matrix && this.pointed.cell.row === cell!.row && this.pointed.cell.column === cell!.column;
    this.pinned = !same;
    this.pointed = { matrix, cell: cell! };
  }

  private unpin(): void {
    this.pinned = false;
    this.pointed = null;
  }

  private readoutTemplate(): TemplateResult {
    const say = frameTexts[this.language];
    const model = this.pointedModel();
    if (!model) return html`<div class="readout"><span class="hint">${say.pointHint}</span></div>`;
    const { row, column } = this.pointed!.cell;
    const cell = model.cells[row]![column]!;
    const explanation = this.explanation();
    const position = matrixTexts[this.language].position(model.rowAxis, model.rows[row]!, model.columnAxis, model.columns[column]!);
    const reason = cell.says ?? (cell.blocked && matrixTexts[this.language].blocked[cell.blocked]);
    const full = cell.value !== undefined && Number.isFinite(cell.value) && !Number.isInteger(cell.value);
    return html`<div class="readout" role="group" aria-label=${position}>
      <span><strong>${model.title}</strong> · ${position}${reason ? html` · ${reason}` : nothing}${explanation?.text ? html` · ${explanation.text}` : nothing}</span>
      ${this.pinned ? html`<span class="tools"><button type="button" @click=${this.unpin}>${say.unpin}</button></span>` : html`<span></span>`}
      ${explanation?.formula ? html`<div class="scroll">${explanation.formula}</div>` : nothing}
      ${full ? html`<span class="full">${say.fullValue}: ${formatNumber(cell.value!, 'full')}</span>` : nothing}
    </div>`;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.pinned && !event.defaultPrevented) this.unpin();
  }

  /** The still picture, with what keeps the figure from being there. */
  private stillTemplate(message: string, again?: TemplateResult): TemplateResult {
    return html`<div class="frame ${this.ground}" lang=${this.language}>
      <p class=${this.failure ? 'notice' : 'still'} role="status">${message} ${again ?? nothing}</p><slot></slot></div>`;
  }

  private missingTemplate(): TemplateResult {
    const say = frameTexts[this.language];
    const { figures } = MaskscopeFigure;
    if (!figures.has(this.name)) return this.stillTemplate(say.unknownFigure(this.name, [...figures.keys()].join(', ')));
    if (this.failure instanceof SimdMissing) return this.stillTemplate(say.simdMissing(oldestBrowsers));
    if (this.failure instanceof NotLoaded) return this.stillTemplate(say.notLoaded, html`<button type="button" @click=${() => this.wake()}>${say.tryAgain}</button>`);
    return this.stillTemplate(this.failure ? say.missing(this.failure.message) : say.loading);
  }

  override render(): TemplateResult {
    const say = frameTexts[this.language];
    const { definition } = this;
    if (!definition) return this.missingTemplate();
    this.models.clear();
    const view = this.view(definition, this.state!);
    const body = definition.render(view);
    const hasReadout = this.models.size > 0 && definition.readout !== false;
    return html`<section class="frame ${this.ground}" lang=${this.language === 'zh' ? 'zh-Hans' : 'en'} aria-labelledby="figure-title"
      @matrix-point=${this.onPoint} @matrix-pin=${this.onPin} @keydown=${this.onKey}>
      <header>
        <h3 id="figure-title">${view.t.title}</h3>
        <div class="tools">
          ${definition.keep ? nothing : html`<button type="button" @click=${this.reset}>${say.reset}</button>`}
          <button type="button" @click=${this.copyLink}>${this.announcement || say.link}</button>
        </div>
      </header>
      <p class="visually-hidden" role="status">${this.announcement}</p>
      ${this.notice ? html`<p class="notice" role="alert">${this.notice}</p>` : nothing}
      <p class="lead">${view.t.lead}</p>
      ${keyed(`${this.name} ${this.generation}`, body)}
      ${hasReadout ? this.readoutTemplate() : nothing}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'maskscope-figure': MaskscopeFigure;
    'maskscope-matrix': import('../matrix/matrix').MaskscopeMatrix;
  }
}
