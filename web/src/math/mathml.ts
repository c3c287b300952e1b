/** Small pieces of MathML for formulas with live numbers. Fixed formulas in the text are typeset at build time. */
import { html, mathml, type TemplateResult } from 'lit';

export type Math = TemplateResult | string;

const part = (x: Math): TemplateResult => (typeof x === 'string' ? mathml`<mtext>${x}</mtext>` : x);

export const mi = (name: string): TemplateResult => mathml`<mi>${name}</mi>`;
export const mo = (operator: string): TemplateResult => mathml`<mo>${operator}</mo>`;
/** A number already formatted; a leading minus sign becomes an operator of its own. */
export const mn = (number: string): TemplateResult =>
  number.startsWith('−') ? mathml`<mrow><mo form="prefix">−</mo><mn>${number.slice(1)}</mn></mrow>` : mathml`<mn>${number}</mn>`;
export const mrow = (...parts: Math[]): TemplateResult => mathml`<mrow>${parts.map(part)}</mrow>`;
export const frac = (above: Math, below: Math): TemplateResult => mathml`<mfrac>${part(above)}${part(below)}</mfrac>`;
export const sup = (base: Math, exponent: Math): TemplateResult => mathml`<msup>${part(base)}${part(exponent)}</msup>`;
export const sub = (base: Math, index: Math): TemplateResult => mathml`<msub>${part(base)}${part(index)}</msub>`;
export const sqrt = (inside: Math): TemplateResult => mathml`<msqrt>${part(inside)}</msqrt>`;
/** Around a negative number that follows an operator. */
export const paren = (inside: Math): TemplateResult => mathml`<mrow><mo>(</mo>${part(inside)}<mo>)</mo></mrow>`;

/** A number already formatted that stands beside an operator: in parentheses where it is negative. */
export const operand = (number: string): TemplateResult => (number.startsWith('−') ? paren(mn(number)) : mn(number));

/** Terms with an operator between each two. */
export function joined(operator: string, terms: TemplateResult[]): TemplateResult {
  return mathml`<mrow>${terms.map((term, i) => (i ? mathml`${mo(operator)}${term}` : term))}</mrow>`;
}

/** A matrix of pieces in square brackets. */
export function bracketed(cells: Math[][]): TemplateResult {
  return mathml`<mrow><mo>[</mo><mtable>${cells.map((cellRow) =>
    mathml`<mtr>${cellRow.map((cell) => mathml`<mtd>${part(cell)}</mtd>`)}</mtr>`)}</mtable><mo>]</mo></mrow>`;
}

/** One formula; `display` sets it on a line of its own. */
export const formula = (content: Math, display = false): TemplateResult =>
  html`<math display=${display ? 'block' : 'inline'}>${part(content)}</math>`;
