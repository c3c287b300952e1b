/** What attention costs: measured in a worker, wherever the page comes from. The times themselves are the machine's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core } from '../module/module.ts';
import { build, dist, singleFileUrl } from '../site.ts';
import { violations } from './axe.ts';
import { chooseLanguage, openHost, wakeAll, type Language } from './figures.ts';
import { openFigure } from './matrices.ts';

const open = (page: Page, state?: object, language: Language = 'en'): Promise<Locator> => openFigure(page, 'cost', language, state);
const hashOf = (state: object): string => `#cost=${encodeURIComponent(JSON.stringify(state))}`;
const measure = (figure: Locator): Locator => figure.locator('.measure button');
const cancel = (figure: Locator): Locator => figure.locator('.cancel button');
const status = (figure: Locator): Locator => figure.locator('.status');
/** Row by row, the lengths left out. */
const texts = (figure: Locator, table: 'times' | 'counts'): Promise<string[][]> =>
  figure.locator(`table.${table} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent!.trim())));

/** Quick to measure, and longer than what the page may do itself. */
const quick = { largest: 512, masks: ['window'] };
const slow = { largest: 4096, heads: 2, masks: ['none'] };

async function expectMeasured(figure: Locator, lines: number): Promise<void> {
  await measure(figure).click();
  await expect(status(figure)).toHaveText(`All ${lines} measured.`, { timeout: 20_000 });
  expect((await texts(figure, 'times')).map(([time]) => Number(time) > 0)).toEqual(Array(lines).fill(true));
}

test('nothing is measured before the reader asks', async ({ page }) => {
  let workers = 0;
  page.on('worker', () => { workers++; });
  const figure = await open(page);
  await expect(status(figure)).toHaveText('Not measured yet.');
  expect(new Set((await texts(figure, 'times')).flat())).toEqual(new Set(['–']));
  await expect(figure.locator('.plot .measured')).toHaveCount(0);
  await expect(cancel(figure)).toBeDisabled();
  expect(workers).toBe(0);
});

test('measures each length under each mask, and the counts are the core\'s', async ({ page }) => {
  const figure = await open(page, { largest: 256, heads: 2 });
  await measure(figure).click();
  await expect(status(figure)).toHaveText('All 9 measured.', { timeout: 20_000 });
  const grouped = (count: number): string => new Intl.NumberFormat('en').format(count).replaceAll(',', '\u202f');
  const visible = (positions: number): number[] => {
    const rules = [core.causal(positions, positions),
      core.visibleAnd(core.causal(positions, positions), core.visibleNot(core.causal(positions, positions, -128)))];
    return rules.map((rule) => core.countVisible(rule).visible);
  };
  expect(await texts(figure, 'counts')).toEqual([[64, '64.0 KiB'], [128, '256 KiB'], [256, '1.00 MiB']].map(([positions, bytes]) =>
    [grouped((positions as number) ** 2), bytes, ...visible(positions as number).map(grouped)]));

  const times = await texts(figure, 'times');
  times.forEach((row, line) => [0, 2, 4].forEach((column) => {
    expect(Number(row[column])).toBeGreaterThan(0);
    if (line === 0) expect(row[column + 1]).toBe('–');
    else expect(Number(row[column + 1]!.replace('×', ''))).toBeCloseTo(Number(row[column]) / Number(times[line - 1]![column]), 0);
  }));
  await expect(figure.locator('.plot .measured')).toHaveCount(6);
  await expect(figure.locator('.plot .marker')).toHaveCount(9);
});

test('tells how far it is, and cancelling stops at once and keeps what there is', async ({ page }) => {
  const figure = await open(page, slow);
  await measure(figure).click();
  await expect(status(figure)).toHaveText(/^[2-5] of 7 done; now measuring T = \d+, no mask\.$/, { timeout: 20_000 });
  await expect(figure.getByRole('progressbar', { name: 'Measurements done' })).toHaveAttribute('max', '7');
  expect(page.workers()).toHaveLength(1);
  await cancel(figure).click();
  // Chromium takes two seconds before it ends a worker by force; left alone it would go on for longer
  await expect.poll(() => page.workers().length, { timeout: 5000 }).toBe(0);
  await expect(status(figure)).toHaveText(/^Cancelled\. The [2-5] of 7 that were measured stay below\.$/);
  const kept = await texts(figure, 'times');
  const done = Number(/\d/.exec(await status(figure).innerText())![0]);
  expect(kept.map(([time]) => time !== '–')).toEqual(kept.map((_, line) => line < done));
  expect(await figure.locator('progress').evaluate((element) => (element as HTMLProgressElement).value)).toBe(done);
  await page.waitForTimeout(500);
  expect(await texts(figure, 'times')).toEqual(kept);
});

test('measuring again replaces what was measured', async ({ page }) => {
  const figure = await open(page, { largest: 256, masks: ['causal'] });
  await expectMeasured(figure, 3);
  await measure(figure).click();
  expect((await texts(figure, 'times'))[2]).toEqual(['–', '–']);
  await expect(status(figure)).toHaveText('All 3 measured.', { timeout: 20_000 });
});

test('the page answers while it measures', async ({ page }) => {
  await page.goto(hashOf(slow));
  await chooseLanguage(page, 'en');
  await wakeAll(page);
  const figure = page.locator('maskscope-figure[name=cost]');
  await measure(figure).click();
  await expect(status(figure)).toContainText('T = 4096', { timeout: 30_000 });
  // one call takes most of a second, so that on the page itself there would be one or two
  const ticks = await page.evaluate(() => new Promise<number>((resolve) => {
    let count = 0;
    const timer = setInterval(() => { count++; }, 10);
    setTimeout(() => { clearInterval(timer); resolve(count); }, 1000);
  }));
  expect(ticks).toBeGreaterThan(20);
  await chooseLanguage(page, 'zh');
  await expect(status(figure)).toContainText('正在测 T = 4096');
  await cancel(figure).click();
  await expect(status(figure)).toContainText('已取消');
});

test('another plan cancels the one under way; other heads make the times void', async ({ page }) => {
  const figure = await open(page, slow);
  await measure(figure).click();
  await expect(status(figure)).toContainText(/^[1-6] of 7/, { timeout: 20_000 });
  await figure.getByLabel('causal', { exact: true }).check();
  await expect(status(figure)).toContainText('Cancelled');
  expect((await texts(figure, 'times'))[0]![0]).not.toBe('–');
  await figure.getByLabel('1', { exact: true }).check();
  await expect(status(figure)).toHaveText('Not measured yet.');
  expect(new Set((await texts(figure, 'times')).flat())).toEqual(new Set(['–']));
});

test('what was measured stays when the choice changes, and the figure says that it has', async ({ page }) => {
  const figure = await open(page, { largest: 256, masks: ['causal'] });
  await expectMeasured(figure, 3);
  const times = await texts(figure, 'times');
  await figure.getByLabel('Largest length T').selectOption('512');
  await expect(status(figure)).toHaveText('The choice has changed since; what is missing takes another measurement.');
  expect(await texts(figure, 'times')).toEqual([...times, ['–', '–']]);
});

test('without a mask there is nothing to measure', async ({ page }) => {
  const figure = await open(page, { masks: ['causal'] });
  await figure.getByLabel('causal', { exact: true }).uncheck();
  await expect(status(figure)).toHaveText('Choose at least one mask.');
  await expect(measure(figure)).toBeDisabled();
});

test('works by keyboard, and the focus stays with the buttons', async ({ page }) => {
  const figure = await open(page, slow);
  await measure(figure).focus();
  await page.keyboard.press('Enter');
  await expect(cancel(figure)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(measure(figure)).toBeFocused();
  await expect(status(figure)).toContainText('Cancelled');
});

test('a link beyond any limit is refused', async ({ page }) => {
  for (const state of [{ largest: 128 }, { largest: 8192 }, { heads: 3 }, { masks: ['nothing'] }, { masks: ['causal', 'causal'] }, { masks: ['causal', 'none'] }]) {
    await page.goto('about:blank');
    const figure = await open(page, state);
    await expect(figure.locator('[role=alert].notice'), JSON.stringify(state)).toBeVisible();
    await expect(figure.getByLabel('Largest length T')).toHaveValue('1024');
  }
});

test.describe('a worker runs, and the module is not loaded again,', () => {
  function hostPage(name: string, body: string): string {
    mkdirSync(`${build}hosts`, { recursive: true });
    writeFileSync(`${build}hosts/${name}.html`, `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>\n${body}\n</html>`);
    return pathToFileURL(`${build}hosts/${name}.html`).href;
  }
  const frame = (source: string): string => `<iframe sandbox="allow-scripts" src="${source}" width="900" height="900" title="figure"></iframe>`;
  const embedded = `<script src="${pathToFileURL(dist).href}embed/maskscope.iife.js" defer></script><maskscope-figure name="cost" lang="en"></maskscope-figure>`;

  test('in the page on a server', async ({ page }) => {
    const modules: string[] = [];
    page.on('request', (request) => { if (request.url().endsWith('.wasm')) modules.push(request.url()); });
    await page.goto(`?lang=en${hashOf(quick)}`);
    await wakeAll(page);
    await expectMeasured(page.locator('maskscope-figure[name=cost]'), 4);
    expect(modules).toHaveLength(1);
  });

  test('in the page on a server that sends the policy with every file', async ({ page }) => {
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src data:";
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    await page.goto(`?lang=en${hashOf(quick)}`);
    await wakeAll(page);
    await expectMeasured(page.locator('maskscope-figure[name=cost]'), 4);
  });

  test('in the single file', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${singleFileUrl}?lang=en${hashOf(quick)}`);
    await wakeAll(page);
    await expectMeasured(page.locator('maskscope-figure[name=cost]'), 4);
    expect(requests.filter((url) => url.startsWith('file:') || url.startsWith('http'))).toHaveLength(1);
  });

  for (const [what, address] of [
    ['in the script of a host page', (): string => hostPage('cost', embedded)],
    ['in the single file in a sandbox', (): string => hostPage('cost-sandbox', frame(`${singleFileUrl}?lang=en#figure-cost`))],
  ] as const) {
    test(what, async ({ page }) => {
      await page.goto(address());
      const place = what.includes('sandbox') ? page.frameLocator('iframe') : page;
      const figure = place.locator('maskscope-figure[name=cost]');
      await figure.scrollIntoViewIfNeeded();
      await figure.getByLabel('Largest length T').selectOption('512');
      await figure.getByLabel('no mask').uncheck();
      await figure.getByLabel('causal', { exact: true }).uncheck();
      await expectMeasured(figure, 4);
    });
  }

  test('in figure.html in a sandbox', async ({ page }) => {
    await openHost(page, frame(`embed/figure.html?name=cost&lang=en${hashOf(quick)}`));
    await expectMeasured(page.frameLocator('iframe').locator('maskscope-figure'), 4);
  });
});

