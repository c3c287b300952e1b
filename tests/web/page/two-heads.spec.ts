/** The two-heads figure: example 16.3, its swaps, and what its cells say of themselves. */
import { importSource } from '../../../web/plugins/project.ts';
import type * as HashModule from '../../../web/src/element/hash';
import type * as StateModule from '../../../web/src/figures/two-heads/state';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core, golden, mask, numbers, tensor } from '../module/module.ts';
import { cell, cellTexts, matrix, openFigure, shown, warmCells } from './matrices.ts';

const { decodeState } = await importSource<typeof HashModule>('src/element/hash.ts');
const { schema, initial } = await importSource<typeof StateModule>('src/figures/two-heads/state.ts');
const example = numbers2(golden.example_16_3);
const open = (page: Page, language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> => openFigure(page, 'two-heads', language, state);
const text = (lines: number[][]): string[][] => lines.map((line) => line.map(shown));
const verdict = (figure: Locator): Locator => figure.locator('.verdict');

/** The golden file's strings as numbers, under every key. */
function numbers2(nested: any): any {
  return Array.isArray(nested) || typeof nested === 'string' ? numbers(nested)
    : Object.fromEntries(Object.entries(nested).map(([key, value]) => [key, numbers2(value)]));
}

test('follows query 2 of example 16.3 through both heads to Y', async ({ page }) => {
  const figure = await open(page);
  for (const [place, { A, o }] of [{ A: example.A1, o: example.o1 }, { A: example.A2, o: example.o2 }].entries()) {
    expect(await cellTexts(figure, `weights${place}`)).toEqual(text([A[1]]));
    expect(await cellTexts(figure, `output${place}`)).toEqual(text([o[1]]));
  }
  expect(await cellTexts(figure, 'scores0')).toEqual([['0', '0', '−∞']]);
  expect(await cellTexts(figure, 'scores1')).toEqual([['0', '1', '−∞']]);
  expect(await cellTexts(figure, 'merged')).toEqual(text(example.J));
  expect(await cellTexts(figure, 'output')).toEqual(text(example.Y));
  const [o1, o2] = [example.o1[1][0], example.o2[1][0]];
  expect(await cellTexts(figure, 'contributions')).toEqual(text([[o1, o1], [o2, -o2]]));
});

test('query 3 shows equal outputs from unequal weights', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('3', { exact: true }).check();
  expect(await cellTexts(figure, 'weights0')).toEqual(text([example.A1[2]]));
  expect(await cellTexts(figure, 'weights1')).toEqual(text([example.A2[2]]));
  await expect(figure.locator('.reading')).toHaveText('Query 3: both heads output 0.844638, and their weights differ. Equal outputs do not mean equal reading.');
  await figure.getByLabel('1', { exact: true }).check();
  await expect(figure.locator('.reading')).toContainText('they read alike');
});

test('swapping the heads flips the sign of the second coordinate; swapping the rows of W_O as well repairs it', async ({ page }) => {
  const figure = await open(page);
  await expect(verdict(figure)).toContainText('Nothing is swapped');
  await figure.getByRole('button', { name: 'Swap the heads' }).click();
  expect(await cellTexts(figure, 'merged')).toEqual(text(example.swapped.J));
  expect(await cellTexts(figure, 'output')).toEqual(text(example.swapped.Y_with_old_W_O));
  expect(await warmCells(figure, 'output')).toEqual([[false, true], [false, true], [false, false]]);
  expect(await cellTexts(figure, 'before')).toEqual(text(example.Y));
  await expect(verdict(figure)).toHaveClass(/warm/);
  await expect(verdict(figure)).toContainText('The function has changed. Column 1 of J now comes from head 2 and meets the row of W_O that was made for head 1. 2 numbers');

  await figure.getByRole('button', { name: 'Swap the rows of W_O' }).click();
  expect(await cellTexts(figure, 'wO')).toEqual(text(example.swapped.W_O_repaired));
  expect(await cellTexts(figure, 'output')).toEqual(text(example.swapped.Y_repaired));
  expect((await warmCells(figure, 'output')).flat()).not.toContain(true);
  expect((await warmCells(figure, 'contributions')).flat()).not.toContain(true);
  await expect(verdict(figure)).not.toHaveClass(/warm/);
  await expect(verdict(figure)).toContainText('the same function as before');
});

test('the swaps work by keyboard and say whether they are on', async ({ page }) => {
  const figure = await open(page, 'zh');
  const rows = figure.getByRole('button', { name: '交换 W_O 的两行' });
  await rows.focus();
  await page.keyboard.press('Space');
  await expect(rows).toHaveAttribute('aria-pressed', 'true');
  await expect(rows).toBeFocused();
  await expect(verdict(figure)).toContainText('函数变了');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveAttribute('aria-pressed', 'false');
  await expect(verdict(figure)).toContainText('还没有交换');
});

test('an output that agrees by chance is not called the same function', async ({ page }) => {
  const figure = await open(page, 'en', { wO: [[1, 2], [1, 2]], headsSwapped: true });
  expect((await warmCells(figure, 'output')).flat()).not.toContain(true);
  await expect(verdict(figure)).toContainText('Agreement on one input does not make two functions the same');
});

test('a number typed while the heads are swapped goes to the head that it stands under', async ({ page }) => {
  const figure = await open(page, 'en', { headsSwapped: true, rowsSwapped: true });
  await cell(figure, 'wQ', 1, 0).focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await cell(figure, 'wO', 0, 0).click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  expect(await cellTexts(figure, 'wQ')).toEqual([['0', '1'], ['3', '0']]);
  await figure.getByRole('button', { name: 'Swap the heads' }).click();
  await figure.getByRole('button', { name: 'Swap the rows of W_O' }).click();
  expect(await cellTexts(figure, 'wQ')).toEqual([['1', '0'], ['0', '3']]);
  expect(await cellTexts(figure, 'wO')).toEqual([['1', '1'], ['5', '−1']]);
});

