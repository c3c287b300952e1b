/** The masked-softmax figure, and with it the matrix view that all figures share. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { project } from '../site.ts';
import type { Language } from './figures.ts';
import { cell, cellTexts as texts, matrix, openFigure } from './matrices.ts';

const golden = JSON.parse(readFileSync(`${project}tests/golden/chapter16.json`, 'utf8')).example_16_1;
const six = (rows: string[][]): string[][] => rows.map((row) => row.map((x) => (Number.isInteger(Number(x)) ? x : Number(x).toFixed(6))));

const open = (page: Page, language?: Language): Promise<Locator> => openFigure(page, 'masked-softmax', language);

test('shows the causal weights and outputs of example 16.1', async ({ page }) => {
  const figure = await open(page);
  await figure.getByRole('button', { name: '7 times V' }).click();
  expect(await texts(figure, 'weights')).toEqual(six(golden.causal.A));
  expect(await texts(figure, 'output')).toEqual(six(golden.causal.O));
});

test('a choice that masks after the softmax shows its numbers beside the right ones, differences marked', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('When to mask').selectOption('softmax, then times 0/1');
  expect(await texts(figure, 'chosenWeights')).toEqual(six(golden.mask_after_softmax.A));
  expect(await texts(figure, 'chosenOutput')).toEqual(six(golden.mask_after_softmax.O));
  await expect(cell(figure, 'chosenWeights', 0, 0)).toHaveClass(/warm/);
  await expect(cell(figure, 'chosenWeights', 2, 0)).not.toHaveClass(/warm/);
});

test('a weight of the rule-breaking choice explains itself too', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('Fill for blocked cells').selectOption('−10⁴');
  await cell(figure, 'chosenWeights', 0, 1).focus();
  await expect(figure.locator('.readout math')).toContainText('−10⁴');
});

test('padding excludes its key column and zeroes its query row', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('Padding positions at the end').fill('1');
  await figure.getByLabel('Causal rule').uncheck();
  await figure.getByRole('button', { name: '6 weights' }).click();
  expect(await texts(figure, 'weights')).toEqual(six(golden.padding_keys_only.A));
});

test('a blocked cell says why, in both languages', async ({ page }) => {
  await expect(cell(await open(page), 'mask', 1, 2)).toHaveAccessibleName('query 2 key, key 3 .: −∞, blocked, it is the future');
  await expect(cell(await open(page, 'zh'), 'mask', 1, 2)).toHaveAccessibleName('查询 2 key，键 3 .：−∞，屏蔽：属于未来');
});

test('arrow keys walk the cells and the formula follows, with its operands marked', async ({ page }) => {
  const figure = await open(page);
  await figure.getByRole('button', { name: '6 weights' }).click();
  await cell(figure, 'weights', 0, 0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(cell(figure, 'weights', 2, 2)).toBeFocused();
  await expect(figure.locator('.readout math')).toHaveText(/0\.575975/);
  await expect(figure.locator('.readout .full')).toContainText('0.57597534521536');
  await expect(cell(figure, 'exponentials', 2, 2)).toHaveClass(/operand/);
  await expect(cell(figure, 'rowSum', 2, 0)).toHaveClass(/operand/);
});

test('Enter pins a cell, Escape lets it go', async ({ page }) => {
  const figure = await open(page);
  await figure.getByRole('button', { name: '6 weights' }).click();
  await cell(figure, 'weights', 1, 0).focus();
  await page.keyboard.press('Enter');
  await cell(figure, 'exponentials', 0, 0).hover();
  await expect(figure.locator('.readout')).toContainText('Weights A');
  await expect(cell(figure, 'weights', 1, 0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(cell(figure, 'weights', 1, 0)).not.toHaveAttribute('aria-selected', 'true');
});

test('a score typed with the keyboard changes the weights', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'scores', 1, 0).focus();
  await page.keyboard.type('1/2');
  await page.keyboard.press('Enter');
  await expect(cell(figure, 'scores', 1, 0)).toHaveText('0.500000');
  await expect(cell(figure, 'scores', 1, 0)).toBeFocused();
  await expect(cell(figure, 'masked', 1, 0)).toHaveText('0.500000');
});

for (const [typed, complaint] of [['', 'A number is needed here.'], ['abc', '“abc” is not a number.'], ['NaN', '“NaN” is not a number.'], ['1e9', 'may not exceed']] as const) {
  test(`“${typed}” is refused beside the field and the last good score stays`, async ({ page }) => {
    const figure = await open(page);
    await cell(figure, 'scores', 1, 0).click();
    await cell(figure, 'scores', 1, 0).getByRole('textbox').fill(typed);
    await page.keyboard.press('Enter');
    await expect(matrix(figure, 'scores').getByRole('alert')).toContainText(complaint);
    await expect(cell(figure, 'masked', 1, 0)).toHaveText('0.707107');
    await page.keyboard.press('Escape');
    await expect(cell(figure, 'scores', 1, 0)).toHaveText('0.707107');
  });
}

test('an empty row of a real query is refused by the core, and its policies show what they give', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'mask', 0, 0).click();
  await expect(figure.locator('.note.warm')).toContainText('a valid query has no visible key');
  await figure.getByRole('button', { name: '6 weights' }).click();
  expect((await texts(figure, 'weights'))[0]).toEqual(['NaN', 'NaN', 'NaN']);
  await figure.getByLabel('A real query with no visible key').selectOption('gets zeros');
  expect((await texts(figure, 'weights'))[0]).toEqual(['0', '0', '0']);
  await figure.getByLabel('A real query with no visible key').selectOption('gets a uniform row');
  expect((await texts(figure, 'weights'))[0]).toEqual(['0.333333', '0.333333', '0.333333']);
});

test('the symbolic view keeps exactly the visible exponentials', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('symbols').check();
  await expect(cell(figure, 'symbolScores', 0, 1)).toHaveText('−∞');
  await expect(cell(figure, 'symbolWeights', 0, 1)).toHaveText('0');
  await expect(cell(figure, 'symbolWeights', 1, 0).locator('mfrac > :last-child msup')).toHaveCount(2);
});

test('a matrix is copied as NumPy with every digit', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure = await open(page);
  await figure.getByRole('button', { name: '7 times V' }).click();
  await matrix(figure, 'output').locator('summary').click();
  await matrix(figure, 'output').getByRole('button', { name: 'NumPy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('O = np.array([[1, 0],\n [1, 1],\n [1.57597534521536');
});