test.describe('where no worker may run', () => {
  const sentence = 'allows no worker here, so the page measures by itself, up to T = 256';

  async function expectShortOnly(figure: Locator): Promise<void> {
    await figure.getByLabel('no mask').uncheck();
    await measure(figure).click();
    await expect(status(figure)).toHaveText('All 6 measured.', { timeout: 30_000 });
    await expect(figure.locator('.refused')).toContainText(sentence);
    expect((await texts(figure, 'times')).map(([time]) => Number(time) > 0)).toEqual([true, true, true, false, false]);
    await measure(figure).click();
    await cancel(figure).click();
    await expect(status(figure)).toContainText('Cancelled');
  }

  test('by the policy of a host page, it measures short lengths and says why', async ({ page, trouble }) => {
    await openHost(page, `
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:">
      <script src="embed/maskscope.iife.js" defer></script><maskscope-figure name="cost"></maskscope-figure>`);
    await wakeAll(page);
    await expectShortOnly(page.locator('maskscope-figure'));
    const complaints = trouble.complaints.splice(0);
    expect(complaints.length).toBeGreaterThan(0);
    for (const complaint of complaints) expect(complaint).toMatch(/worker/i);
  });

  test('by the browser, too', async ({ page }) => {
    await page.addInitScript(() => { Reflect.deleteProperty(globalThis, 'Worker'); });
    await expectShortOnly(await open(page));
  });
});

