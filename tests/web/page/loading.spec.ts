/** On a server each figure's code comes when the figure is near; in the single file and the classic script all is inside. */
import { expect, test } from '../harness.ts';
import { chooseLanguage, figuresOf, openHost, type Language } from './figures.ts';

/** The scripts asked for so far, by the names of their figures. */
const asked = (urls: string[]): string[] => urls.flatMap((url) => /assets\/([a-z-]+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? []);

test('a figure’s code is asked for when the figure comes near, and once', async ({ page }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('');
  await page.waitForLoadState('networkidle');
  expect(asked(urls)).not.toContain('cost');
  await page.locator('maskscope-figure[name=cost]').scrollIntoViewIfNeeded();
  await expect(page.locator('maskscope-figure[name=cost] section.frame')).toBeVisible();
  await page.locator('maskscope-figure[name=exercises]').scrollIntoViewIfNeeded();
  await expect(page.locator('maskscope-figure[name=exercises] section.frame')).toBeVisible();
  const scripts = asked(urls);
  expect(scripts).toEqual(expect.arrayContaining(['cost', 'exercises', 'frame', 'parts']));
  expect(new Set(scripts).size).toBe(scripts.length);
});

test('a link to a figure’s state loads that figure and shows the state', async ({ page }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`#scaling=${encodeURIComponent(JSON.stringify({ width: 8 }))}`);
  const figure = page.locator('maskscope-figure[name=scaling]');
  await expect(figure.locator('section.frame')).toBeInViewport();
  await expect(figure.getByRole('slider')).toHaveAttribute('aria-valuetext', '8');
  expect(asked(urls)).toContain('scaling');
});

const said: Record<Language, { told: string; again: string }> = {
  zh: { told: '这张图没能载入', again: '重试' },
  en: { told: 'This figure could not be loaded', again: 'Try again' },
};

for (const what of ['scaling-*.js', 'maskscope-*.wasm']) {
  test(`where ${what} does not arrive, the still picture stays with a button that tries again`, async ({ page, trouble }) => {
    await page.route(`**/assets/${what}`, (route) => route.abort());
    await page.goto('#scaling=%7B%7D');
    const figure = page.locator('maskscope-figure[name=scaling]');
    for (const language of ['zh', 'en'] as const) {
      await chooseLanguage(page, language);
      await expect(figure.locator('.notice')).toContainText(said[language].told);
      await expect(figure.getByRole('button', { name: said[language].again })).toBeVisible();
      await expect(figure.locator(`.still[lang=${language}]`)).toBeVisible();
    }
    await page.unroute(`**/assets/${what}`);
    await figure.getByRole('button', { name: said.en.again }).press('Enter');
    await expect(figure.locator('section.frame')).toBeVisible();
    await expect(figure.locator('.notice')).toHaveCount(0);
    trouble.complaints = trouble.complaints.filter((text) => !/ERR_FAILED/.test(text));
  });
}

test('a figure that is renamed becomes the other one, with its styles', async ({ page }) => {
  await openHost(page, `<script src="embed/maskscope.iife.js"></script><maskscope-figure name="scaling" lang="en"></maskscope-figure>`);
  const figure = figuresOf(page);
  await expect(figure.locator('section.frame .panels')).toHaveCSS('display', 'grid');
  await figure.evaluate((element) => element.setAttribute('name', 'axes'));
  await expect(figure.locator('section.frame .stepper')).toBeVisible();
  await expect(figure.locator('section.frame .panels')).toHaveCount(0);
  await figure.evaluate((element) => element.setAttribute('name', 'scaling'));
  await expect(figure.locator('section.frame .panels')).toHaveCSS('display', 'grid');
});

for (const file of ['maskscope.html', 'index.html']) {
  test(`${file}: every figure wakes without a reload`, async ({ page }) => {
    await page.goto(file);
    for (const figure of await figuresOf(page).all()) {
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('section.frame')).toBeVisible();
    }
  });
}
