/** The future-perturbation probe, run on every variant. */
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core, golden, mask, numbers, tensor } from '../module/module.ts';
import { cell, cellTexts, matrix, openFigure, shown, warmCells } from './matrices.ts';

const open = (page: Page, language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> => openFigure(page, 'leak-probe', language, state);
const names = {
  correct: 'Right: mask, then softmax', softmax_then_mask: 'Softmax, then mask', fill_minus_1e4: 'Fill −10⁴', fill_minus_1e9: 'Fill −10⁹',
  fill_float16_lowest: 'Fill −65504', strict_triangle: 'Strict triangle', reversed_triangle: 'Reversed triangle', no_triangle: 'No triangle',
  padding_on_query_rows: 'Padding on query rows',
};
type Variant = keyof typeof names;
const line = (figure: Locator, variant: Variant): Locator =>
  figure.locator('.findings tbody tr').filter({ has: figure.page().getByText(names[variant], { exact: false }) });
const weightCheck = (figure: Locator, variant: Variant): Locator => line(figure, variant).locator('td').first();
const probeCheck = (figure: Locator, variant: Variant): Locator => line(figure, variant).locator('td').last();
const verdict = (figure: Locator): Locator => figure.locator('.note[role=status]');
const choose = (figure: Locator, variant: Variant): Promise<void> => line(figure, variant).getByRole('radio').check();
const padding = (figure: Locator): Locator => figure.getByRole('combobox', { name: 'Padding' });
const x = numbers(golden.inputs.X) as number[][];

/** What the core says of a variant when the last input becomes `last`, with the figure's parameters. */
function probe(variant: Variant, last: number[]): string {
  const { wQ, wK, wV } = core.chapterInputs();
  const parameters = { numHeads: 1, wQ, wK, wV, wO: tensor([[1, 0], [0, 1]]) };
  const { changed, largestChange } = core.probeFuture(variant, parameters, tensor(x), tensor([...x.slice(0, 2), last]), 2, { valid: mask([true, true, true]) });
  return changed.length ? `${changed.length} of 4 moved, by up to ${shown(largestChange)}` : 'did not move';
}

for (const [preset, last] of [['no change', [1, 1]], ['[2, 3]', [2, 3]], ['[10⁵, 10⁵]', [1e5, 1e5]], ['[10¹⁰, 10¹⁰]', [1e10, 1e10]]] as const) {
  test(`the table holds what the core's probe says of every variant: ${preset}`, async ({ page }) => {
    const figure = await open(page);
    await figure.getByLabel(preset, { exact: true }).check();
    expect(await cellTexts(figure, 'changed')).toEqual([...x.slice(0, 2), last].map((row) => row.map(shown)));
    for (const variant of Object.keys(names) as Variant[]) {
      await expect(probeCheck(figure, variant), variant).toHaveText(variant === 'strict_triangle' ? 'refused: an empty row' : probe(variant, [...last]));
    }
  });
}

test('the right implementation gives the golden causal outputs, before and after', async ({ page }) => {
  const figure = await open(page);
  await choose(figure, 'correct');
  for (const preset of ['[2, 3]', '[10¹⁰, 10¹⁰]']) {
    await figure.getByLabel(preset, { exact: true }).check();
    const wanted = numbers(golden.example_16_1.causal.O).slice(0, 2).map((row: number[]) => row.map(shown));
    expect(await cellTexts(figure, 'outputsBefore')).toEqual(wanted);
    expect(await cellTexts(figure, 'outputsAfter')).toEqual(wanted);
    await expect(figure.locator('td.warm, .note.warm')).toHaveCount(0);
    await expect(verdict(figure)).toHaveText(/^Not one bit/);
  }
});

test('softmax, then mask: no weight betrays it, and exactly the outputs that moved are warm', async ({ page }) => {
  const figure = await open(page);
  const late = numbers(golden.example_16_1.mask_after_softmax.O).slice(0, 2).map((row: number[]) => row.map(shown));
  expect(await cellTexts(figure, 'outputsBefore')).toEqual(late);
  await expect(weightCheck(figure, 'softmax_then_mask')).toHaveText('none');
  expect((await warmCells(figure, 'weightsAfter')).flat()).not.toContain(true);
  const [before, after] = [await cellTexts(figure, 'outputsBefore'), await cellTexts(figure, 'outputsAfter')];
  expect(await warmCells(figure, 'outputsAfter')).toEqual(after.map((row, i) => row.map((text, j) => text !== before[i]![j])));
  await expect(verdict(figure)).toHaveText(/^Caught: 3 of the 4 outputs/);
});

for (const [variant, caughtBy] of [['fill_minus_1e4', '[10⁵, 10⁵]'], ['fill_float16_lowest', '[10⁵, 10⁵]'], ['fill_minus_1e9', '[10¹⁰, 10¹⁰]']] as const) {
  test(`${variant} passes a small change and fails a huge one`, async ({ page }) => {
    const figure = await open(page);
    await choose(figure, variant);
    await expect(verdict(figure)).toHaveText(/did not move.*Change input 3 to/);
    await figure.getByLabel(caughtBy, { exact: true }).check();
    await expect(verdict(figure)).toHaveText(/^Caught: 4 of the 4/);
    await expect(weightCheck(figure, variant)).toHaveText('yes, up to 1');
    await expect(cell(figure, 'weightsAfter', 0, 2)).toHaveClass(/future.*warm|warm.*future/);
  });
}

test('a strict triangle reads no future but leaves an empty row, which the core refuses', async ({ page }) => {
  const figure = await open(page);
  await choose(figure, 'strict_triangle');
  await expect(verdict(figure)).toContainText('a valid query has no visible key');
  expect((await cellTexts(figure, 'weightsBefore'))[0]).toEqual(['NaN', 'NaN', 'NaN']);
  const policy = figure.getByLabel('A real query with no visible key');
  await policy.selectOption('gets zeros');
  await expect(probeCheck(figure, 'strict_triangle')).toHaveText('did not move');
  await policy.selectOption('gets a uniform row');
  await expect(probeCheck(figure, 'strict_triangle')).toHaveText(/moved/);
  await expect(weightCheck(figure, 'strict_triangle')).toHaveText('yes, up to 0.333333');
});

test('padding on query rows shows in the weights when padding is in front, never in the probe', async ({ page }) => {
  const figure = await open(page);
  await choose(figure, 'padding_on_query_rows');
  await padding(figure).selectOption('position 3 is padding');
  await expect(weightCheck(figure, 'padding_on_query_rows')).toHaveText('none');
  await padding(figure).selectOption('position 1 is padding');
  await expect(weightCheck(figure, 'padding_on_query_rows')).toHaveText('yes, up to 0.500000');
  await expect(probeCheck(figure, 'padding_on_query_rows')).toHaveText('did not move');
  expect(await warmCells(figure, 'weightsBefore')).toEqual([[false, false, false], [true, false, false], [true, false, false]]);
  await expect(weightCheck(figure, 'correct')).toHaveText('none');
});

test('implementations are chosen with the arrow keys', async ({ page }) => {
  const figure = await open(page);
  await line(figure, 'softmax_then_mask').getByRole('radio').focus();
  await page.keyboard.press('ArrowUp');
  await expect(line(figure, 'correct').getByRole('radio')).toBeChecked();
  await expect(figure.getByRole('heading', { level: 4 })).toHaveText('In detail: Right: mask, then softmax');
});

test('a future input is typed by keyboard, a prefix input is locked until the prefix is shorter', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'changed', 2, 0).focus();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(cell(figure, 'changed', 2, 0)).toHaveText('7');
  await expect(probeCheck(figure, 'no_triangle')).toHaveText(probe('no_triangle', [7, 3]));

  const locked = cell(figure, 'changed', 1, 0);
  await locked.click();
  await page.keyboard.type('7');
  await expect(matrix(figure, 'changed').locator('input')).toHaveCount(0);
  await expect(locked).toHaveAttribute('aria-readonly', 'true');
  await expect(locked).toHaveAccessibleName(/prefix, cannot be changed/);
  await figure.getByLabel('position 1', { exact: true }).check();
  await locked.dblclick();
  await expect(matrix(figure, 'changed').locator('input')).toHaveCount(1);
});

