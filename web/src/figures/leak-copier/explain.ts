/** The formula behind each cell, with its numbers. */
import type { TemplateResult } from 'lit';
import { Reason } from '../../core';
import { formula, frac, joined, mi, mn, mo, mrow, sup } from '../../math/mathml';
import type { CellRef, Explanation } from '../../matrix/model';
import type { Numbers } from './compute';

type Explain = (cell: CellRef) => Explanation;

/** Explanations by matrix id. `number` formats as the reader chose. */
export function explanations(numbers: Numbers, ratio: number, number: (x: number) => string): Record<string, Explain> {
  const { scores, exponentials, weights, reasons, values, mixture } = numbers;
  const equals = (left: TemplateResult, right: number): TemplateResult => formula(mrow(left, mo('='), mn(number(right))));
  const open = reasons.flatMap((reason, key) => (reason === Reason.visible ? [key] : []));
  const blocked = (key: number): boolean => !open.includes(key);
  const onLine = (matrix: string, columns: number[]) => ({ matrix, cells: columns.map((column) => ({ row: 0, column })) });

  return {
    scores: ({ column }) => (column === 0 ? {} : { formula: equals(mrow(mi('ln'), mn(number(ratio))), scores[1]!) }),
    exponentials: ({ column }) => (blocked(column) ? {} : {
      formula: equals(sup(mi('e'), mn(number(scores[column]!))), exponentials[column]!),
      operands: [onLine('scores', [column])],
    }),
    weights: ({ column }) => (blocked(column) ? {} : {
      formula: equals(frac(mn(number(exponentials[column]!)), joined('+', open.map((key) => mn(number(exponentials[key]!))))), weights[column]!),
      operands: [onLine('exponentials', open)],
    }),
    mixture: ({ column }) => ({
      formula: equals(joined('+', open.map((key) => mrow(mn(number(weights[key]!)), mo('×'), mn(number(values[key]![column]!))))), mixture[column]!),
      operands: [onLine('weights', open), { matrix: 'values', cells: open.map((key) => ({ row: key, column })) }],
    }),
  };
}
