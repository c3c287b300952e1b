/** What a figure hands to the shared matrix view. Everything shown comes from here; the view computes nothing. */
import type { TemplateResult } from 'lit';

/** Why a cell is blocked, or that it was opened by hand; each has its own hatching. */
export type Block = 'future' | 'padding' | 'future_and_padding' | 'rule' | 'by_hand';

export interface Cell {
  /** As shown in the cell. */
  text: string;
  /** The number behind the text, for copying and for the full value; absent for symbols. */
  value?: number;
  blocked?: Block;
  /** 0…1 on the weights' scale; absent: plain paper. */
  shade?: number;
  /** Cannot be typed into, though its matrix can. */
  locked?: boolean;
  /** One warm accent: a leak, or a difference from the right result. */
  warm?: boolean;
  /** A symbol typeset as MathML instead of text. */
  symbol?: TemplateResult;
  /** The cell's sentence without its position, for screen readers: "blocked, it is the future". Default: the text. */
  says?: string;
}

export interface CellRef { row: number; column: number }

/** What a cell was computed from. */
export interface Explanation {
  /** One sentence, for instance what the formula is called. */
  text?: string;
  /** MathML with the actual numbers. */
  formula?: TemplateResult;
  /** Cells of other matrices of the same figure that take part. */
  operands?: { matrix: string; cells: CellRef[] }[];
}

export interface MatrixModel {
  /** Unique within the figure. */
  id: string;
  title: string;
  /** A symbol for formulas and copied code, for instance "A". */
  name: string;
  rows: string[];
  columns: string[];
  /** Names of the two axes, for instance "query" and "key". */
  rowAxis: string;
  columnAxis: string;
  cells: Cell[][];
  /** The row that the figure follows, where it follows one: its label is marked. */
  followed?: number;
  /** The values 1 and 0 stand for true and false, and copied code says so: a mask copied as numbers would block nothing. */
  boolean?: boolean;
  /** read: nothing changes; edit: numbers can be typed; toggle: a click or Space switches the cell. */
  mode?: 'read' | 'edit' | 'toggle';
  /** Takes what was typed; returns a message when it cannot be used. */
  edit?: (cell: CellRef, text: string) => string | null;
  toggle?: (cell: CellRef) => void;
  explain?: (cell: CellRef) => Explanation;
}
