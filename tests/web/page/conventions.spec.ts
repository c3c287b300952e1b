/** One visibility in every library's spelling: arrays, shapes and mistaken readings are the core's. */
import { importSource } from '../../../web/plugins/project.ts';
import type * as HashModule from '../../../web/src/element/hash';
import type * as StateModule from '../../../web/src/figures/conventions/state';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core, mask, tensor } from '../module/module.ts';
import { cell, cellTexts, openFigure, shown, warmCells } from './matrices.ts';

const { decodeState } = await importSource<typeof HashModule>('src/element/hash.ts');
const { schema, initial } = await importSource<typeof StateModule>('src/figures/conventions/state.ts');

const open = (page: Page, language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> => openFigure(page, 'conventions', language, state);
const code = (figure: Locator): Promise<string> => figure.locator('pre').innerText();
const choose = (figure: Locator, name: string): Promise<void> => figure.getByRole('radio', { name, exact: true }).check();
const bite = (figure: Locator): Locator => figure.locator('.note.warm').last();

const names = {
  sdpa: 'attn_mask of scaled_dot_product_attention', mha: 'attn_mask of MultiheadAttention', key_padding: 'key_padding_mask of MultiheadAttention',
  additive: 'additive mask 0 / −∞', attention_mask: 'attention_mask 0 / 1 of a tokeniser',
};

/** The figure's first batch: [BOS] red key and [BOS] red PAD. */
const valid = mask([[1, 1, 1], [1, 1, 0]]);
const { visible } = core.explainVisibility(valid, { causal: true, padding: true });
const causal = [[1, 0, 0], [1, 1, 0], [1, 1, 1]];

/** The array of the copied code as nested lists; True is 1, -inf a word. */
async function arrayOf(figure: Locator): Promise<unknown> {
  const literal = /\(\n([^]*?)\n\)/.exec(await code(figure))![1]!;
  return JSON.parse(literal.replaceAll('True', '1').replaceAll('False', '0').replaceAll('-inf', '"-inf"').replaceAll('0.0', '0'));
}

interface Flat { shape: number[]; data: ArrayLike<number> }

function nested({ shape, data }: Flat): unknown {
  const [extent, ...rest] = shape;
  if (extent === undefined) return data[0] === -Infinity ? '-inf' : data[0];
  const size = data.length / extent;
  return Array.from({ length: extent }, (_, i) => nested({ shape: rest, data: Array.from(data).slice(i * size, (i + 1) * size) }));
}

for (const [id, wanted] of Object.entries({
  sdpa: core.toSdpaMask(visible), mha: core.toMhaAttnMask(visible, 2), key_padding: core.toKeyPaddingMask(valid),
  additive: core.toAdditiveMask(visible), attention_mask: core.toAttentionMask(valid),
})) {
  for (const library of ['PyTorch', 'NumPy']) {
    test(`the ${library} code of ${id} holds the core's conversion and its shape`, async ({ page }) => {
      const figure = await open(page);
      await choose(figure, names[id as keyof typeof names]);
      await choose(figure, library);
      expect(await arrayOf(figure)).toEqual(nested(wanted));
      expect(await code(figure)).toContain(library === 'NumPy' ? 'np.array(' : 'torch.tensor(');
      await expect(figure.locator('.facts')).toContainText(`here [${wanted.shape.join(', ')}]`);
    });
  }
}

for (const heads of [1, 2, 3, 4]) {
  test(`${heads} heads repeat each record's block in [B·H, L, S]`, async ({ page }) => {
    const figure = await open(page, 'en', { convention: 'mha', numHeads: heads });
    const wanted = core.toMhaAttnMask(visible, heads);
    await expect(figure.locator('.facts')).toContainText(`here [${2 * heads}, 3, 3]`);
    expect(await arrayOf(figure)).toEqual(nested(wanted));
    expect(await code(figure)).toContain(`num_heads=${heads}`);
  });
}

const keys = (row: ArrayLike<number>): string => Array.from(row).flatMap((open, key) => (open ? [key + 1] : [])).join(', ') || 'none';

test('passed to the other PyTorch function, each mask is read the wrong way round', async ({ page }) => {
  const figure = await open(page);
  const asMha = core.fromMhaAttnMask(core.toSdpaMask(mask(causal)), 2);
  await expect(bite(figure)).toContainText(`Query 1 would read: ${keys(asMha.data.slice(0, 3))}. It should read: 1.`);
  expect(await cellTexts(figure, 'wrong')).toEqual(causal.map((_, i) => [...asMha.data.slice(3 * i, 3 * i + 3)].map((open) => (open ? '✓' : '×'))));
  expect((await warmCells(figure, 'wrong')).flat()).toEqual(Array(9).fill(true));

  await choose(figure, names.mha);
  const asSdpa = core.fromSdpaMask(core.toMhaAttnMask(mask(causal), 2));
  await expect(bite(figure)).toContainText(`Query 1 would read: ${keys(asSdpa.data.slice(0, 3))}. It should read: 1.`);
});

test('ones and zeros as floating-point numbers block nothing: the core’s weights show it', async ({ page }) => {
  const figure = await open(page, 'en', { convention: 'additive' });
  const weights = core.maskedSoftmax(tensor(causal));
  expect((await cellTexts(figure, 'wrong')).flat()).toEqual([...weights.data].map(shown));
  expect(await warmCells(figure, 'wrong')).toEqual(causal.map((row) => row.map((open) => !open)));
  await expect(bite(figure)).toContainText('Query 1 would read: 1–3. It should read: 1.');
});

test('padding flags taken the wrong way round exclude the real tokens', async ({ page }) => {
  const figure = await open(page, 'en', { convention: 'key_padding', shown: 1 });
  await expect(bite(figure)).toContainText('Query 1 would read: 3. By this mask it should read: 1, 2.');
  await choose(figure, names.attention_mask);
  await expect(bite(figure)).toContainText('Query 1 would read: 3. By this mask it should read: 1, 2.');
});

test('a mask of padding flags says what it cannot carry', async ({ page }) => {
  const figure = await open(page, 'en', { convention: 'key_padding' });
  const columns = core.keyPadding(valid, 3);
  const lost = core.countVisible(core.visibleAnd(columns, core.visibleNot(visible))).visible;
  expect(lost).toBe(4);
  await expect(figure.locator('.note').first()).toContainText('With this array alone, 3 cells of the record would differ');
  await figure.getByLabel('Causal rule').uncheck();
  await expect(figure.locator('.note').first()).toContainText('at present the visibility consists of just that');
  await figure.getByLabel('Padding rule').uncheck();
  expect(await arrayOf(figure)).toEqual([[0, 0, 0], [0, 0, 0]]);
});

test('a cell switched by hand reaches the code, by pointer and by keyboard', async ({ page }) => {
  const figure = await open(page);
  await cell(figure, 'ours', 0, 2).click();
  expect(await arrayOf(figure)).toEqual([[[[1, 0, 1], [1, 1, 0], [1, 1, 1]]], [[[1, 0, 0], [1, 1, 0], [1, 1, 0]]]]);
  await cell(figure, 'ours', 0, 0).focus();
  await page.keyboard.press('Space');
  expect(await arrayOf(figure)).toEqual([[[[0, 0, 1], [1, 1, 0], [1, 1, 1]]], [[[1, 0, 0], [1, 1, 0], [1, 1, 0]]]]);
  await expect(cell(figure, 'ours', 0, 0)).toHaveAccessibleName('query 1 [BOS], key 1 [BOS]: ×, blocked by hand');
});

test('convention and heads are chosen by keyboard', async ({ page }) => {
  const figure = await open(page);
  await figure.getByRole('radio', { name: names.sdpa, exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await figure.getByLabel('Heads H').focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure.locator('.facts')).toContainText('here [6, 3, 3]');
});

test('the button copies the code', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure = await open(page);
  await figure.getByRole('button', { name: 'Copy: Code to copy' }).click();
  await expect(figure.locator('.copy-status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await figure.locator('pre code').textContent());
});

test('a matrix of booleans is copied as booleans', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure = await open(page);
  const ours = figure.locator('maskscope-matrix[data-matrix="ours"]');
  await ours.locator('summary').click();
  await ours.getByRole('button', { name: 'PyTorch' }).click();
  await expect(ours.locator('summary')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'visible = torch.tensor([[True, False, False],\n [True, True, False],\n [True, True, True]], dtype=torch.bool)');
});

test('a query with nothing to read is pointed out', async ({ page }) => {
  const figure = await open(page);
  await expect(figure.getByText('may read nothing')).toHaveCount(0);
  await cell(figure, 'ours', 0, 0).click();
  await expect(figure.getByText('1 query of the record may read nothing.')).toBeVisible();
});

test('bad records keep the last good code, with a message beside the field', async ({ page }) => {
  const figure = await open(page);
  const before = await code(figure);
  const field = figure.getByRole('textbox', { name: /^Records/ });
  for (const [text, message] of [['a b c d e f', 'At most 5 tokens'], ['a\nb\nc', 'At most 2 records'], ['a b\nc', 'record 2 has 1']] as const) {
    await field.fill(text);
    await field.blur();
    await expect(figure.locator('.records .complaint')).toContainText(message);
    expect(await code(figure)).toBe(before);
  }
});

for (const [what, state] of [
  ['five heads', { numHeads: 5 }], ['no heads', { numHeads: 0 }], ['half a head', { numHeads: 1.5 }], ['an unknown convention', { convention: 'jax' }],
  ['an unknown library', { library: 'R' }], ['three records', { text: 'a\nb\nc' }], ['overrides of another size', { overrides: [[[0]]] }],
] as const) {
  test(`a link with ${what} is refused`, async ({ page }) => {
    expect(() => decodeState(encodeURIComponent(JSON.stringify(state)), schema, initial())).toThrow(expect.objectContaining({ name: 'ValiError' }));
    const figure = await open(page, 'en', state);
    await expect(figure.locator('[role=alert].notice')).toBeVisible();
    await expect(figure.locator('.facts')).toContainText('here [2, 1, 3, 3]');
  });
}

test('speaks Chinese', async ({ page }) => {
  const figure = await open(page, 'zh');
  await expect(bite(figure)).toContainText('查询 1 会读键 2、3，而应当读键 1。');
  await choose(figure, 'MultiheadAttention 的 attn_mask');
  expect(await code(figure)).toContain('# [4, 3, 3] 布尔；True：屏蔽');
});

test('fits 360 px with the largest arrays', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const figure = await open(page, 'en', {
    convention: 'mha', numHeads: 4, text: 'abcdefghijkl b c d e\nabcdefghijkl b c d e', overrides: Array(2).fill(Array(5).fill(Array(5).fill(0))),
  });
  await expect(figure.locator('.facts')).toContainText('here [8, 5, 5]');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
