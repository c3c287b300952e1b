/** Shape, index and place in memory at every step. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AxisStep } from '../../core';
import type { View } from '../../element/definition';
import type { State } from './state';
import type { StepName, Texts } from './texts';

/** What a program writes for each step. */
export const code: Record<StepName, string> = {
  projected: 'x @ W',
  reshaped: '.reshape(B, T, H, d)',
  transposed: '.transpose(0, 2, 1, 3)',
  key_transposed: '.transpose(0, 1, 3, 2)',
  scores: 'q @ k_t / sqrt(d)',
  output: 'weights @ v',
  untransposed: '.transpose(0, 2, 1, 3)',
  merged: '.reshape(B, T, C)',
};

export const list = (items: readonly (string | number)[]): string => `[${items.join(', ')}]`;

export function stepTable({ state, t }: View<State, Texts>, steps: AxisStep[]): TemplateResult {
  const line = ({ step, axes, shape, index, offset }: AxisStep, at: number): TemplateResult => html`<tr class=${at === state.step ? 'current' : ''} aria-current=${at === state.step ? 'step' : nothing}>
    <th scope="row">${at + 1} ${t.names[step as StepName]}<code>${code[step as StepName]}</code></th>
    <td><span>${list(axes)}</span> <span class="sizes">${list(shape)}</span></td>
    <td>${list(index)}</td>
    <td class="number">${offset}</td>
  </tr>`;
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${t.table}><table class="plain steps">
    <caption>${t.table}</caption>
    <thead><tr><th scope="col">${t.step}</th><th scope="col">${t.shape}</th><th scope="col">${t.index}</th><th scope="col" class="number">${t.offset}</th></tr></thead>
    <tbody>${steps.map(line)}</tbody>
  </table></div>`;
}