test('an input of the prefix changes both runs', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'x', 0, 0).click();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(cell(figure, 'x', 0, 0)).toHaveText('4');
  await expect(cell(figure, 'changed', 0, 0)).toHaveText('4');
});

test('a bad input is refused beside its matrix and the last good inputs stay', async ({ page }) => {
  const figure = await open(page);
  const before = await cellTexts(figure, 'outputsAfter');
  for (const [typed, message] of [
    ['abc', '“abc” is not a number.'], ['2e12', 'Enter a number from -1000000000000 to 1000000000000.'], ['', 'A number is needed here.'],
  ] as const) {
    await cell(figure, 'changed', 2, 0).click();
    await matrix(figure, 'changed').locator('input').fill(typed);
    await page.keyboard.press('Enter');
    await expect(matrix(figure, 'changed').getByRole('alert')).toHaveText(message);
    await page.keyboard.press('Escape');
    await expect(cell(figure, 'changed', 2, 0)).toHaveText('2');
    expect(await cellTexts(figure, 'outputsAfter')).toEqual(before);
  }
});

test('nothing can move where nothing was changed, and a prefix of padding says so', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('no change').check();
  await expect(verdict(figure)).toHaveText(/^The later inputs are as they were/);
  await figure.getByLabel('position 1', { exact: true }).check();
  await padding(figure).selectOption('position 1 is padding');
  await expect(verdict(figure)).toHaveText(/^The prefix holds nothing but padding/);
});

test('a link beyond any limit is refused', async ({ page }) => {
  for (const state of [{ prefix: 3 }, { prefix: 0 }, { future: [[1, 0], [0, 1], [2, 3], [4, 5]] }, { future: [[1, 0], [0, 1], [2e12, 0]] }, { variant: 'none' }]) {
    await page.goto('about:blank');
    const figure = await open(page, 'en', state);
    await expect(figure.locator('.notice'), JSON.stringify(state)).toBeVisible();
    expect(await cellTexts(figure, 'changed')).toEqual([['1', '0'], ['0', '1'], ['2', '3']]);
  }
});

test('speaks Chinese', async ({ page }) => {
  const figure = await open(page, 'zh');
  await expect(verdict(figure)).toHaveText(/^抓住了：前缀的 4 个输出动了 3 个/);
  await figure.getByLabel('严格三角').check();
  await expect(verdict(figure)).toContainText('a valid query has no visible key');
});
