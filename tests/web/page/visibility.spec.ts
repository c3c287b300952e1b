/** Who may read what: every cell and line is the core's, and every change is the reader's. */
import { importSource } from '../../../web/plugins/project.ts';
import type * as HashModule from '../../../web/src/element/hash';
import type * as StateModule from '../../../web/src/figures/visibility/state';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core, indices, mask } from '../module/module.ts';
import { cell, cellTexts, matrix, openFigure, warmCells } from './matrices.ts';

const { decodeState } = await importSource<typeof HashModule>('src/element/hash.ts');
const { schema, initial } = await importSource<typeof StateModule>('src/figures/visibility/state.ts');

const open = (page: Page, language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> => openFigure(page, 'visibility', language, state);
const records = (figure: Locator): Locator => figure.getByRole('textbox', { name: /^Records|^记录/ });
const complaint = (figure: Locator): Locator => figure.locator('.records .complaint');
const lines = (figure: Locator): Locator => figure.locator('.lines').first();
const tableRows = (figure: Locator): Promise<string[][]> => figure.locator('table.sixteen-one tbody tr').evaluateAll((rows) =>
  rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent!.trim())));

/** Types records and leaves the field. */
async function type(figure: Locator, text: string): Promise<void> {
  await records(figure).fill(text);
  await records(figure).blur();
}

interface Flat { shape: number[]; data: ArrayLike<number> }

/** `[B,1,T,T]` → the matrix of record b. */
function block({ shape, data }: Flat, b: number): number[][] {
  const size = shape.at(-1)!;
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => data[(b * size + i) * size + j]!));
}
const marks = (visible: number[][]): string[][] => visible.map((row) => row.map((open) => (open ? '✓' : '×')));

const valid = mask([[1, 1, 1, 1], [1, 1, 0, 0]]);
const switches = { causal: 'Causal rule', padding: 'Padding rule' };

for (const causal of [true, false]) {
  for (const padding of [true, false]) {
    test(`both records show the core's visibility: causal ${causal}, padding ${padding}`, async ({ page }) => {
      const figure = await open(page);
      await figure.getByLabel(switches.causal).setChecked(causal);
      await figure.getByLabel(switches.padding).setChecked(padding);
      const { visible } = core.explainVisibility(valid, { causal, padding });
      for (const record of [0, 1]) {
        await figure.getByRole('radio', { name: String(record + 1), exact: true }).check();
        expect(await cellTexts(figure, 'keys')).toEqual(marks(block(visible, record)));
        const counts = core.countVisible(mask(block(visible, record)));
        await expect(lines(figure)).toContainText(`${counts.visible} of ${counts.cells} cells may be read. Queries with nothing to read: none.`);
      }
    });
  }
}

test('table 16.1 keeps the three questions apart', async ({ page }) => {
  const figure = await open(page);
  await type(figure, '[BOS] red PAD');
  expect(await tableRows(figure)).toEqual([
    ['1', '1, 2', '1', 'yes', 'red', 'yes'],
    ['1, 2', '1, 2', '1, 2', 'yes', '[EOS]', 'yes'],
    ['1–3', '1, 2', '1, 2', 'no', '—', 'no'],
  ]);
});

test('a blocked cell says why, in both languages', async ({ page }) => {
  const english = await open(page, 'en', { shown: 1 });
  await expect(cell(english, 'keys', 0, 1)).toHaveAccessibleName('query 1 [BOS], key 2 red: ×, blocked, it is the future');
  await expect(cell(english, 'keys', 3, 2)).toHaveAccessibleName('query 4 PAD, key 3 PAD: ×, blocked, it is padding');
  await expect(cell(english, 'keys', 0, 3)).toHaveAccessibleName('query 1 [BOS], key 4 PAD: ×, blocked, it is both the future and padding');
  await expect(cell(english, 'keys', 1, 1)).toHaveAccessibleName('query 2 red, key 2 red: may be read');
  await page.goto('about:blank');
  const chinese = await open(page, 'zh', { shown: 1 });
  await expect(cell(chinese, 'keys', 0, 3)).toHaveAccessibleName('查询 1 [BOS]，键 4 PAD：×，屏蔽：既属未来又是填充');
  await expect(lines(chinese)).toContainText('16 格中有 7 格可以读');
});

