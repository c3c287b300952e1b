/** What stands inside each figure until it wakes: tables of numbers that the core computes when the page is built. */
import { languages, type Language } from '../src/language.ts';
import type { StillTable } from '../src/element/still';
import type * as Stills from '../src/figures/stills';
import { importSource, moduleBytes } from './project.ts';

const texts = {
  zh: { blocked: '× 表示被遮住', noScript: '这张图要有 JavaScript 和 WebAssembly 才能动；这里是它的初始状态。', none: '这张图要有 JavaScript 和 WebAssembly 才能显示。' },
  en: {
    blocked: '× marks a blocked cell', noScript: 'This figure comes alive with JavaScript and WebAssembly; here is its first state.',
    none: 'This figure needs JavaScript and WebAssembly.',
  },
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c]!);

function cell(text: string, blocked: boolean): string {
  return blocked ? `<td class="blocked">${escape(text)} ×</td>` : `<td>${escape(text)}</td>`;
}

export function tableHtml(table: StillTable): string {
  const head = table.columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('');
  const rows = table.rows.map((row, r) => {
    const cells = table.cells[r]!.map((text, c) => cell(text, table.blocked?.[r]?.[c] ?? false));
    return `<tr><th scope="row">${escape(row)}</th>${cells.join('')}</tr>`;
  });
  return `<table>\n<caption>${escape(table.caption)}</caption>\n<thead><tr><td></td>${head}</tr></thead>\n`
    + `<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`;
}

function stillHtml(language: Language, tables: StillTable[]): string {
  const text = texts[language];
  const notes = [tables.length ? text.noScript : text.none];
  if (tables.some((table) => table.blocked?.some((row) => row.includes(true)))) notes.push(text.blocked);
  return `<div lang="${language}" class="still">\n${tables.map(tableHtml).join('')}<p>${notes.join(language === 'zh' ? '' : ' ')}</p>\n</div>\n`;
}

/** Runs every figure's `still.ts` and returns the HTML of a figure by name. */
export async function readStills(): Promise<(figure: string) => string> {
  const { loadCore, stills } = await importSource<typeof Stills>('src/figures/stills.ts');
  const core = await loadCore(moduleBytes());
  const html = new Map<string, string>();
  for (const [path, still] of Object.entries(stills)) {
    try {
      html.set(path.split('/')[1]!, inBothLanguages((language) => still(core, language)));
    } catch (error) {
      throw new Error(`the still picture ${path} failed: ${(error as Error).message}`, { cause: error });
    }
  }
  const none = inBothLanguages(() => []);
  return (figure) => html.get(figure) ?? none;
}

const inBothLanguages = (tables: (language: Language) => StillTable[]): string =>
  languages.map((language) => stillHtml(language, tables(language))).join('');
