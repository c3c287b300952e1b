/**
 * Puts the chapter into index.html. Its text is written once in Chinese and once in English, with the same sections
 * (`## Heading {#id}`) and figures (`::figure name key="value"`) in the same order; the page holds both languages side by
 * side, paragraph group by paragraph group, and each figure once.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { languages, type Language } from '../src/language.ts';
import { createMarkdown } from './markdown.ts';
import { web } from './project.ts';
import { readStills } from './stills.ts';

const markdown = createMarkdown();

interface Piece {
  /** what both languages must agree on; '' for the text before the first section */
  marker: string;
  section?: { id: string; heading: string };
  figure?: { name: string; attributes: string };
  /** the text after the marker, up to the next one */
  text: string;
}

export const chapterFile = (language: Language) => `${web}src/page/chapter.${language}.md`;

/** Cuts a text at its section headings and figure lines. */
export function cut(source: string, file: string): Piece[] {
  const pieces: Piece[] = [{ marker: '', text: '' }];
  let inFence = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) inFence = !inFence;
    const piece = inFence ? undefined : (sectionLine(line, file) ?? figureLine(line, file));
    if (piece) pieces.push(piece);
    else pieces.at(-1)!.text += `${line}\n`;
  }
  return pieces;
}

function sectionLine(line: string, file: string): Piece | undefined {
  if (!/^##\s/.test(line)) return undefined;
  const match = /^##\s+(.+?)\s*\{#([a-z][a-z0-9-]*)\}\s*$/.exec(line);
  if (!match) throw new Error(`${file}: a section needs an id, as in "## Heading {#id}": ${line}`);
  return { marker: `## {#${match[2]}}`, section: { id: match[2]!, heading: match[1]! }, text: '' };
}

function figureLine(line: string, file: string): Piece | undefined {
  if (!line.startsWith('::figure')) return undefined;
  const match = /^::figure\s+([a-z][a-z0-9-]*)((?:\s+[a-z-]+=(?:"[^"]*"|'[^']*'))*)\s*$/.exec(line);
  if (!match) throw new Error(`${file}: a figure is placed with ::figure name key="value": ${line}`);
  return { marker: `::figure ${match[1]}`, figure: { name: match[1]!, attributes: match[2]! }, text: '' };
}

/** Both languages in one structure, or an error that names the first place where they part. */
function pair(zh: Piece[], en: Piece[]): Record<Language, Piece>[] {
  for (let i = 0; i < Math.max(zh.length, en.length); i++) {
    const [left, right] = [zh[i]?.marker, en[i]?.marker];
    if (left !== right) {
      throw new Error(`chapter.zh.md and chapter.en.md part after "${zh[i - 1]!.marker || 'the start'}": `
        + `"${left ?? 'the end'}" in Chinese, "${right ?? 'the end'}" in English`);
    }
  }
  const markers = zh.map((piece) => piece.marker);
  const twice = markers.find((marker, i) => markers.indexOf(marker) !== i);
  if (twice !== undefined) throw new Error(`the chapter has "${twice}" twice`);
  return zh.map((piece, i) => ({ zh: piece, en: en[i]! }));
}

function prose(pieces: Record<Language, Piece>): string {
  return languages.map((language) => {
    const { section, text } = pieces[language];
    const heading = section ? `<h2>${markdown.renderInline(section.heading)}</h2>\n` : '';
    const body = heading + markdown.render(text);
    return body && `<div lang="${language}" class="prose">\n${body}</div>\n`;
  }).join('');
}

function contents(pieces: Record<Language, Piece>[]): string {
  const lists = languages.map((language) => {
    const links = pieces.map((both) => both[language].section).filter((section) => section !== undefined)
      .map(({ id, heading }) => `<li><a href="#${id}">${markdown.renderInline(heading)}</a></li>`);
    return `<ol lang="${language}">\n${links.join('\n')}\n</ol>`;
  });
  return `<nav class="contents" aria-label="目录 · Contents">\n${lists.join('\n')}\n</nav>`;
}

/** The chapter and its contents list as HTML. `stills` gives what stands inside a figure until it wakes. */
export function compile(zh: string, en: string, stills: (figure: string) => string): { contents: string; chapter: string } {
  const pieces = pair(cut(zh, 'chapter.zh.md'), cut(en, 'chapter.en.md'));
  const [before, ...rest] = pieces;
  const title = prose(before!);
  let chapter = title && `<header class="title">\n${title}</header>\n`;
  let inSection = false;
  for (const both of rest) {
    const { section, figure } = both.zh;
    if (section) {
      chapter += `${inSection ? '</section>\n' : ''}<section id="${section.id}">\n`;
      inSection = true;
    }
    if (figure) {
      chapter += `<maskscope-figure name="${figure.name}" id="figure-${figure.name}"${figure.attributes}>\n`
        + `${stills(figure.name)}</maskscope-figure>\n`;
    }
    chapter += prose(both);
  }
  if (inSection) chapter += '</section>';
  return { contents: contents(pieces), chapter };
}

export function chapter(): Plugin {
  return {
    name: 'maskscope:chapter',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const [zh, en] = languages.map((language) => readFileSync(chapterFile(language), 'utf8'));
        const compiled = compile(zh!, en!, await readStills());
        return html.replace('<!-- contents -->', () => compiled.contents).replace('<!-- chapter -->', () => compiled.chapter);
      },
    },
    configureServer: (server) => { server.watcher.add(languages.map(chapterFile)); },
    hotUpdate({ file }) {
      if (languages.map(chapterFile).includes(file)) this.environment.hot.send({ type: 'full-reload' });
    },
  };
}
