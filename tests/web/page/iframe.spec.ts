/** figure.html in an iframe, and the host script that gives the iframe its height. */
import { expect, test, type Page } from '../harness.ts';
import { figureNames, openHost } from './figures.ts';

async function firstFigure(page: Page): Promise<string> {
  await page.goto('');
  return (await figureNames(page))[0]!;
}

const frame = (name: string, attributes = '') =>
  `<iframe data-maskscope ${attributes} width="700" height="50" title="figure" src="embed/figure.html?name=${name}&lang=en"></iframe>`;
const hostScript = '<script src="embed/maskscope-host.js"></script>';

for (const [what, before, after, attributes] of [
  ['script first', hostScript, '', ''], ['script last', '', hostScript, ''], ['sandboxed', hostScript, '', 'sandbox="allow-scripts"'],
] as const) {
  test(`the iframe takes the height of its figure: ${what}`, async ({ page }) => {
    const name = await firstFigure(page);
    await openHost(page, before + frame(name, attributes) + after);
    const inside = page.frameLocator('iframe');
    await expect(inside.locator('maskscope-figure section.frame')).toHaveCount(1);
    const heights = async () => ({
      outside: await page.locator('iframe').evaluate((element) => (element as HTMLIFrameElement).clientHeight),
      inside: await inside.locator('html').evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
    });
    await expect(async () => {
      const { outside, inside: wanted } = await heights();
      expect(wanted).toBeGreaterThan(100);
      expect(outside).toBe(wanted);
    }).toPass();
  });
}

test('a figure that spoke before the host listened is asked again', async ({ page }) => {
  const name = await firstFigure(page);
  await openHost(page, frame(name));
  await expect(page.frameLocator('iframe').locator('section.frame')).toHaveCount(1);
  await page.waitForTimeout(500);
  await page.addScriptTag({ url: 'embed/maskscope-host.js' });
  await expect.poll(() => page.locator('iframe').evaluate((element) => element.style.height)).not.toBe('');
});

test('the host script ignores other senders, other shapes and absurd heights', async ({ page }) => {
  const name = await firstFigure(page);
  await openHost(page, hostScript + frame(name) + '<iframe id="other" title="other" srcdoc="<p>other</p>"></iframe>');
  const iframe = page.locator('iframe[data-maskscope]');
  const height = () => iframe.evaluate((element) => element.style.height);
  await expect.poll(height).not.toBe('');
  await expect(page.frameLocator('iframe[data-maskscope]').locator('section.frame')).toHaveCount(1);
  await page.waitForTimeout(200);
  const settled = await height();

  await page.frames().find((one) => one.url() === 'about:srcdoc')!.evaluate(() => parent.postMessage({ type: 'maskscope:height', height: 77 }, '*'));
  await page.evaluate(() => postMessage({ type: 'maskscope:height', height: 77 }, '*'));
  const inside = page.frames().find((one) => one.url().includes('figure.html'))!;
  for (const message of [null, 77, { type: 'other', height: 77 }, { type: 'maskscope:height', height: '77' },
    { type: 'maskscope:height', height: -1 }, { type: 'maskscope:height', height: 1e9 }, { type: 'maskscope:height' }]) {
    await inside.evaluate((sent) => parent.postMessage(sent, '*'), message);
  }
  expect(await height()).toBe(settled);
  await inside.evaluate(() => parent.postMessage({ type: 'maskscope:height', height: 77 }, '*'));
  await expect.poll(height).toBe('77px');

  // the frame has left its address: same window, another origin
  await inside.goto('data:text/html,<title>elsewhere</title>');
  await inside.evaluate(() => parent.postMessage({ type: 'maskscope:height', height: 55 }, '*'));
  await page.waitForTimeout(200);
  expect(await height()).toBe('77px');
});

test('figure.html follows the language, the theme and the state of its address', async ({ page }) => {
  const name = await firstFigure(page);
  await page.goto(`embed/figure.html?name=${name}&lang=zh&theme=dark`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await expect(page.locator('maskscope-figure section.frame.dark')).toHaveCount(1);
  await page.goto(`embed/figure.html?name=${name}&lang=en&theme=light`);
  await expect(page.locator('maskscope-figure section.frame.light')).toHaveCount(1);
});

test('figure.html names the figures there are when asked for another', async ({ page }) => {
  const name = await firstFigure(page);
  await page.goto('embed/figure.html?name=nothing&lang=en');
  await expect(page.locator('maskscope-figure')).toContainText('nothing');
  await expect(page.locator('maskscope-figure')).toContainText(name);
});
