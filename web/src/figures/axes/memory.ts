/** The score-memory calculator. */
import { html, type TemplateResult } from 'lit';
import { CoreError, type Dtype } from '../../core';
import { numberField, select } from '../controls';
import type { View } from '../definition';
import { errorText } from '../errors';
import type { Memory } from './compute';
import type { State } from './state';
import type { Texts } from './texts';

const dtypes: Dtype[] = ['float16', 'bfloat16', 'float32', 'float64'];
const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const kibi = 1024;

/** 1234567 → 1 234 567, with spaces that do not break. */
const grouped = (count: number): string => new Intl.NumberFormat('en', { useGrouping: true }).format(count).replaceAll(',', '\u202f');

/** In the largest unit that gives at least 1; '' below one KiB. */
function inUnits(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return power < 1 ? '' : `≈ ${(bytes / kibi ** power).toPrecision(3)} ${units[power - 1]}`;
}

export function memoryCalculator({ state, t, language, set }: View<State, Texts>, memory: Memory[]): TemplateResult {
  const size = (label: string, name: 'memoryBatch' | 'memoryHeads' | 'memoryPositions'): TemplateResult =>
    numberField(label, state[name], language, [1, Number.MAX_SAFE_INTEGER], (value) => (Number.isInteger(value) ? set({ [name]: value }) : t.whole));
  const line = ({ positions, result }: Memory): TemplateResult => html`<tr>
    <th scope="row" class="number">${grouped(positions)}</th>
    ${result instanceof CoreError
      ? html`<td colspan="3" class="warm-text">${errorText(result, language)}</td>`
      : html`<td class="number">${grouped(result.scores)}</td><td class="number">${grouped(result.bytes)}</td><td class="units">${inUnits(result.bytes)}</td>`}
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
