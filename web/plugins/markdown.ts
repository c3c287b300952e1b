/** Markdown as the chapter uses it: no raw HTML, formulas between dollar signs as MathML, no style attribute anywhere. */
import createMarkdownIt, { type MarkdownIt, type StateBlock, type StateCore, type StateInline } from 'markdown-it';
import temml from 'temml';

/** Temml writes these as style attributes, which the page's policy forbids; math.css gives each its class. */
const mathClasses: Record<string, string> = {
  'display:block math;': '',
  'math-depth:0;': 'accent',
  'padding-left:0em;padding-right:0em;': 'cell-flush',
  'padding-left:0em;padding-right:5.9776pt;': 'cell-first',
  'padding-left:5.9776pt;padding-right:5.9776pt;': 'cell-middle',
  'padding-left:5.9776pt;padding-right:0em;': 'cell-last',
  'padding-left:1em;padding-right:0em;': 'cell-case',
};

/** One formula in LaTeX as MathML. */
export function formula(latex: string, displayMode: boolean): string {
  let mathml: string;
  try {
    mathml = temml.renderToString(latex, { displayMode, throwOnError: true, wrap: 'tex' });
  } catch (error) {
    throw new Error(`the formula ${latex} cannot be typeset: ${(error as Error).message}`);
  }
  return mathml.replace(/<[a-z]+[^>]*? style="[^>]*>/g, (tag) => withClass(tag, latex));
}

function withClass(tag: string, latex: string): string {
  const style = / style="([^"]*)"/.exec(tag)![1]!;
  const name = mathClasses[style];
  if (name === undefined) throw new Error(`the formula ${latex} needs the style "${style}": give it a class in markdown.ts and math.css`);
  const bare = tag.replace(/ style="[^"]*"/, '');
  if (name === '') return bare;
  return bare.includes(' class="') ? bare.replace(' class="', ` class="${name} `) : bare.replace(/^<[a-z]+/, `$& class="${name}"`);
}

/** `$…$`: no space just inside the signs, so that prices stay prices. */
function inlineFormula(state: StateInline, silent: boolean): boolean {
  const match = /^\$(?![\s$])((?:\\.|[^$\\])*?[^\s\\])\$/.exec(state.src.slice(state.pos));
  if (!match) return false;
  if (!silent) state.push('formula', '', 0).content = match[1]!;
  state.pos += match[0].length;
  return true;
}

/** `$$ … $$` on lines of its own. */
function displayFormula(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const line = (n: number) => state.getLines(n, n + 1, state.blkIndent, false).trim();
  if (!line(start).startsWith('$$')) return false;
  let last = start;
  while (last < end && !(line(last).endsWith('$$') && (last > start || line(start).length > 2))) last++;
  if (last === end) throw new Error(`a formula that starts with $$ has no end: ${line(start)}`);
  if (silent) return true;
  const text = state.getLines(start, last + 1, state.blkIndent, false).trim();
  state.push('display_formula', '', 0).content = text.slice(2, -2).trim();
  state.line = last + 1;
  return true;
}

/** `### Heading {#id}` */
function headingIds(state: StateCore): void {
  state.tokens.forEach((token, i) => {
    const text = state.tokens[i + 1]?.children?.at(-1);
    const match = token.type === 'heading_open' && text && /\s*\{#([a-z][a-z0-9-]*)\}$/.exec(text.content);
    if (!match) return;
    token.attrSet('id', match[1]!);
    text.content = text.content.slice(0, match.index);
  });
}

/** markdown-it aligns the cells of a table by style. */
function cellClasses(state: StateCore): void {
  for (const token of state.tokens) {
    const style = token.attrGet('style');
    if (style === null) continue;
    token.attrs = token.attrs!.filter(([name]) => name !== 'style');
    token.attrJoin('class', String(style).replace('text-align:', 'align-'));
  }
}

export function createMarkdown(): MarkdownIt {
  const markdown = createMarkdownIt({ html: false });
  markdown.inline.ruler.before('escape', 'formula', inlineFormula);
  markdown.block.ruler.before('fence', 'display_formula', displayFormula, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  markdown.core.ruler.push('heading_ids', headingIds);
  markdown.core.ruler.push('cell_classes', cellClasses);
  markdown.renderer.rules.formula = (tokens, i) => formula(tokens[i]!.content, false);
  markdown.renderer.rules.display_formula = (tokens, i) => `<p class="formula">${formula(tokens[i]!.content, true)}</p>\n`;
  return markdown;
}
