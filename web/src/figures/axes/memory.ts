/** The score-memory calculator. */
import { html, type TemplateResult } from 'lit';
import { CoreError, type Dtype } from '../../core';
import type { View } from '../../element/definition';
import { errorText } from '../../element/errors';
import { grouped, inUnits, kibi } from '../../format';
import { numberField, select } from '../../parts/controls';
import type { Memory } from './compute';
import type { State } from './state';
import type { Texts } from './texts';

const dtypes: Dtype[] = ['float16', 'bfloat16', 'float32', 'float64'];
/** '' below one KiB, where the number itself is short. */
const approximately = (bytes: number): string => (bytes < kibi ? '' : `≈ ${inUnits(bytes)}`);

export function memoryCalculator({ state, t, language, set }: View<State, Texts>, memory: Memory[]): TemplateResult {
  const size = (label: string, name: 'memoryBatch' | 'memoryHeads' | 'memoryPositions'): TemplateResult =>
    numberField(label, state[name], language, [1, Number.MAX_SAFE_INTEGER], (value) => (Number.isInteger(value) ? set({ [name]: value }) : t.whole));
  const line = ({ positions, result }: Memory): TemplateResult => html`<tr>
    <th scope="row" class="number">${grouped(positions)}</th>
    ${result instanceof CoreError
      ? html`<td colspan="3" class="warm-text">${errorText(result, language)}</td>`
      : html`<td class="number">${grouped(result.scores)}</td><td class="number">${grouped(result.bytes)}</td><td class="units">${approximately(result.bytes)}</td>`}
  </tr>`;
  return html`
    <h4>${t.memory}</h4>
    <div class="controls memory">
      ${size(t.memoryBatch, 'memoryBatch')}${size(t.memoryHeads, 'memoryHeads')}${size(t.memoryPositions, 'memoryPositions')}
      ${select(t.dtype, dtypes.map((value) => ({ value, label: value })), state.dtype, (dtype) => set({ dtype }))}
    </div>
    <div class="scroll-x" tabindex="0" role="group" aria-label=${t.memory}><table class="plain memory">
      <thead><tr><th scope="col" class="number">${t.positionsColumn}</th><th scope="col" class="number">${t.scoresColumn}</th><th scope="col" class="number">${t.bytesColumn}</th><td></td></tr></thead>
      <tbody aria-live="polite">${memory.map(line)}</tbody>
    </table></div>
    <p class="note">${t.memoryNote}</p>`;
}
