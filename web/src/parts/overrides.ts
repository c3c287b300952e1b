/** Cells that the reader allows or blocks by hand. */
import type { CellRef } from '../matrix/model';
import { replaced } from './edits';

/** 0 leaves the rules alone, 1 allows, −1 blocks. */
export type Override = -1 | 0 | 1;

/** A cell switched: back to its rule where that gives what the reader wants, else allowed or blocked by hand. */
export function switched(overrides: Override[][], visible: number[][], visibleByRules: number[][], cell: CellRef): Override[][] {
  const wanted = visible[cell.row]![cell.column] ? 0 : 1;
  return replaced(overrides, cell, wanted === visibleByRules[cell.row]![cell.column] ? 0 : wanted ? 1 : -1);
}

/** `[B,T,T]` for another batch: what has a place there keeps its value. */
export function fittedOverrides(overrides: Override[][][], batch: number, positions: number): Override[][][] {
  const every = <T>(count: number, value: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => value(index));
  return every(batch, (b) => every(positions, (i) => every(positions, (j) => overrides[b]?.[i]?.[j] ?? 0)));
}