test('a cell that the rules forbid becomes a leak at a click, and a second click takes it back', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'keys', 1, 2).click();
  await expect(cell(figure, 'keys', 1, 2)).toHaveAccessibleName('query 2 red, key 3 key: a leak: allowed by hand, and it is the future');
  await expect(cell(figure, 'keys', 1, 2)).toHaveClass(/warm/);
  await expect(lines(figure)).toContainText('1 cell is allowed by hand against the rules: a leak.');
  await expect(figure.locator('.readout math')).toContainText('by hand ✓');
  await cell(figure, 'keys', 1, 2).click();
  await expect(cell(figure, 'keys', 1, 2)).not.toHaveClass(/warm/);
  await expect(lines(figure)).toContainText('No cell breaks the rules.');
});

test('the keyboard blocks a cell, and the changes by hand can be undone at once', async ({ page }) => {
  const figure = await open(page);
  const undo = figure.getByRole('button', { name: 'Undo changes by hand' });
  await expect(undo).toBeDisabled();
  await cell(figure, 'keys', 0, 0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(cell(figure, 'keys', 1, 1)).toBeFocused();
  await expect(cell(figure, 'keys', 1, 1)).toHaveAccessibleName('query 2 red, key 2 red: ×, blocked by hand');
  await undo.click();
  await expect(cell(figure, 'keys', 1, 1)).toHaveAccessibleName('query 2 red, key 2 red: may be read');
  await expect(undo).toBeDisabled();
});

test('the formula of a cell names what each rule finds and marks the key it depends on', async ({ page }) => {
  const figure = await open(page, 'en', { shown: 1 });
  await cell(figure, 'keys', 1, 2).focus();
  await expect(figure.locator('.readout math')).toHaveText(/^j=3>2=i∧key 3 is padding⇒×$/);
  await expect(cell(figure, 'real', 1, 2)).toHaveClass(/operand/);
});

test('a real query with nothing to read brings the core’s own message', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'keys', 0, 0).click();
  await expect(lines(figure)).toContainText('Queries with nothing to read: 1.');
  await expect(figure.locator('.note.warm')).toContainText('a valid query has no visible key');
});

test('a padding query with nothing to read is no error', async ({ page }) => {
  const figure = await open(page);
  await type(figure, 'PAD red');
  await expect(lines(figure)).toContainText('Queries with nothing to read: 1.');
  await expect(figure.locator('.note.warm')).toHaveCount(0);
});

test('which queries are real and which targets are scored are shown for the whole batch', async ({ page }) => {
  const figure = await open(page);
  expect(await cellTexts(figure, 'real')).toEqual([['[BOS]', 'red', 'key', '.'], ['[BOS]', 'red', 'PAD', 'PAD']]);
  expect(await cellTexts(figure, 'scored')).toEqual([['red', 'key', '.', '[EOS]'], ['red', '[EOS]', '—', '—']]);
  await expect(cell(figure, 'scored', 1, 2)).toHaveAccessibleName('record 2, position 3: —: not scored, the query is padding');
});

test('a target left out of the loss is not scored, and its query still reads its keys', async ({ page }) => {
  const figure = await open(page);
  const before = await cellTexts(figure, 'keys');
  await cell(figure, 'scored', 0, 1).click();
  const scored = core.scoredTargets(valid, indices([[1, -1, 1, 1], [1, 1, -1, -1]]), -1);
  await expect(figure.locator('.lines').last()).toHaveText(`${core.countVisible(scored).visible} of the batch’s 8 positions have a scored target.`);
  expect((await tableRows(figure))[1]!.slice(3)).toEqual(['yes', 'key', 'no']);
  expect(await cellTexts(figure, 'keys')).toEqual(before);
});

test('without a scored target the core refuses the loss, and its message is shown', async ({ page }) => {
  const figure = await open(page);
  await type(figure, 'red');
  await cell(figure, 'scored', 0, 0).click();
  await expect(figure.locator('.note.warm')).toContainText('No target is scored');
});

