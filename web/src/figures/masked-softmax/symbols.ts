/** The symbolic view: which terms remain above and below the fraction line. */
import { mathml, type TemplateResult } from 'lit';
import { formula, frac, joined, mi, mn, mo, mrow, sub, sup } from '../../math/mathml';
import type { Cell } from '../../matrix/model';
import { blockOf } from '../../parts/cells';

/** Longer sums are written with Σ. */
const longestSum = 3;

const product = (query: string, key: TemplateResult): TemplateResult => mrow(sub(mi('q'), mn(query)), mo('·'), sub(mi('k'), key));
const power = (query: number, key: TemplateResult): TemplateResult => sup(mi('e'), product(String(query + 1), key));

function denominator(query: number, keys: number[]): TemplateResult {
  if (keys.length <= longestSum) return joined('+', keys.map((key) => power(query, mn(String(key + 1)))));
  const first = keys[0]! + 1;
  const last = keys.at(-1)! + 1;
  const term = power(query, mi('j'));
  return keys.length === last - first + 1
    ? mathml`<mrow><munderover><mo>∑</mo><mrow>${mi('j')}<mo>=</mo>${mn(String(first))}</mrow>${mn(String(last))}</munderover>${term}</mrow>`
    : mathml`<mrow><munder><mo>∑</mo><mrow>${mi('j')}<mo>∈</mo><mo>{</mo>${joined(',', keys.map((key) => mn(String(key + 1))))}<mo>}</mo></mrow></munder>${term}</mrow>`;
}

function cell(reason: number, open: { symbol: TemplateResult; text: string }, blockedText: string): Cell {
  const blocked = blockOf(reason);
  return blocked ? { text: blockedText, blocked } : { text: open.text, symbol: formula(open.symbol) };
}

/** QKᵀ + M: a product where the cell may be read, −∞ where it may not. */
export function scoreSymbols(reasons: number[][]): Cell[][] {
  return reasons.map((line, i) => line.map((reason, j) =>
    cell(reason, { symbol: product(String(i + 1), mn(String(j + 1))), text: `q${i + 1}·k${j + 1}` }, '−∞')));
}

/** softmax(QKᵀ + M): the visible keys' exponentials alone make up the denominator. */
export function weightSymbols(reasons: number[][], visible: number[][], valid: number[]): Cell[][] {
  return reasons.map((line, i) => line.map((reason, j) => {
    const keys = visible[i]!.flatMap((open, key) => (open ? [key] : []));
    if (!valid[i]) return { text: '0', blocked: blockOf(reason) ?? 'padding' };
    const text = `e^(q${i + 1}·k${j + 1}) / (${keys.map((key) => `e^(q${i + 1}·k${key + 1})`).join(' + ')})`;
    return cell(reason, { symbol: frac(power(i, mn(String(j + 1))), denominator(i, keys)), text }, '0');
  }));
}