test.describe('a worker that fails', () => {
  /** A stand-in for the worker, which answers an order with these messages. */
  const answers = (page: Page, messages: object[]): Promise<unknown> => page.addInitScript((sent) => {
    class Stub {
      onmessage: ((event: { data: object }) => void) | undefined;
      postMessage(): void { sent.forEach((data, i) => setTimeout(() => this.onmessage?.({ data }), i)); }
      terminate(): void { this.onmessage = undefined; }
    }
    Object.assign(globalThis, { Worker: Stub });
  }, messages);

  test('with an error of the core says it in the reader\'s language', async ({ page }) => {
    await answers(page, [{ kind: 'ready' }, { kind: 'failed', code: 'too_large', message: 'the result does not fit into memory' }]);
    const figure = await open(page, undefined, 'zh');
    await measure(figure).click();
    await expect(status(figure)).toHaveText('测量中断：超过大小上限（the result does not fit into memory）');
    await expect(measure(figure)).toBeEnabled();
  });

  test('before the module runs there counts as refused', async ({ page }) => {
    await answers(page, [{ kind: 'failed', message: 'no module' }]);
    const figure = await open(page, quick);
    await measure(figure).click();
    await expect(figure.locator('.refused')).toBeVisible();
    await expect(status(figure)).toHaveText('All 3 measured.', { timeout: 20_000 });
  });
});

