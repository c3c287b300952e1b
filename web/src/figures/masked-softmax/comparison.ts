/** What a choice that breaks the rule gives, beside the right result. */
import { html, nothing, type TemplateResult } from 'lit';
import { Reason } from '../../core';
import type { View } from '../../element/definition';
import { formula, frac, joined, mi, mn, mo, mrow, operand, paren, sup } from '../../math/mathml';
import type { CellRef, Explanation, MatrixModel } from '../../matrix/model';
import { differences, numberCells } from '../../parts/cells';
import { rows } from '../../tensor';
import type { Numbers } from './compute';
import type { State } from './state';
import { fillSymbols, type Texts } from './texts';

type Chosen = NonNullable<Numbers['chosen']>;

/** Reasons of those blocked cells alone whose weight really is 0: a blocked cell with weight is no blocked cell. */
function exactlyZero(weights: number[][], reasons: number[][]): number[][] {
  return reasons.map((line, i) => line.map((reason, j) => (weights[i]![j] === 0 ? reason : Reason.visible)));
}

/** How the chosen weights, row sums and outputs came about. */
function explanations({ state, number }: View<State, Texts>, { visible }: Numbers, { unmasked, weights, sums, output }: Chosen) {
  const n = (x: number): TemplateResult => operand(number(x));
  const keys = state.scores.map((_, key) => key);
  const whole = (matrix: string, line: number) => ({ matrix, cells: keys.map((column) => ({ row: line, column })) });
  const power = (line: number, key: number): TemplateResult => {
    const score = mn(number(state.scores[line]![key]!));
    return sup(mi('e'), visible[line]![key] ? score : mrow(score, mo('+'), paren(mn(fillSymbols[state.fill]))));
  };
  const late = ({ row: i, column: j }: CellRef): Explanation => ({
    formula: formula(mrow(mn(number(unmasked[i]![j]!)), mo('×'), mn(visible[i]![j] ? '1' : '0'), mo('='), mn(number(weights[i]![j]!)))),
    operands: [whole('scores', i), { matrix: 'mask', cells: [{ row: i, column: j }] }],
  });
  const filled = ({ row: i, column: j }: CellRef): Explanation => ({
    formula: formula(mrow(frac(power(i, j), joined('+', keys.map((key) => power(i, key)))), mo('='), mn(number(weights[i]![j]!)))),
    operands: [whole('scores', i), whole('mask', i)],
  });
  return {
    weights: state.order === 'after' ? late : filled,
    sums: ({ row: i }: CellRef): Explanation => ({
      formula: formula(mrow(joined('+', keys.map((key) => mn(number(weights[i]![key]!)))), mo('='), mn(number(sums[i]![0]!)))),
      operands: [whole('chosenWeights', i)],
    }),
    output: ({ row: i, column: j }: CellRef): Explanation => ({
      formula: formula(mrow(
        joined('+', keys.map((key) => mrow(mn(number(weights[i]![key]!)), mo('×'), n(state.values[key]![j]!)))), mo('='), mn(number(output[i]![j]!)))),
      operands: [whole('chosenWeights', i), { matrix: 'values', cells: keys.map((line) => ({ row: line, column: j })) }],
    }),
  };
}

/** `right` holds the right matrices by id. */
export function comparison(view: View<State, Texts>, numbers: Numbers, right: Record<string, MatrixModel>): TemplateResult | typeof nothing {
  const { chosen } = numbers;
  if (!chosen) return nothing;
  const { t, number } = view;
  const explain = explanations(view, numbers, chosen);
  const differ = (ours: number[][], theirs: number[][]): boolean[][] =>
    differences(ours, theirs).map((line, i) => line.map((different) => different && numbers.valid[i] === 1));
  const warmWeights = differ(rows(numbers.trace.weights), chosen.weights);
  const warmOutput = differ(numbers.output, chosen.output);
  const any = [...warmWeights, ...warmOutput].some((line) => line.includes(true));
  const weights: MatrixModel = {
    ...right['weights']!, id: 'chosenWeights', title: t.chosenWeights, name: 'A_chosen', explain: explain.weights,
    cells: numberCells(chosen.weights, { number, reasons: exactlyZero(chosen.weights, numbers.reasons), shade: true, warm: warmWeights }),
  };
  const sums: MatrixModel = {
    ...right['rowSum']!, id: 'chosenSums', title: t.chosenSums, name: 'z_chosen', explain: explain.sums, cells: numberCells(chosen.sums, { number }),
  };
  const output: MatrixModel = {
    ...right['output']!, id: 'chosenOutput', title: t.chosenOutput, name: 'O_chosen', explain: explain.output,
    cells: numberCells(chosen.output, { number, warm: warmOutput }),
  };
  const beside = (id: string): TemplateResult => view.matrix({ ...right[id]!, id: `right-${id}` });
  return html`<h4>${t.compare}</h4>
    <p class="note ${any ? 'warm' : ''}">${any ? t.differs : t.same}</p>
    <div class="matrices">${beside('weights')}${view.matrix(weights)}${view.matrix(sums)}</div>
    <div class="matrices">${beside('output')}${view.matrix(output)}</div>`;
}
