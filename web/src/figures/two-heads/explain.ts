/** The formula behind each computed cell, with its numbers. */
import type { TemplateResult } from 'lit';
import { formula, frac, joined, mi, mn, mo, mrow, operand, paren, sqrt, sup } from '../../math/mathml';
import type { CellRef, Explanation } from '../../matrix/model';
import { row, rows } from '../../tensor';
import type { Numbers } from './compute';
import type { State } from './state';
import type { Texts } from './texts';

type Explain = (cell: CellRef) => Explanation;
/** Numbers of one head for the query that is followed. */
export interface HeadExplanations { qkv: Explain; scores: Explain; weights: Explain; output: Explain }
export interface Explanations {
  heads: HeadExplanations[];
  merged: Explain; contributions: Explain; output: Explain; before: Explain;
}

/** Columns of the matrix that holds Q, K and V of one head. */
const projections = ['wQ', 'wK', 'wV'] as const;
const [queryColumn, keyColumn, valueColumn] = [0, 1, 2];

export function explanations(numbers: Numbers, { x, query, wO: savedOutput }: State, t: Texts, number: (x: number) => string): Explanations {
  const { trace, before, parameters, visible } = numbers;
  const softmax = trace.attention.softmax;
  const n = (value: number): TemplateResult => operand(number(value));
  const equation = (left: TemplateResult, value: number): TemplateResult => formula(mrow(left, mo('='), mn(number(value))));
  const product = (a: number, b: number): TemplateResult => mrow(n(a), mo('×'), n(b));
  const dot = (a: number[], b: number[]): TemplateResult => joined('+', a.map((value, i) => product(value, b[i]!)));
  const column = (grid: number[][], at: number): number[] => grid.map((line) => line[at]!);
  const whole = (matrix: string, where: 'row' | 'column', at: number, length: number) => ({
    matrix, cells: Array.from({ length }, (_, i) => (where === 'row' ? { row: at, column: i } : { row: i, column: at })),
  });
  const one = (matrix: string, line: number, at: number) => ({ matrix, cells: [{ row: line, column: at }] });
  const readable = (line: number): number[] => visible[line]!.flatMap((open, key) => (open ? [key] : []));

  const mixture = (place: number, line: number): TemplateResult => {
    const weights = row(softmax.weights, 0, place, line);
    const values = column(rows(trace.vHeads, 0, place), 0);
    return equation(joined('+', readable(line).map((key) => product(weights[key]!, values[key]!))), row(trace.attention.output, 0, place, line)[0]!);
  };

  const headOf = (place: number): HeadExplanations => {
    const ofQuery = (cells: { shape: number[]; data: Float64Array }): number[] => row(cells, 0, place, query);
    const [scores, masked, shifted, weights] = [trace.attention.scores, softmax.masked, softmax.shifted, softmax.weights].map(ofQuery);
    const heads = [trace.qHeads, trace.kHeads, trace.vHeads];
    const open = readable(query);
    const power = (key: number): TemplateResult => sup(mi('e'), mn(number(shifted![key]!)));
    return {
      qkv: ({ row: position, column: which }) => ({
        formula: equation(dot(x[position]!, column(rows(parameters[projections[which]!]), place)), row(heads[which]!, 0, place, position)[0]!),
        operands: [whole('x', 'row', position, 2), whole(projections[which]!, 'column', place, 2)],
      }),
      scores: ({ column: key }) => {
        const [q, k] = [row(trace.qHeads, 0, place, query)[0]!, row(trace.kHeads, 0, place, key)[0]!];
        const score = mrow(frac(product(q, k), sqrt(mn('1'))), mo('='), mn(number(scores![key]!)));
        const blocked = mrow(score, mo(';'), n(scores![key]!), mo('+'), paren(mn('−∞')), mo('='), mn(number(masked![key]!)));
        return {
          text: visible[query]![key] ? t.explainScore : t.explainBlocked,
          formula: formula(visible[query]![key] ? score : blocked),
          operands: [one(`qkv${place}`, query, queryColumn!), one(`qkv${place}`, key, keyColumn!)],
        };
      },
      weights: ({ column: key }) => ({
        text: t.explainWeight,
        formula: equation(frac(visible[query]![key] ? power(key) : mn('0'), joined('+', open.map(power))), weights![key]!),
        operands: [{ matrix: `scores${place}`, cells: open.map((column) => ({ row: 0, column })) }],
      }),
      output: () => ({
        text: t.explainMixture,
        formula: mixture(place, query),
        operands: [
          { matrix: `weights${place}`, cells: open.map((key) => ({ row: 0, column: key })) },
          { matrix: `qkv${place}`, cells: open.map((key) => ({ row: key, column: valueColumn! })) },
        ],
      }),
    };
  };

  const [joinedRows, wO, beforeRows] = [rows(trace.merged), rows(parameters.wO), rows(before.merged)];
  return {
    heads: numbers.headAt.map((_, place) => headOf(place)),
    merged: ({ row: line, column: place }) => ({
      text: t.explainJoined,
      formula: mixture(place, line),
      operands: [...(line === query ? [one(`output${place}`, 0, 0)] : []), { matrix: `qkv${place}`, cells: readable(line).map((key) => ({ row: key, column: valueColumn! })) }],
    }),
    contributions: ({ row: place, column: at }) => ({
      text: t.explainContribution,
      formula: equation(product(joinedRows[query]![place]!, wO[place]![at]!), row(trace.contributions, 0, place, query)[at]!),
      operands: [one('merged', query, place), one('wO', place, at)],
    }),
    output: ({ row: line, column: at }) => ({
      text: t.explainResult,
      formula: equation(dot(joinedRows[line]!, column(wO, at)), rows(trace.output)[line]![at]!),
      operands: [whole('merged', 'row', line, 2), whole('wO', 'column', at, 2), ...(line === query ? [whole('contributions', 'column', at, 2)] : [])],
    }),
    before: ({ row: line, column: at }) => ({
      text: t.explainBefore,
      formula: equation(dot(beforeRows[line]!, column(savedOutput, at)), rows(before.output)[line]![at]!),
    }),
  };
}
