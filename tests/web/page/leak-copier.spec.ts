/** The leak copier of example 16.2 and table 16.2. */
import { expect, test, type Locator } from '../harness.ts';
import { core, golden } from '../module/module.ts';
import { cell, cellTexts, matrix, openFigure, shown } from './matrices.ts';

const open = (page: Parameters<typeof openFigure>[0], language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> =>
  openFigure(page, 'leak-copier', language, state);
const strings = (numbers: string[]): string[] => numbers.map((number) => shown(Number(number)));
const tableRow = (figure: Locator, name: string): Locator => figure.locator('tbody tr').filter({ has: figure.page().getByText(name, { exact: true }) });
const numbersOf = (row: Locator): Promise<string[]> => row.locator('td.number').allInnerTexts();
const exact = (figure: Locator): Locator => figure.getByRole('textbox');

for (const ratio of [99, 9] as const) {
  test(`ratio ${ratio} gives the golden weights, mixtures and losses`, async ({ page }) => {
    const wanted = golden.example_16_2[`ratio_${ratio}`];
    const figure = await open(page);
    await exact(figure).fill(String(ratio));
    await exact(figure).press('Enter');
    expect(await cellTexts(figure, 'weights')).toEqual([strings(wanted.weights)]);
    expect(await cellTexts(figure, 'mixture')).toEqual([strings(wanted.red_probs)]);
    expect(await numbersOf(tableRow(figure, 'future visible'))).toEqual(strings([wanted.red_probs[0], wanted.blue_probs[1], wanted.loss_future_visible]));
    expect(await numbersOf(tableRow(figure, 'causal'))).toEqual(strings(['0.5', '0.5', wanted.loss_causal]));
    await figure.getByLabel('blue', { exact: true }).check();
    expect(await cellTexts(figure, 'mixture')).toEqual([strings(wanted.blue_probs)]);
    expect(await cellTexts(figure, 'values')).toEqual([['0.500000', '0.500000'], ['0', '1']]);
  });
}

test('the slider is worked by keyboard and ends at 1 and 999', async ({ page }) => {
  const figure = await open(page);
  const slider = figure.getByRole('slider');
  for (const [key, ratio] of [['Home', 1], ['End', 999]] as const) {
    await slider.press(key);
    await expect(slider).toHaveAttribute('aria-valuetext', String(ratio));
    const copier = core.leakCopier(ratio, true);
    expect(await cellTexts(figure, 'weights')).toEqual([[...copier.weights.data].map(shown)]);
    expect((await numbersOf(tableRow(figure, 'future visible')))[2]).toBe(shown(copier.loss));
  }
});

test('the slider reaches 9, 99 and 999 in equal strides', async ({ page }) => {
  const figure = await open(page);
  const slider = figure.getByRole('slider');
  for (const [stop, ratio] of [['100', '9'], ['200', '99'], ['300', '999']] as const) {
    await slider.fill(stop);
    await expect(exact(figure)).toHaveValue(ratio);
  }
});

test('blocking the future by pointer leaves [BOS] alone, and nothing stays warm but the name of the leak', async ({ page }) => {
  const figure = await open(page);
  await expect(cell(figure, 'weights', 0, 1)).toHaveClass(/warm/);
  await figure.getByLabel('causal').click();
  expect(await cellTexts(figure, 'weights')).toEqual([['1', '0']]);
  expect(await cellTexts(figure, 'exponentials')).toEqual([['1', '0']]);
  await expect(cell(figure, 'weights', 0, 1)).toHaveClass(/future/);
  await expect(figure.locator('.warm')).toHaveCount(0);
  await expect(figure.locator('.warm-text')).toHaveText('future visible');
  await expect(figure.locator('tr[aria-current]')).toContainText('causal');
});

test('no ratio moves the causal row of the table', async ({ page }) => {
  const figure = await open(page);
  const before = await numbersOf(tableRow(figure, 'causal'));
  await figure.getByRole('slider').press('End');
  expect(await numbersOf(tableRow(figure, 'causal'))).toEqual(before);
});

test('the bars are as long as what each position contributes', async ({ page }) => {
  const figure = await open(page);
  const { weights, values } = core.leakCopier(99, true);
  const fromKnown = weights.data[0]! * values.data[0]!;
  const fromFuture = weights.data[1]! * values.data[2]!;
  const width = async (part: string): Promise<number> => parseFloat((await figure.locator(`.bars .${part}`).first().getAttribute('width'))!) / 100;
  expect(await width('plain')).toBeCloseTo(fromKnown, 12);
  expect(await width('warm')).toBeCloseTo(fromFuture, 12);
  await expect(figure.getByRole('img')).toHaveAccessibleName(/Probability of red: 0\.995000, of which 0\.005000 from \[BOS\] and 0\.990000 from the future/);
});

test('the formula of a mixture names its numbers and marks what it was mixed from', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'mixture', 0, 0).focus();
  await expect(figure.locator('.readout math')).toHaveText(/0\.010000\s*×\s*0\.500000\s*\+\s*0\.990000\s*×\s*1\s*=\s*0\.995000/);
  await expect(cell(figure, 'weights', 0, 1)).toHaveClass(/operand/);
  await expect(cell(figure, 'values', 1, 0)).toHaveClass(/operand/);
});

for (const [language, refusals] of [
  ['en', [['many', '“many” is not a number.'], ['0.5', 'Enter a number from 1 to 999.'], ['1000', 'Enter a number from 1 to 999.'], ['', 'A number is needed here.']]],
  ['zh', [['1000', '请填 1 到 999 之间的数。'], ['NaN', '“NaN”不是一个数。']]],
] as const) {
  test(`a bad ratio is refused beside its field and the last good one stays, until the slider moves (${language})`, async ({ page }) => {
    const figure = await open(page, language);
    const complaint = figure.locator('.field .complaint');
    for (const [typed, message] of refusals) {
      await exact(figure).fill(typed);
      await exact(figure).press('Enter');
      await expect(complaint).toHaveText(message);
      await expect(exact(figure)).toHaveAttribute('aria-invalid', 'true');
      expect(await cellTexts(figure, 'weights')).toEqual([['0.010000', '0.990000']]);
    }
    await figure.getByRole('slider').press('ArrowRight');
    await expect(complaint).toHaveText('');
    await expect(exact(figure)).not.toHaveAttribute('aria-invalid', 'true');
    await expect(exact(figure)).toHaveValue('101');
  });
}

test('a link with a ratio beyond the slider is refused', async ({ page }) => {
  const figure = await open(page, 'en', { ratio: 1000 });
  await expect(figure.locator('.notice')).toBeVisible();
  await expect(exact(figure)).toHaveValue('99');
});

test('says what a low loss does not show, in both languages', async ({ page }) => {
  await expect((await open(page)).locator('.note')).toContainText('It does not show that anything was learned');
  await expect((await open(page, 'zh')).locator('.note')).toContainText('既不说明学到了什么');
  await expect(matrix(page.locator('maskscope-figure'), 'weights')).toContainText('权重');
});
