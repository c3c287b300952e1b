/** Sentences in which `W_O` or `e^0` between back quotes is mathematics: a letter with at most one index or exponent. */
import { html, type TemplateResult } from 'lit';
import { formula, mi, mn, sqrt, sub, sup } from '../../math/mathml';
import { pieces } from './pieces';

const symbol = (text: string): TemplateResult => (/^\d/.test(text) ? mn(text) : mi(text));

function mathematics(text: string): TemplateResult {
  const [, root, base = '', mark, script = ''] = /^(√?)([^_^]+)(?:([_^])(.+))?$/.exec(text)!;
  const inside = mark === '_' ? sub(symbol(base), symbol(script)) : mark === '^' ? sup(symbol(base), symbol(script)) : symbol(base);
  return formula(root ? sqrt(inside) : inside);
}

/** A closing mark stays on the line of the mathematics before it. */
const closing = /^[，。、；：？！）,.;:?!)’]+/;

export function prose(text: string): TemplateResult {
  const all = pieces(text);
  return html`${all.map(({ text: piece, isMath }, i) => {
    const mark = (isMath && closing.exec(all[i + 1]?.text ?? '')?.[0]) || '';
    if (isMath) return mark ? html`<span class="tied">${mathematics(piece)}${mark}</span>` : mathematics(piece);
    return all[i - 1]?.isMath ? piece.replace(closing, '') : piece;
  })}`;
}
