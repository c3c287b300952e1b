import { readFileSync } from 'node:fs';
import { expect, test } from '../harness.ts';
import { dist } from '../site.ts';
import { chooseLanguage, figureNames, figuresOf, wakeAll } from './figures.ts';

for (const file of ['index.html', 'maskscope.html']) {
  test(`${file} has no style attribute and no inline handler`, () => {
    const html = readFileSync(`${dist}${file}`, 'utf8').replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '');
    expect(html.match(/<[a-z][^>]*\s(style|on[a-z]+)=[^>]*>/gi)).toBeNull();
  });
}

for (const file of ['index.html', 'maskscope.html', 'embed/figure.html']) {
  test(`${file} carries a strict policy before anything that it governs`, () => {
    const html = readFileSync(`${dist}${file}`, 'utf8').replaceAll('&#39;', "'");
    const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)!;
    expect(html.slice(0, meta.index)).not.toMatch(/<(script|style|link)/);
    const policy = new Map(meta[1]!.split('; ').map((directive) => [directive.split(' ')[0]!, directive]));
    expect(policy.get('default-src')).toBe("default-src 'none'");
    expect(policy.get('script-src')).toMatch(/^script-src ('self'|'sha256-[\w+/=]+') 'wasm-unsafe-eval'$/);
    expect(policy.get('style-src')).toMatch(/^style-src ('self'|'sha256-[\w+/=]+')$/);
    expect(policy.get('base-uri')).toBe("base-uri 'none'");
    expect(policy.get('form-action')).toBe("form-action 'none'");
    // on a server the worker is a file, which script-src allows
    expect(policy.get('worker-src')).toBe(file === 'index.html' ? undefined : 'worker-src blob:');
    expect(policy.get('connect-src')).toBe(file === 'index.html' ? "connect-src 'self'" : undefined);
  });
}

test('index.html has no inline script and no inline style', () => {
  const html = readFileSync(`${dist}index.html`, 'utf8');
  expect(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toBeNull();
  expect(html).not.toContain('<style');
});

test('every figure of the chapter wakes and shows its frame', async ({ page }) => {
  await page.goto('');
  await wakeAll(page);
  expect(new Set(await figureNames(page)).size).toBe(await figuresOf(page).count());
});

test('the chapter is complete in both languages', async ({ page }) => {
  await page.goto('');
  for (const [language, other] of [['zh', 'en'], ['en', 'zh']] as const) {
    await chooseLanguage(page, language);
    const sections = await page.locator('main section[id]').all();
    expect(sections.length).toBeGreaterThanOrEqual(8);
    for (const section of sections) {
      await expect(section.locator(`.prose[lang=${language}] h2`)).toBeVisible();
      await expect(section.locator(`.prose[lang=${other}] h2`)).toBeHidden();
    }
  }
});

test('each entry of the contents list leads to a section', async ({ page }) => {
  await page.goto('');
  const targets = await page.locator('nav.contents a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  expect(targets.length).toBeGreaterThan(0);
  for (const target of new Set(targets)) await expect(page.locator(`main section${target}`)).toHaveCount(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('text, formulas and still figures show, and the language can be chosen', async ({ page }) => {
    await page.goto('');
    for (const [language, other] of [['zh', 'en'], ['en', 'zh']] as const) {
      await page.locator(`#language-${language}`).check();
      await expect(page.locator(`.prose[lang=${language}] p`).first()).toBeVisible();
      await expect(page.locator(`.prose[lang=${language}] math`).first()).toBeVisible();
      await expect(page.locator(`.prose[lang=${other}] p`).first()).toBeHidden();
      for (const still of await page.locator(`.still[lang=${language}]`).all()) await expect(still).toBeVisible();
      for (const still of await page.locator(`.still[lang=${other}]`).all()) await expect(still).toBeHidden();
    }
  });
});

test('without WebAssembly the page says so and keeps text and still figures', async ({ page, trouble }) => {
  await page.addInitScript(() => { Reflect.deleteProperty(globalThis, 'WebAssembly'); });
  await page.goto('');
  await chooseLanguage(page, 'en');
  const figure = figuresOf(page).first();
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toContainText('WebAssembly');
  await expect(figure.locator('.still[lang=en]')).toBeVisible();
  await expect(page.locator('.prose[lang=en] p').first()).toBeVisible();
  // emscripten's loader complains in its own words; nothing else may
  trouble.complaints = trouble.complaints.filter((text) => !/WebAssembly|no native wasm support/.test(text));
});

test('without SIMD the page names the browsers that work and keeps the still figures', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(() => { WebAssembly.validate = () => false; });
  await page.goto('');
  const figure = figuresOf(page).first();
  for (const [language, said] of [['en', 'work: Chrome / Edge 97, Firefox 102, Safari 16.4 and newer'], ['zh', '能用的浏览器：Chrome / Edge 97、Firefox 102、Safari 16.4，以及更新的版本']] as const) {
    await chooseLanguage(page, language);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('.notice')).toContainText(said);
    await expect(figure.locator(`.still[lang=${language}]`)).toBeVisible();
  }
  expect(requests.filter((url) => url.endsWith('.wasm'))).toEqual([]);
});

test.describe('for a reader of English', () => {
  test.use({ locale: 'en-GB' });

  test('the page appears in its language at once and nothing shifts while the module loads', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => shifts.push(JSON.stringify(entry)))).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('');
    await wakeAll(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });
});
