/**
 * The matrix view that all figures share: a real table whose cells are walked with the arrow keys. It shows a model and
 * reports what the reader does as events: `matrix-point` (pointer or focus on a cell, null when it leaves) and
 * `matrix-pin` (a click, a touch or Enter).
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { Language } from '../language';
import { copyFormats, copyText, copyToClipboard, type CopyFormat } from './copy';
import type { Cell, CellRef, MatrixModel } from './model';
import { weightShade } from './shade';
import { styleMap } from './style-map';
import { matrixStyles } from './styles';
import { matrixTexts } from './texts';

export interface MatrixEventDetail { matrix: string; cell: CellRef | null }

const key = ({ row, column }: CellRef): string => `${row},${column}`;

export class MaskscopeMatrix extends LitElement {
  static override styles = matrixStyles;

  static override properties = {
    model: { attribute: false },
    language: { attribute: false },
    operands: { attribute: false },
    pointed: { attribute: false },
    pinned: { attribute: false },
    active: { state: true },
    editing: { state: true },
    complaint: { state: true },
    notice: { state: true },
  };

  declare model: MatrixModel;
  declare language: Language;
  /** Cells that take part in the cell pointed at elsewhere, as `"row,column"`. */
  declare operands: ReadonlySet<string>;
  declare pointed: CellRef | null;
  declare pinned: boolean;
  /** The cell in the tab order. */
  declare active: CellRef;
  declare editing: boolean;
  declare complaint: string;
  declare notice: string;

  constructor() {
    super();
    this.language = 'en';
    this.operands = new Set();
    this.pointed = null;
    this.pinned = false;
    this.active = { row: 0, column: 0 };
    this.editing = false;
    this.complaint = '';
    this.notice = '';
  }

  override willUpdate(): void {
    const { cells } = this.model;
    const row = Math.max(0, Math.min(this.active.row, cells.length - 1));
    const column = Math.max(0, Math.min(this.active.column, (cells[row]?.length ?? 1) - 1));
    if (row !== this.active.row || column !== this.active.column) this.active = { row, column };
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('editing') && this.editing) {
      const input = this.renderRoot.querySelector('input');
      input?.focus();
      input?.select();
    }
  }

  private emit(type: 'matrix-point' | 'matrix-pin', cell: CellRef | null): void {
    const detail: MatrixEventDetail = { matrix: this.model.id, cell };
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  private async focusActive(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  }

  private move(row: number, column: number): void {
    const { cells } = this.model;
    this.active = {
      row: Math.max(0, Math.min(row, cells.length - 1)),
      column: Math.max(0, Math.min(column, cells[0]!.length - 1)),
    };
    void this.focusActive();
  }

  private editable({ row, column }: CellRef): boolean {
    return this.model.mode === 'edit' && !this.model.cells[row]![column]!.locked;
  }

  private act(cell: CellRef): void {
    this.active = cell;
    if (this.model.mode === 'toggle') this.model.toggle?.(cell);
    if (this.editable(cell)) this.editing = true;
    this.emit('matrix-pin', cell);
  }

  private onKey(event: KeyboardEvent, cell: CellRef): void {
    if (this.editing) return;
    const { row, column } = cell;
    const last = { row: this.model.cells.length - 1, column: this.model.cells[0]!.length - 1 };
    const jump = event.ctrlKey || event.metaKey;
    const moves: Record<string, () => void> = {
      ArrowUp: () => this.move(row - 1, column),
      ArrowDown: () => this.move(row + 1, column),
      ArrowLeft: () => this.move(row, column - 1),
      ArrowRight: () => this.move(row, column + 1),
      Home: () => this.move(jump ? 0 : row, 0),
      End: () => this.move(jump ? last.row : row, last.column),
      Enter: () => this.act(cell),
      ' ': () => this.act(cell),
      F2: () => this.act(cell),
    };
    const typed = this.editable(cell) && /^[-−.\d]$/.test(event.key) && !jump;
    if (!moves[event.key] && !typed) return;
    event.preventDefault();
    if (typed) this.act(cell);
    else moves[event.key]!();
    if (typed) void this.updateComplete.then(() => this.startWith(event.key));
  }

  private startWith(text: string): void {
    const input = this.renderRoot.querySelector('input');
    if (input) input.value = text;
  }

  private finish(cell: CellRef, text: string, stay: boolean): void {
    if (!this.editing) return;
    const complaint = this.model.edit?.(cell, text) ?? null;
    this.complaint = complaint ?? '';
    if (complaint && stay) return;
    this.editing = false;
    if (stay) void this.focusActive();
  }

  private onInputKey(event: KeyboardEvent, cell: CellRef): void {
    event.stopPropagation();
    if (event.key === 'Enter') this.finish(cell, (event.target as HTMLInputElement).value, true);
    if (event.key === 'Escape') {
      event.preventDefault();
      this.editing = false;
      this.complaint = '';
      void this.focusActive();
    }
  }

  private async copy(format: CopyFormat): Promise<void> {
    const say = matrixTexts[this.language];
    const done = await copyToClipboard(copyText(this.model, format));
    this.notice = done ? say.copied : say.notCopied;
    this.renderRoot.querySelector('details')?.removeAttribute('open');
    setTimeout(() => { this.notice = ''; }, 2000);
  }

  private sentence(cell: Cell, ref: CellRef): string {
    const { model } = this;
    const say = matrixTexts[this.language];
    const position = say.position(model.rowAxis, model.rows[ref.row]!, model.columnAxis, model.columns[ref.column]!);
    const what = cell.says ?? [cell.text, cell.blocked && say.blocked[cell.blocked]].filter(Boolean).join(this.language === 'zh' ? '，' : ', ');
    return this.language === 'zh' ? `${position}：${what}` : `${position}: ${what}`;
  }

  private cellTemplate(cell: Cell, ref: CellRef): TemplateResult {
    const { model } = this;
    const isActive = ref.row === this.active.row && ref.column === this.active.column;
    const isPointed = this.pointed !== null && key(this.pointed) === key(ref);
    const shade = cell.shade === undefined ? null : weightShade(cell.shade);
    const classes = {
      shaded: shade !== null,
      blocked: cell.blocked !== undefined,
      locked: cell.locked === true,
      [cell.blocked ?? 'open']: true,
      warm: cell.warm === true,
      operand: this.operands.has(key(ref)),
      pointed: isPointed,
      pinned: isPointed && this.pinned,
    };
    const colours = shade
      ? { '--on-light': shade.onLight.background, '--on-dark': shade.onDark.background, '--ink-on-light': shade.onLight.ink, '--ink-on-dark': shade.onDark.ink }
      : {};
    const editing = this.editing && isActive;
    const label = this.sentence(cell, ref);
    return html`<td
      role="gridcell" tabindex=${isActive ? 0 : -1} class=${classMap(classes)} style=${styleMap(colours)}
      aria-label=${editing ? nothing : label} aria-selected=${isPointed && this.pinned ? 'true' : nothing}
      aria-readonly=${model.mode === 'edit' ? String(!this.editable(ref)) : nothing}
      @click=${() => { if (!editing) this.act(ref); }}
      @keydown=${(event: KeyboardEvent) => this.onKey(event, ref)}
      @focus=${() => { this.active = ref; this.emit('matrix-point', ref); }}
      @pointerenter=${(event: PointerEvent) => { if (event.pointerType === 'mouse') this.emit('matrix-point', ref); }}
    >${editing
      ? html`<input type="text" inputmode="text" autocomplete="off" .value=${String(cell.value ?? cell.text)}
          aria-label=${matrixTexts[this.language].valueOf(label)} aria-invalid=${this.complaint ? 'true' : 'false'} aria-describedby="complaint"
          @keydown=${(event: KeyboardEvent) => this.onInputKey(event, ref)}
          @blur=${(event: FocusEvent) => this.finish(ref, (event.target as HTMLInputElement).value, false)}>`
      : html`<span aria-hidden="true">${cell.symbol ?? cell.text}</span>`}</td>`;
  }

  private copyTemplate(): TemplateResult {
    const say = matrixTexts[this.language];
    return html`<details class="copy" @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') (event.currentTarget as HTMLDetailsElement).open = false;
    }}>
      <summary aria-label="${say.copy}: ${this.model.title}">${this.notice || say.copy}</summary>
      <div>${copyFormats.map((format) => html`<button type="button" @click=${() => this.copy(format)}>${format}</button>`)}</div>
    </details>`;
  }

  override render(): TemplateResult {
    const { model } = this;
    const say = matrixTexts[this.language];
    const hint = model.mode === 'edit' ? say.editHint : model.mode === 'toggle' ? say.toggleHint : '';
    const highlightedColumn = this.pointed?.column;
    return html`
      <div class="head">
        <div class="title" id="title">${model.title}</div>
        ${this.copyTemplate()}
      </div>
      <div class="scroll" @pointerleave=${() => this.emit('matrix-point', null)} @focusout=${() => this.emit('matrix-point', null)}>
        <table role="grid" aria-labelledby="title" aria-describedby="direction">
          <thead><tr>
            <td class="corner" aria-hidden="true">${model.rowAxis}${model.columnAxis ? html`<span class="slash">╲</span>${model.columnAxis}` : nothing}</td>
            ${model.columns.map((label, column) => html`<th scope="col" class=${classMap({ lit: column === highlightedColumn })}>${label}</th>`)}
          </tr></thead>
          <tbody>${model.cells.map((cells, row) => html`<tr>
            <th scope="row" class=${classMap({ lit: row === this.pointed?.row, followed: row === model.followed })}>${model.rows[row]}</th>
            ${cells.map((cell, column) => this.cellTemplate(cell, { row, column }))}
          </tr>`)}</tbody>
        </table>
      </div>
      <p class="visually-hidden" id="direction">${say.direction(model.rowAxis, model.columnAxis)}${hint && ` (${hint})`}</p>
      <p class="complaint" id="complaint" role="alert">${this.complaint}</p>
      <p class="visually-hidden" role="status">${this.notice}</p>
    `;
  }
}
