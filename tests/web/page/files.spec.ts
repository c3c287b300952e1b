/** The single file, and the figures' script in somebody's own page: without a server, and under a strict policy. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../harness.ts';
import { build, dist, singleFileUrl } from '../site.ts';
import { chooseLanguage, figureNames, figuresOf, openHost, spoken, wakeAll } from './figures.ts';

function hostPage(name: string, body: string): string {
  mkdirSync(`${build}hosts`, { recursive: true });
  writeFileSync(`${build}hosts/${name}.html`, `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>\n${body}\n</html>`);
  return pathToFileURL(`${build}hosts/${name}.html`).href;
}

test('the single file works by double-click', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(singleFileUrl);
  await wakeAll(page);
  for (const language of ['zh', 'en'] as const) await chooseLanguage(page, language);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([singleFileUrl]);
});

test('the single file works in a sandboxed iframe', async ({ page }) => {
  await page.goto(hostPage('sandbox', `<iframe sandbox="allow-scripts" src="${singleFileUrl}" width="800" height="800"></iframe>`));
  const figure = page.frameLocator('iframe').locator('maskscope-figure').first();
  await figure.evaluate((element) => (element as HTMLElement & { wake(): Promise<void> }).wake());
  await expect(figure.locator('section.frame')).toHaveCount(1);
});

test('a plain host page shows two figures from one script', async ({ page }) => {
  await page.goto(singleFileUrl);
  const [first, second] = await figureNames(page);
  await page.goto(hostPage('plain', `
    <script src="${pathToFileURL(dist).href}embed/maskscope.iife.js" defer></script>
    <p>before</p>
    <maskscope-figure name="${first}" lang="zh"><p>still</p></maskscope-figure>
    <maskscope-figure name="${second}"><p>still</p></maskscope-figure>
    <p>after</p>`));
  await wakeAll(page);
  await expect(figuresOf(page)).toHaveCount(2);
  await expect(figuresOf(page).nth(0).locator('section.frame')).toHaveAttribute('lang', /^zh/);
  await expect(figuresOf(page).nth(1).locator('section.frame')).toHaveAttribute('lang', /^en/);
  await expect(page.getByText('after')).toBeVisible();
});

test('the script may stand in a page twice', async ({ page, trouble }) => {
  await page.goto(singleFileUrl);
  const [name] = await figureNames(page);
  const script = `<script src="${pathToFileURL(dist).href}embed/maskscope.iife.js" defer></script>`;
  await page.goto(hostPage('twice', `${script}${script}<maskscope-figure name="${name}"></maskscope-figure>`));
  await wakeAll(page);
  expect(trouble.complaints.splice(0)).toEqual([expect.stringContaining('already defined')]);
});

test('a host page needs to allow no more than its own scripts and WebAssembly', async ({ page }) => {
  await page.goto('');
  const names = await figureNames(page);
  await openHost(page, `
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:">
    <script src="embed/maskscope.iife.js" defer></script>
    ${names.map((name) => `<maskscope-figure name="${name}"></maskscope-figure>`).join('')}`);
  await wakeAll(page);
});

test('an embedded figure says the same as the one in the chapter', async ({ page }) => {
  await page.goto('');
  await chooseLanguage(page, 'en');
  await wakeAll(page);
  const name = (await figureNames(page))[0]!;
  const inChapter = await spoken(figuresOf(page).first());
  await page.goto(`embed/figure.html?name=${name}&lang=en`);
  await wakeAll(page);
  expect(await spoken(figuresOf(page).first())).toBe(inChapter);
});