test('after any edit every number is the core’s', async ({ page }) => {
  const state = { x: [[1, -2], [0.5, 1], [3, 0]], wQ: [[1, 2], [0.25, 1]], wK: [[1, -1], [2, 1]], wV: [[2, 1], [1, -3]], wO: [[0.5, 1], [2, -1]], query: 2, causal: false };
  const figure = await open(page, 'en', state);
  const parameters = { numHeads: 2, wQ: tensor(state.wQ), wK: tensor(state.wK), wV: tensor(state.wV), wO: tensor(state.wO) };
  const trace = core.traceMultiHead(tensor([state.x]), parameters, { visible: mask([[[[1, 1, 1], [1, 1, 1], [1, 1, 1]]]]) });
  const three = (values: ArrayLike<number>, width: number): string[][] => [0, 1, 2].map((i) => Array.from({ length: width }, (_, j) => shown(values[i * width + j]!)));
  expect(await cellTexts(figure, 'output')).toEqual(three(trace.output.data, 2));
  expect(await cellTexts(figure, 'merged')).toEqual(three(trace.merged.data, 2));
  for (const head of [0, 1]) {
    const at = (head * 3 + 2) * 3;
    expect(await cellTexts(figure, `weights${head}`)).toEqual([Array.from(trace.attention.softmax.weights.data.slice(at, at + 3), shown)]);
    expect(await cellTexts(figure, `scores${head}`)).toEqual([Array.from(trace.attention.scores.data.slice(at, at + 3), shown)]);
    expect((await cellTexts(figure, 'contributions'))[head]).toEqual(Array.from(trace.contributions.data.slice((head * 3 + 2) * 2, (head * 3 + 3) * 2), shown));
  }
});

test('without the causal rule query 1 reads every key', async ({ page }) => {
  const figure = await open(page);
  await figure.getByLabel('1', { exact: true }).check();
  await expect(cell(figure, 'weights0', 0, 2)).toHaveClass(/future/);
  await figure.getByLabel('Causal rule').uncheck();
  await expect(cell(figure, 'weights0', 0, 2)).not.toHaveClass(/future/);
  expect(await cellTexts(figure, 'scores0')).toEqual(text([example.D1[0]]));
});

for (const [language, name] of [['en', 'query 2, key 3: −∞, blocked, it is the future'], ['zh', '查询 2，键 3：−∞，屏蔽：属于未来']] as const) {
  test(`a blocked score says why (${language})`, async ({ page }) => {
    await expect(cell(await open(page, language), 'scores0', 0, 2)).toHaveAccessibleName(name);
  });
}

test('every computed cell explains itself with its own value and its operands', async ({ page }) => {
  const figure = await open(page, 'en', { headsSwapped: true });
  for (const id of ['qkv0', 'scores0', 'weights0', 'output0', 'qkv1', 'scores1', 'weights1', 'output1', 'merged', 'contributions', 'output', 'before']) {
    const cells = await cellTexts(figure, id);
    for (const [row, line] of cells.entries()) {
      for (const [column, value] of line.entries()) {
        await cell(figure, id, row, column).focus();
        const math = (await figure.locator('.readout math').textContent())!.replace(/\s/g, '');
        expect(math.endsWith(`=${value}`), `${id} ${row},${column}: ${math}`).toBe(true);
        if (id !== 'before') await expect(figure.locator('maskscope-matrix td.operand').first()).toBeAttached();
      }
    }
  }
});

test('the mixture’s operands are the weights and the values of the keys that may be read', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'output1', 0, 0).hover();
  const operands = async (id: string): Promise<string[]> => matrix(figure, id).locator('td.operand').allTextContents();
  await expect(cell(figure, 'weights1', 0, 1)).toHaveClass(/operand/);
  expect((await operands('weights1')).map((x) => x.trim())).toEqual(['0.268941', '0.731059']);
  expect((await operands('qkv1')).map((x) => x.trim())).toEqual(['0', '1']);
});

for (const [typed, complaint] of [['', 'A number is needed here.'], ['x', '“x” is not a number.'], ['2e6', 'may not exceed']] as const) {
  test(`“${typed}” in W_O is refused beside the field and the last good value stays`, async ({ page }) => {
    const figure = await open(page);
    await cell(figure, 'wO', 0, 0).click();
    await cell(figure, 'wO', 0, 0).getByRole('textbox').fill(typed);
    await page.keyboard.press('Enter');
    await expect(matrix(figure, 'wO').getByRole('alert')).toContainText(complaint);
    expect(await cellTexts(figure, 'output')).toEqual(text(example.Y));
  });
}

for (const [what, state] of Object.entries({
  'a query that does not exist': { query: 3 }, 'a ragged X': { x: [[1, 0], [0], [1, 1]] }, 'too few rows': { x: [[1, 0]] },
  'a parameter of another shape': { wO: [[1, 1, 1], [1, 1, 1]] }, 'a number too large': { wQ: [[1e9, 0], [0, 1]] },
})) {
  test(`a link with ${what} shows the initial state and says so`, async ({ page }) => {
    expect(() => decodeState(JSON.stringify(state), schema, initial(core))).toThrow();
    const figure = await open(page, 'en', state);
    await expect(figure.locator('.notice')).toContainText('could not be read');
    expect(await cellTexts(figure, 'output')).toEqual(text(example.Y));
  });
}
