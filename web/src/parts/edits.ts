/** Changes to the nested lists that figures keep in their state. */
import type { CellRef } from '../matrix/model';

/** The same grid with one cell exchanged. */
export function replaced<T>(lines: T[][], { row, column }: CellRef, value: T): T[][] {
  return lines.map((line, i) => (i === row ? line.map((x, j) => (j === column ? value : x)) : line));
}
