/** Why the scores are divided by √d. */
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core } from '../module/module.ts';
import { cell, cellTexts, openFigure, shown } from './matrices.ts';

const open = (page: Page, language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> => openFigure(page, 'scaling', language, state);
const texts = (...lines: { data: Float64Array }[]): string[][] => lines.map(({ data }) => [...data].map(shown));

async function expectDraw(figure: Locator, width: number, seed: number): Promise<void> {
  const demo = core.scalingDemo(width, seed);
  expect(await cellTexts(figure, 'scores')).toEqual(texts(demo.unscaledScores, demo.scaledScores));
  expect(await cellTexts(figure, 'weights')).toEqual(texts(demo.unscaledWeights, demo.scaledWeights));
  const largest = [demo.unscaledWeights, demo.scaledWeights].map(({ data }) => shown(Math.max(...data)));
  const said = await figure.locator('.largest').allInnerTexts();
  largest.forEach((weight, i) => expect(said[i]).toContain(`Largest weight: ${weight} `));
}

test('shows the core\'s scores and weights, and follows the slider by keyboard', async ({ page }) => {
  const figure = await open(page);
  await expectDraw(figure, 64, 4);
  for (const [key, width] of [['ArrowRight', 96], ['End', 512], ['Home', 1]] as const) {
    await figure.getByRole('slider').press(key);
    await expect(figure.getByRole('slider')).toHaveAttribute('aria-valuetext', String(width));
    await expectDraw(figure, width, 4);
  }
});

test('at width 1 scaling changes nothing, and the figure says so', async ({ page }) => {
  const figure = await open(page);
  await figure.getByRole('slider').press('Home');
  const [unscaled, scaled] = await cellTexts(figure, 'weights');
  expect(scaled).toEqual(unscaled);
  await expect(figure.locator('.note')).toContainText('√1 = 1');
});

test('draws again by pointer, and goes back as far as the first draw', async ({ page }) => {
  const figure = await open(page);
  await figure.getByRole('button', { name: 'Draw again' }).click();
  await expectDraw(figure, 64, 5);
  for (let seed = 4; seed >= 1; seed--) await figure.getByRole('button', { name: 'Previous draw' }).click();
  await expectDraw(figure, 64, 1);
  await expect(figure.getByRole('button', { name: 'Previous draw' })).toBeDisabled();
});

test('the bars are as long as the weights', async ({ page }) => {
  const figure = await open(page);
  const widths = await figure.locator('.bars rect:not(.track)').evaluateAll((bars) => bars.map((bar) => parseFloat(bar.getAttribute('width')!) / 100));
  const { unscaledWeights, scaledWeights } = core.scalingDemo(64, 4);
  [...unscaledWeights.data, ...scaledWeights.data].forEach((weight, i) => expect(widths[i]).toBeCloseTo(weight, 12));
});

test('a scaled score shows the division and marks what it divides', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'scores', 1, 2).focus();
  await expect(figure.locator('.readout msqrt')).toHaveText('64');
  await expect(cell(figure, 'scores', 0, 2)).toHaveClass(/operand/);
});

test('a link beyond any limit is refused', async ({ page }) => {
  for (const state of [{ width: 5 }, { width: 1024 }, { seed: 0 }, { seed: 10000 }, { seed: 1.5 }]) {
    await page.goto('about:blank');
    const figure = await open(page, 'en', state);
    await expect(figure.locator('.notice'), JSON.stringify(state)).toBeVisible();
    await expectDraw(figure, 64, 4);
  }
});

test('speaks Chinese', async ({ page }) => {
  const figure = await open(page, 'zh');
  await expect(figure.getByRole('button', { name: '再抽一次' })).toBeVisible();
  await expect(figure.locator('.largest').first()).toHaveText(/最大的权重：0\.9\d+（键 2）/);
});
