/** The steps of the build that turn texts and numbers into the page. */
import { compile } from '../../../web/plugins/chapter.ts';
import { createMarkdown, formula } from '../../../web/plugins/markdown.ts';
import { tableHtml } from '../../../web/plugins/stills.ts';
import { expect, test } from '../playwright.ts';

const noStills = () => '';

test('both languages of a section stand side by side, and a figure once between them', () => {
  const { chapter, contents } = compile('# 题\n## 甲 {#a}\n前\n::figure axes\n后\n', '# T\n## A {#a}\nbefore\n::figure axes\nafter\n', (name) => `<p>${name}</p>`);
  expect(chapter.replace(/\n/g, '')).toBe('<header class="title"><div lang="zh" class="prose"><h1>题</h1></div><div lang="en" class="prose"><h1>T</h1></div></header>'
    + '<section id="a"><div lang="zh" class="prose"><h2>甲</h2><p>前</p></div><div lang="en" class="prose"><h2>A</h2><p>before</p></div>'
    + '<maskscope-figure name="axes" id="figure-axes"><p>axes</p></maskscope-figure>'
    + '<div lang="zh" class="prose"><p>后</p></div><div lang="en" class="prose"><p>after</p></div></section>');
  expect(contents).toContain('<li><a href="#a">甲</a></li>');
  expect(contents).toContain('<li><a href="#a">A</a></li>');
});

test('texts that part are refused with the place where they do', () => {
  expect(() => compile('## 甲 {#a}\n::figure axes\n', '## A {#a}\n## B {#b}\n', noStills)).toThrow(/after "## \{#a\}".*"::figure axes" in Chinese, "## \{#b\}" in English/);
  expect(() => compile('## 甲 {#a}\n::figure axes\n', '## A {#a}\n', noStills)).toThrow(/"the end" in English/);
});

test('a section without an id, a figure line with a slip and a figure placed twice are refused', () => {
  expect(() => compile('## 甲\n', '## A {#a}\n', noStills)).toThrow(/chapter.zh.md.*needs an id/);
  expect(() => compile('## 甲 {#a}\n', '## A {#a}\n::figure Axes\n', noStills)).toThrow(/chapter.en.md.*::figure Axes/);
  expect(() => compile('::figure axes\n::figure axes\n', '::figure axes\n::figure axes\n', noStills)).toThrow(/twice/);
});

test('markers inside a code fence are code', () => {
  const text = '## A {#a}\n```\n## not a section\n::figure none\n```\n';
  expect(compile(text, text, noStills).chapter).toContain('## not a section\n::figure none');
});

test('formulas become MathML without a style attribute, prices stay text, a slip is refused', () => {
  const markdown = createMarkdown();
  const html = markdown.render('a $\\begin{pmatrix}1&2&3\\end{pmatrix}$ costs $5 and $6\n\n$$\n\\tilde A\n$$\n');
  expect(html.match(/<math/g)).toHaveLength(2);
  expect(html).toContain('costs $5 and $6');
  expect(html).not.toContain('style=');
  expect(html).toMatch(/class="cell-first".*class="cell-middle".*class="cell-last"/s);
  expect(() => formula('\\frac{1', false)).toThrow(/cannot be typeset/);
  expect(() => formula('\\color{red}x', false)).toThrow(/give it a class/);
  expect(() => markdown.render('$$\nx\n')).toThrow(/no end/);
});

test('raw HTML in the text stays text', () => {
  expect(createMarkdown().render('<script>x</script>')).toContain('&lt;script&gt;');
});

test('a still table is escaped and marks its blocked cells', () => {
  const html = tableHtml({ caption: 'A < B', rows: ['1'], columns: ['k'], cells: [['0']], blocked: [[true]] });
  expect(html).toContain('A &lt; B');
  expect(html).toContain('<td class="blocked">0 ×</td>');
});
