/** From the core's numbers and reasons to cells of the matrix view. */
import { Reason } from '../core';
import type { Block, Cell } from '../matrix/model';

const blocks = new Map<number, Block>([
  [Reason.future, 'future'],
  [Reason.padding, 'padding'],
  [Reason.futureAndPadding, 'future_and_padding'],
  [Reason.blockedByHand, 'by_hand'],
]);

export const blockOf = (reason: number | undefined): Block | undefined => (reason === undefined ? undefined : blocks.get(reason));

export interface CellOptions {
  /** The reader's number format. */
  number: (x: number) => string;
  /** Values of `Reason`: blocked cells are hatched by it. */
  reasons?: number[][];
  /** Colour the values 0…1 as weights. */
  shade?: boolean;
  warm?: boolean[][];
}

export function numberCells(values: number[][], { number, reasons, shade, warm }: CellOptions): Cell[][] {
  return values.map((line, row) => line.map((value, column): Cell => {
    const blocked = blockOf(reasons?.[row]?.[column]);
    return {
      text: number(value),
      value,
      ...(blocked && { blocked }),
      ...(shade && !blocked && Number.isFinite(value) && { shade: value }),
      ...(warm?.[row]?.[column] && { warm: true }),
    };
  }));
}

/** Where two results differ, bit for bit (NaN equals NaN). */
export function differences(a: number[][], b: number[][]): boolean[][] {
  return a.map((line, row) => line.map((value, column) => !Object.is(value, b[row]![column])));
}
