/** A visibility as a matrix that the reader switches cell by cell: shared by the figures whose subject is who may read what. */
import { css, html, type TemplateResult } from 'lit';
import { Reason } from '../core';
import type { Language } from '../language';
import { formula, joined, mi, mn, mo, mrow } from '../math/mathml';
import type { Block, Cell, CellRef, Explanation, MatrixModel } from '../matrix/model';
import { hatchings } from '../matrix/styles';
import { blockOf } from './cells';
import type { ExplainedGrid } from './explained-grid';
import { positionLabels } from './positions';

const words = {
  zh: {
    query: '查询', key: '键', visible: '可以读', ruleless: '没有用任何规则', byHand: '手动',
    leak: { future: '泄漏：由你手动放行，它属于未来', padding: '泄漏：由你手动放行，它是填充', both: '泄漏：由你手动放行，它既属未来又是填充' },
    real: (key: number) => `键 ${key} 是真实位置`, pad: (key: number) => `键 ${key} 是填充`,
    legend: '图例', names: { open: '可以读', future: '未来', padding: '填充', future_and_padding: '既属未来又是填充', by_hand: '手动屏蔽', warm: '手动放行：泄漏' },
  },
  en: {
    query: 'query', key: 'key', visible: 'may be read', ruleless: 'no rule is on', byHand: 'by hand',
    leak: {
      future: 'a leak: allowed by hand, and it is the future', padding: 'a leak: allowed by hand, and it is padding',
      both: 'a leak: allowed by hand, and it is both the future and padding',
    },
    real: (key: number) => `key ${key} is real`, pad: (key: number) => `key ${key} is padding`,
    legend: 'Legend',
    names: { open: 'may be read', future: 'future', padding: 'padding', future_and_padding: 'future and padding', by_hand: 'blocked by hand', warm: 'allowed by hand: a leak' },
  },
};

export const readMark = '✓';
export const blockMark = '×';
const mark = (visible: number | undefined): string => (visible ? readMark : blockMark);

function leakSentence(reasonByRules: number | undefined, language: Language): string {
  const { leak } = words[language];
  if (reasonByRules === Reason.future) return leak.future;
  return reasonByRules === Reason.padding ? leak.padding : leak.both;
}

function cells(grid: ExplainedGrid, language: Language): Cell[][] {
  return grid.visible.map((line, i) => line.map((visible, j): Cell => {
    const reason = grid.reasons[i]![j]!;
    const blocked = blockOf(reason);
    const cell: Cell = { text: mark(visible), value: visible };
    if (blocked) return { ...cell, blocked };
    if (reason === Reason.allowedByHand) return { ...cell, warm: true, says: leakSentence(grid.byRules.reasons[i]![j], language) };
    return { ...cell, says: words[language].visible };
  }));
}

export interface Rules { causal: boolean; padding: boolean }

/** What each rule finds at a cell, and what follows: `j = 3 > 2 = i ∧ key 3 is real ⇒ ×`. */
function findings(grid: ExplainedGrid, rules: Rules, language: Language, { row: i, column: j }: CellRef): TemplateResult {
  const say = words[language];
  const relation = grid.causalReasons[i]![j] === Reason.future ? '>' : '≤';
  const parts = [
    ...(rules.causal ? [mrow(mi('j'), mo('='), mn(String(j + 1)), mo(relation), mn(String(i + 1)), mo('='), mi('i'))] : []),
    ...(rules.padding ? [mrow(grid.valid[j] ? say.real(j + 1) : say.pad(j + 1))] : []),
  ];
  const reason = grid.reasons[i]![j];
  const byHand = reason === Reason.allowedByHand || reason === Reason.blockedByHand;
  return formula(mrow(
    parts.length ? joined('∧', parts) : mrow(say.ruleless),
    mo('⇒'), mark(grid.byRules.visible[i]![j]),
    ...(byHand ? [mo(','), mrow(`${say.byHand} `), mark(grid.visible[i]![j])] : []),
  ));
}

export interface GridOptions {
  id: string;
  title: string;
  grid: ExplainedGrid;
  rules: Rules;
  tokens: string[];
  language: Language;
  /** What a key's being real or padding is read from, when the figure shows it. */
  validCell?: (key: number) => { matrix: string; cells: CellRef[] };
  toggle: (cell: CellRef) => void;
}

export function visibilityMatrix({ id, title, grid, rules, tokens, language, validCell, toggle }: GridOptions): MatrixModel {
  const labels = positionLabels(tokens);
  return {
    id, title, name: 'visible', rows: labels, columns: labels, rowAxis: words[language].query, columnAxis: words[language].key,
    cells: cells(grid, language), boolean: true, mode: 'toggle', toggle,
    explain: (cell): Explanation => ({
      formula: findings(grid, rules, language, cell),
      ...(validCell && rules.padding && { operands: [validCell(cell.column)] }),
    }),
  };
}

/** `own` names what the figure means by the pattern of its own rule, and by the warm accent. */
export function visibilityLegend(language: Language, own: { rule?: string; warm?: string } = {}): TemplateResult {
  const { names, legend } = words[language];
  return html`<ul class="legend" aria-label=${legend}>${Object.entries({ ...names, ...own }).map(([name, label]) =>
    html`<li><span class="swatch ${name as Block | 'open' | 'warm'}" aria-hidden="true"></span>${label}</li>`)}</ul>`;
}

export const gridStyles = css`
  ${hatchings}
  maskscope-matrix { --cell-width: 2.75rem; }
  .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 1rem 0 0; padding: 0; font-size: 0.8125rem; color: var(--soft); }
  .legend li { display: inline-flex; align-items: center; gap: 0.4rem; }
  .swatch { width: 1.5rem; height: 1.125rem; border-radius: 3px; box-shadow: inset 0 0 0 1px var(--line); background-color: var(--paper); position: relative; }
  .swatch.open { background-color: var(--sheet); }
  .swatch.warm { background-color: var(--warm-wash); box-shadow: inset 0 0 0 2px var(--warm); }
  @media print { .swatch { print-color-adjust: exact; } }
`;
