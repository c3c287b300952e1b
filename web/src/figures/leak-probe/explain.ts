/** The formula behind each weight and output, with its numbers: each variant's own, mistake included. */
import type { TemplateResult } from 'lit';
import type { Variant } from '../../core';
import { formula, frac, joined, mi, mn, mo, mrow, operand, sup } from '../../math/mathml';
import type { CellRef, Explanation } from '../../matrix/model';
import type { Run } from './compute';
import type { Texts } from './texts';

const fills: Partial<Record<Variant, number>> = { fill_minus_1e4: -1e4, fill_minus_1e9: -1e9, fill_float16_lowest: -65504 };

interface Explained { variant: Variant; run: Run; valid: number[]; number: (x: number) => string; t: Texts }

export function explainWeight({ variant, run, valid, number, t }: Explained): (cell: CellRef) => Explanation {
  const { scores, visible, weights } = run;
  const fill = fills[variant];
  const takesWholeRow = fill !== undefined || variant === 'softmax_then_mask';
  return ({ row: i, column: j }) => {
    if (!valid[i]) return { text: t.paddingRow };
    const summed = takesWholeRow ? scores[i]!.map((_, key) => key) : scores[i]!.flatMap((_, key) => (visible[i]![key] ? [key] : []));
    if (summed.length === 0) return { text: t.emptyRowText };
    if (!summed.includes(j)) return {};
    const power = (key: number): TemplateResult => {
      const score = mn(number(scores[i]![key]!));
      return sup(mi('e'), fill !== undefined && !visible[i]![key] ? mrow(score, mn(number(fill))) : score);
    };
    const share = frac(power(j), joined('+', summed.map(power)));
    const late = variant === 'softmax_then_mask' ? [mo('×'), mn(String(visible[i]![j]))] : [];
    return { formula: formula(mrow(share, ...late, mo('='), mn(number(weights[i]![j]!)))) };
  };
}

export function explainOutput({ run, valid, number, t }: Explained, outputs: number[][], weightsId: string): (cell: CellRef) => Explanation {
  const factor = (x: number): TemplateResult => operand(number(x));
  return ({ row: i, column: c }) => (!valid[i] ? { text: t.paddingRow } : {
    formula: formula(mrow(joined('+', run.weights[i]!.map((weight, j) => mrow(mn(number(weight)), mo('×'), factor(run.values[j]![c]!)))), mo('='), mn(number(outputs[i]![c]!)))),
    operands: [{ matrix: weightsId, cells: run.weights[i]!.map((_, column) => ({ row: i, column })) }],
  });
}