test('the worker passes on what the core refuses, with its code', async ({ page }) => {
  await page.goto('');
  const script = /assets\/worker-[\w-]+\.js/;
  await wakeAll(page);
  const [response] = await Promise.all([
    page.waitForResponse((answer) => script.test(answer.url())),
    page.locator('maskscope-figure[name=cost] .measure button').click(),
  ]);
  const messages = await page.evaluate(async (url) => {
    const module = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.wasm'))!.name;
    const binary = new Uint8Array(await (await fetch(module)).arrayBuffer());
    const worker = new Worker(url);
    return new Promise<{ kind: string; code?: string }[]>((resolve) => {
      const received: { kind: string }[] = [];
      worker.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
        received.push(data);
        if (data.kind === 'failed') resolve(received);
      };
      worker.postMessage({ binary, task: 'measureCost', input: { lengths: [5000], masks: ['causal'], heads: 1 } });
    });
  }, response.url());
  expect(messages.map(({ kind }) => kind)).toEqual(['ready', 'step', 'failed']);
  expect(messages.at(-1)!.code).toBe('too_large');
});

for (const language of ['zh', 'en'] as const) {
  test(`fits a phone, and its buttons are large enough to touch: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const figure = await open(page, quick, language);
    await measure(figure).click();
    await expect(cancel(figure)).toBeDisabled({ timeout: 20_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    for (const button of [measure(figure), cancel(figure)]) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  });
}

test('in print the buttons are left out, and the tables stay', async ({ page }) => {
  const figure = await open(page);
  await page.emulateMedia({ media: 'print' });
  await expect(measure(figure)).toBeHidden();
  await expect(figure.locator('table.counts')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the exact counts stand there', async ({ page }) => {
    await page.goto('');
    const last = page.locator('maskscope-figure[name=cost] .still[lang=zh] tbody tr').last();
    await expect(last.locator('th')).toHaveText('T = 1024');
    expect((await last.locator('td').allInnerTexts()).map((text) => text.replaceAll('\u202f', ''))).toEqual(
      ['1048576', '8.00 MiB', String(1024 * 1025 / 2), String(128 * 1024 - 128 * 127 / 2)]);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing once there are times: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const figure = await open(page, { largest: 256, masks: ['causal', 'window'] });
    await measure(figure).click();
    await expect(status(figure)).toHaveText('All 6 measured.', { timeout: 20_000 });
    expect(await violations(page, { 'page-has-heading-one': { enabled: false } })).toEqual([]);
  });
}

test('speaks Chinese', async ({ page }) => {
  const figure = await open(page, { largest: 256 }, 'zh');
  await figure.getByRole('button', { name: '测量' }).click();
  await expect(status(figure)).toHaveText(/^已完成 \d 项，共 9 项；正在测 T = \d+，.+。$/);
  await expect(status(figure)).toHaveText('测完了，共 9 项。', { timeout: 20_000 });
});