test('masking query rows instead of key columns is shown beside the right rule, differences marked', async ({ page }) => {
  const figure = await open(page, 'en', { shown: 1 });
  await figure.getByLabel('rows of padded queries (a known mistake)').check();
  const zeros = { shape: [2, 1, 4, 4], data: new Float64Array(32) };
  const wrong = block(core.variantWeights('padding_on_query_rows', zeros, valid).visible, 1);
  const right = block(core.explainVisibility(valid, { causal: true, padding: true }).visible, 1);
  expect(await cellTexts(figure, 'wrong')).toEqual(marks(wrong));
  expect(await cellTexts(figure, 'keys')).toEqual(marks(right));
  expect(await warmCells(figure, 'wrong')).toEqual(wrong.map((row, i) => row.map((open, j) => open !== right[i]![j])));
  await expect(figure.locator('.note.warm')).toContainText('the mistake is hidden');

  await figure.getByLabel(switches.causal).uncheck();
  expect(await cellTexts(figure, 'wrong')).toEqual(marks([[1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]));
  await expect(figure.locator('.note.warm')).toContainText('lets real queries read padding: 4 cells. It also leaves 2 rows');
});

for (const [what, text, message] of [
  ['nothing', '  \n ', 'At least one token is needed.'],
  ['a record of 9 tokens', 'a b c d e f g h i', 'At most 8 tokens in a record; record 1 has 9.'],
  ['five records', 'a\nb\nc\nd\ne', 'At most 4 records; these are 5.'],
  ['65 tokens', Array(65).fill('a').join(' '), 'A figure takes at most 64 tokens; these are 65.'],
  ['records of unequal length', 'a b c\nd e', 'record 1 has 3 tokens, record 2 has 2'],
  ['a token of 13 characters', 'abcdefghijklm', 'A token has at most 12 characters'],
] as const) {
  test(`${what}: a message beside the field, and the last good records stay`, async ({ page }) => {
    const figure = await open(page);
    const before = [await cellTexts(figure, 'keys'), await cellTexts(figure, 'real')];
    await type(figure, text);
    await expect(complaint(figure)).toContainText(message);
    await expect(records(figure)).toHaveAttribute('aria-invalid', 'true');
    expect([await cellTexts(figure, 'keys'), await cellTexts(figure, 'real')]).toEqual(before);
    await records(figure).fill('a b');
    await expect(complaint(figure)).toBeEmpty();
    expect(await cellTexts(figure, 'real')).toEqual([['a', 'b']]);
  });
}

test('a refused text is explained in Chinese too', async ({ page }) => {
  const figure = await open(page, 'zh');
  await type(figure, 'a b c\nd e');
  await expect(complaint(figure)).toHaveText('同一批记录要一样长：第 1 条有 3 个词元，第 2 条有 2 个。短的用 PAD 补齐。');
});

test('a reset clears a refused text and its message', async ({ page }) => {
  const figure = await open(page);
  await type(figure, 'a b c\nd e');
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(records(figure)).toHaveValue('[BOS] red key .\n[BOS] red PAD PAD');
  await expect(complaint(figure)).toBeEmpty();
});

test('records of another size keep what was switched by hand where it still has a place', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'keys', 0, 1).click();
  await cell(figure, 'keys', 0, 3).click();
  await type(figure, 'a b c');
  expect(await warmCells(figure, 'keys')).toEqual([[false, true, false], [false, false, false], [false, false, false]]);
});

for (const [what, state] of [
  ['nine tokens', { text: 'a b c d e f g h i' }],
  ['a record that is not there', { shown: 2 }],
  ['overrides of another size', { overrides: [[[0]]] }],
  ['an override of 2', { text: 'a', overrides: [[[2]]], ignored: [[0]] }],
  ['ignored targets of another size', { ignored: [[0]] }],
  ['an unknown rule', { paddingRule: 'diagonal' }],
] as const) {
  test(`a link with ${what} is refused`, async ({ page }) => {
    expect(() => decodeState(encodeURIComponent(JSON.stringify(state)), schema, initial())).toThrow(expect.objectContaining({ name: 'ValiError' }));
    const figure = await open(page, 'en', state);
    await expect(figure.locator('[role=alert].notice')).toBeVisible();
    await expect(records(figure)).toHaveValue('[BOS] red key .\n[BOS] red PAD PAD');
  });
}

test('an eighth position and a fourth record still fit, at 360 px too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const figure = await open(page);
  await type(figure, 'a b c d e f g h\n'.repeat(4));
  await expect(matrix(figure, 'keys').locator('tbody tr')).toHaveCount(8);
  await expect(matrix(figure, 'real').locator('tbody tr')).toHaveCount(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
