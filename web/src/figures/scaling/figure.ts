import { css, html, type TemplateResult } from 'lit';
import type { ScalingDemo, Tensor } from '../../core';
import type { FigureDefinition, View } from '../../element/definition';
import { formula, frac, joined, mi, mn, mo, mrow, sqrt, sup } from '../../math/mathml';
import type { CellRef, Explanation, MatrixModel } from '../../matrix/model';
import { barStyles, bars } from '../../parts/bars';
import { numberCells } from '../../parts/cells';
import { button, slider } from '../../parts/controls';
import { row } from '../../tensor';
import { initial, largestSeed, schema, widths, type State } from './state';
import { texts, type Texts } from './texts';

const keys = (weights: number[]): string[] => weights.map((_, i) => String(i + 1));

/** Which key has the largest weight; the first of several. */
const largestKey = (weights: number[]): number => weights.indexOf(Math.max(...weights));

function panel({ t, number }: View<State, Texts>, head: string, tensor: Tensor): TemplateResult {
  const weights = row(tensor);
  const top = largestKey(weights);
  return html`<div class="panel">
    <h4>${head}</h4>
    ${bars(t.picture(head, weights.map(number)), weights.map((share, i) =>
      ({ label: t.keyLabel(i + 1), parts: [{ share, kind: i === top ? 'strong' : 'plain' }], text: number(share) })))}
    <p class="largest">${t.largest({ weight: number(weights[top]!), key: top + 1 })}</p>
  </div>`;
}

/** Two lines over the six keys: unscaled and scaled. */
function models({ state, t, number }: View<State, Texts>, demo: ScalingDemo): { scores: MatrixModel; weights: MatrixModel } {
  const scores = [row(demo.unscaledScores), row(demo.scaledScores)];
  const weights = [row(demo.unscaledWeights), row(demo.scaledWeights)];
  const axes = { rows: [t.unscaled, t.scaled], columns: keys(scores[0]!), rowAxis: t.query, columnAxis: t.key };
  const power = (score: number): TemplateResult => sup(mi('e'), mn(number(score)));
  const explainScore = ({ row: line, column }: CellRef): Explanation => line === 0
    ? { formula: formula(mrow(mi('q'), mo('·'), mi('k'), mo('='), mn(number(scores[0]![column]!)))) }
    : {
      formula: formula(mrow(frac(mn(number(scores[0]![column]!)), sqrt(mn(String(state.width)))), mo('='), mn(number(scores[1]![column]!)))),
      operands: [{ matrix: 'scores', cells: [{ row: 0, column }] }],
    };
  const explainWeight = ({ row: line, column }: CellRef): Explanation => ({
    formula: formula(mrow(frac(power(scores[line]![column]!), joined('+', scores[line]!.map(power))), mo('='), mn(number(weights[line]![column]!)))),
    operands: [{ matrix: 'scores', cells: scores[line]!.map((_, key) => ({ row: line, column: key })) }],
  });
  return {
    scores: { id: 'scores', title: t.scores, name: 'S', ...axes, cells: numberCells(scores, { number }), explain: explainScore },
    weights: { id: 'weights', title: t.weights, name: 'A', ...axes, cells: numberCells(weights, { number, shade: true }), explain: explainWeight },
  };
}

function render(view: View<State, Texts>): TemplateResult {
  const { core, state, t, set, matrix } = view;
  const demo = core.scalingDemo(state.width, state.seed);
  const { scores, weights } = models(view, demo);
  return html`
    <div class="controls">
      ${slider({ label: t.width, min: 0, max: widths.length - 1, value: widths.indexOf(state.width), text: String(state.width) },
        (at) => set({ width: widths[at]! }))}
      <div class="draws">
        ${button(t.back, () => set({ seed: state.seed - 1 }), state.seed === 1)}
        ${button(t.again, () => set({ seed: state.seed + 1 }), state.seed === largestSeed)}
        <output>${t.draw(state.seed)}</output>
      </div>
    </div>
    <div class="panels">${panel(view, t.unscaledHead, demo.unscaledWeights)}${panel(view, t.scaledHead, demo.scaledWeights)}</div>
    <p class="note">${state.width === 1 ? t.agree : t.see}</p>
    <div class="matrices">${matrix(scores)}${matrix(weights)}</div>`;
}

const styles = css`
  ${barStyles}
  .draws { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .draws output { color: var(--soft); font-size: 0.875rem; padding-left: 0.25rem; }
  .panels { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem 2.5rem; margin-bottom: 0.5rem; }
  .panel h4 { margin: 0 0 0.625rem; font: 600 0.875rem/1.4 var(--sans); }
  .largest { margin: 0.5rem 0 0; font-size: 0.9375rem; }
  .note { min-height: 4.5em; margin-bottom: 0.75rem; }
  @container figure (max-width: 40rem) { .panels { grid-template-columns: 1fr; } .note { min-height: 7.5em; } }
`;

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
