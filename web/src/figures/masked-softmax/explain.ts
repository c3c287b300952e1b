/** The formula behind each cell of each step, with its numbers. */
import type { TemplateResult } from 'lit';
import { formula, frac, joined, mi, mn, mo, mrow, operand, paren, sup } from '../../math/mathml';
import type { CellRef, Explanation } from '../../matrix/model';
import { row, rows } from '../../tensor';
import type { Numbers } from './compute';

type Explain = (cell: CellRef) => Explanation;

/** Explanations by matrix id. `number` formats as the reader chose. */
export function explanations(numbers: Numbers, scores: number[][], values: number[][], number: (x: number) => string): Record<string, Explain> {
  const { trace, visible } = numbers;
  const [masked, shifted, exponentials, weights] = [trace.masked, trace.shifted, trace.exponentials, trace.weights].map((t) => rows(t));
  const [rowMax, rowSum] = [row(trace.rowMax), row(trace.rowSum)];
  const n = (x: number): TemplateResult => operand(number(x));
  const equals = (...parts: TemplateResult[]): TemplateResult => formula(mrow(...parts));
  const at = (matrix: string, line: number, column: number) => ({ matrix, cells: [{ row: line, column }] });
  const openKeys = (line: number): number[] => visible[line]!.flatMap((open, key) => (open ? [key] : []));

  return {
    masked: ({ row: i, column: j }) => ({
      formula: equals(n(scores[i]![j]!), mo('+'), visible[i]![j] ? mn('0') : paren(mn('−∞')), mo('='), mn(number(masked![i]![j]!))),
      operands: [at('scores', i, j), at('mask', i, j)],
    }),
    rowMax: ({ row: i }) => ({
      formula: equals(mi('max'), paren(joined(',', openKeys(i).map((key) => mn(number(scores[i]![key]!))))), mo('='), mn(number(rowMax[i]!))),
      operands: [{ matrix: 'masked', cells: openKeys(i).map((column) => ({ row: i, column })) }],
    }),
    shifted: ({ row: i, column: j }) => ({
      formula: equals(mn(number(masked![i]![j]!)), mo('−'), n(rowMax[i]!), mo('='), mn(number(shifted![i]![j]!))),
      operands: [at('masked', i, j), at('rowMax', i, 0)],
    }),
    exponentials: ({ row: i, column: j }) => ({
      formula: equals(sup(mi('e'), mn(number(shifted![i]![j]!))), mo('='), mn(number(exponentials![i]![j]!))),
      operands: [at('shifted', i, j)],
    }),
    rowSum: ({ row: i }) => ({
      formula: equals(joined('+', exponentials![i]!.map((x) => mn(number(x)))), mo('='), mn(number(rowSum[i]!))),
      operands: [{ matrix: 'exponentials', cells: exponentials![i]!.map((_, column) => ({ row: i, column })) }],
    }),
    weights: ({ row: i, column: j }) => ({
      formula: equals(frac(mn(number(exponentials![i]![j]!)), mn(number(rowSum[i]!))), mo('='), mn(number(weights![i]![j]!))),
      operands: [at('exponentials', i, j), at('rowSum', i, 0)],
    }),
    output: ({ row: i, column: j }) => ({
      formula: equals(joined('+', openKeys(i).map((key) => mrow(mn(number(weights![i]![key]!)), mo('×'), n(values[key]![j]!)))), mo('='), mn(number(numbers.output[i]![j]!))),
      operands: [
        { matrix: 'weights', cells: openKeys(i).map((column) => ({ row: i, column })) },
        { matrix: 'values', cells: openKeys(i).map((line) => ({ row: line, column: j })) },
      ],
    }),
  };
}
