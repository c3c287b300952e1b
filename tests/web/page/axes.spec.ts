/** The axes figure: where each step puts an element, the two mistakes, and the memory of the scores. */
import { importSource } from '../../../web/plugins/project.ts';
import type * as StateModule from '../../../web/src/figures/axes/state';
import type * as HashModule from '../../../web/src/element/hash';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core } from '../module/module.ts';
import { openFigure } from './matrices.ts';

const { decodeState } = await importSource<typeof HashModule>('src/element/hash.ts');
const { schema, initial } = await importSource<typeof StateModule>('src/figures/axes/state.ts');

interface Shape { batch: number; positions: number; width: number; heads: number }
interface State extends Shape { b: number; t: number; c: number }

const start: State = { batch: 2, positions: 3, width: 4, heads: 2, b: 0, t: 1, c: 2 };
const cases: State[] = [
  start,
  { batch: 3, positions: 4, width: 6, heads: 3, b: 2, t: 3, c: 4 },
  { batch: 1, positions: 5, width: 8, heads: 8, b: 0, t: 2, c: 7 },
  { batch: 4, positions: 1, width: 12, heads: 2, b: 3, t: 0, c: 11 },
];
const open = (page: Page, language: 'zh' | 'en' = 'en', state?: object): Promise<Locator> => openFigure(page, 'axes', language, state);
const list = (items: readonly number[]): string => `[${items.join(', ')}]`;
const follow = ({ b, t, c, ...axes }: State) => core.followAxes(axes, b, t, c);
/** The element's number: its place in the projected array. */
const numberOf = (state: State): number => follow(state).right[0]!.offset;

const slider = (figure: Locator, name: string): Locator => figure.getByRole('slider', { name });
const go = (figure: Locator, step: number): Promise<void> => figure.locator('.stepper ol button').nth(step).click();
const picture = (figure: Locator, at = 0): Locator => figure.locator('.blocks').nth(at);
const mistake = (figure: Locator, at: number): Locator => figure.locator('.mistake').nth(at);

/** Classes and texts of a picture's cells in memory order. */
const cells = (blocks: Locator): Promise<{ classes: string; text: string; blocked: boolean }[]> =>
  blocks.locator('g.cell').evaluateAll((all) => all.map((one) => ({
    classes: one.getAttribute('class')!, text: one.querySelector('text')?.textContent ?? '', blocked: one.querySelector('path:not(.corner)') !== null,
  })));

async function expectTable(figure: Locator, state: State): Promise<void> {
  const rows = await figure.locator('table.steps tbody tr').evaluateAll((all) => all.map((one) => [...one.querySelectorAll('td')].map((td) => td.textContent!.trim().replace(/\s+/g, ' '))));
  expect(rows).toEqual(follow(state).right.map(({ axes, shape, index, offset }) => [`[${axes.join(', ')}] ${list(shape)}`, list(index), String(offset)]));
}

for (const state of cases) {
  test(`the table gives the core’s shapes, indices and places for ${JSON.stringify(state)}`, async ({ page }) => {
    await expectTable(await open(page, 'en', state), state);
  });

  test(`every picture has the element at the core’s place for ${JSON.stringify(state)}`, async ({ page }) => {
    const figure = await open(page, 'zh', state);
    const followed = String(numberOf(state));
    for (const [step, { step: name, offset, shape }] of follow(state).right.entries()) {
      await go(figure, step);
      const drawn = await cells(picture(figure, name === 'scores' ? 1 : 0));
      expect(drawn.length).toBe(shape.reduce((a, x) => a * x, 1));
      expect(drawn.flatMap(({ classes }, at) => (/\bmarked\b/.test(classes) ? [at] : []))).toEqual([offset]);
      if (name !== 'scores') expect(drawn[offset]!.text).toBe(followed);
    }
  });

  test(`each mistake shows what really happens for ${JSON.stringify(state)}`, async ({ page }) => {
    const figure = await open(page, 'en', state);
    const { right, reshapeOnly, reshapeOnlySource, reversedAxes } = follow(state);
    const reshaped = await cells(picture(mistake(figure, 0)));
    expect(reshaped.map(({ text }) => text)).toEqual(reshaped.map((_, i) => String(i)));
    expect(reshaped[reshapeOnly.offset]!.classes).toContain('marked');
    const expected = right[2]!;
    const [b, t, c] = reshapeOnlySource;
    const found = numberOf({ ...state, b: b!, t: t!, c: c! });
    expect(reshaped[expected.offset]!.text).toBe(String(found));
    const finding = mistake(figure, 0).locator('.finding');
    if (found === numberOf(state)) await expect(finding).not.toHaveClass(/warm/);
    else {
      expect(reshaped[expected.offset]!.classes).toContain('warm');
      await expect(finding).toContainText(`Index ${list(expected.index)} should hold element ${numberOf(state)}. It holds element ${found}, which is (b, t, c) = (${reshapeOnlySource.join(', ')}). Element ${numberOf(state)} has landed at ${list(reshapeOnly.index)}.`);
    }

    const reversed = await cells(picture(mistake(figure, 1)));
    expect(reversed[reversedAxes.offset]).toEqual({ classes: expect.stringMatching(/warm.*marked/), text: String(numberOf(state)), blocked: false });
    await expect(mistake(figure, 1).locator('.finding')).toContainText(`The shape is ${list(reversedAxes.shape)} instead of ${list(right[3]!.shape)}, and the element is at ${list(reversedAxes.index)} instead of ${list(right[3]!.index)}.`);
  });
}

test('sizes where a mistake cannot be seen are called that', async ({ page }) => {
  const figure = await open(page, 'en', { ...start, heads: 1 });
  await expect(mistake(figure, 0).locator('.finding')).toContainText('the mistake cannot be seen');
  await expect(mistake(figure, 0).locator('.finding')).not.toHaveClass(/warm/);
  await expect(mistake(figure, 0).locator('g.warm')).toHaveCount(0);
});

test('an element that lands where it belongs by chance does not clear the mistake', async ({ page }) => {
  const figure = await open(page, 'en', { ...start, t: 0, c: 0 });
  await expect(mistake(figure, 0).locator('.finding')).toContainText('Others may not');
});

test('.T with a lucky shape is told apart from the right transpose', async ({ page }) => {
  const figure = await open(page, 'en', { batch: 2, positions: 2, width: 4, heads: 2, b: 0, t: 1, c: 2 });
  await expect(mistake(figure, 1).locator('.finding')).toContainText('no error is raised');
  await expect(mistake(figure, 1).locator('.finding')).toHaveClass(/warm/);
});

test('the sliders follow the keyboard, and the element stays inside the array', async ({ page }) => {
  const figure = await open(page);
  await slider(figure, 'c coordinate').focus();
  await page.keyboard.press('ArrowRight');
  await expectTable(figure, { ...start, c: 3 });
  await slider(figure, 'C model width').focus();
  await page.keyboard.press('ArrowLeft');
  // 2 heads do not divide 3, and coordinate 3 is gone
  await expectTable(figure, { ...start, width: 3, heads: 1, c: 2 });
  await slider(figure, 'B records').fill('1');
  await slider(figure, 'T positions').fill('1');
  await expectTable(figure, { batch: 1, positions: 1, width: 3, heads: 1, b: 0, t: 0, c: 2 });
});

test('the heads’ slider offers the divisors of the width only', async ({ page }) => {
  const figure = await open(page, 'en', { width: 12 });
  const offered: string[] = [];
  await slider(figure, 'H heads').focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 7; i++) {
    offered.push((await slider(figure, 'H heads').getAttribute('aria-valuetext'))!);
    await page.keyboard.press('ArrowRight');
  }
  expect(offered).toEqual(['1', '2', '3', '4', '6', '6', '6']);
});

test('a click on a cell follows its element', async ({ page }) => {
  const figure = await open(page);
  const last = (await cells(picture(figure))).findIndex(({ text }) => text === '23');
  await picture(figure).locator('g.cell').nth(last).click();
  await expectTable(figure, { ...start, b: 1, t: 2, c: 3 });
});

test('one visibility serves the scores of every head', async ({ page }) => {
  const figure = await open(page, 'en', { ...start, step: 4 });
  const rule = Array.from(core.causal(3, 3).data, (open) => open === 0);
  const once = (await cells(picture(figure))).map(({ blocked }) => blocked);
  const scores = (await cells(picture(figure, 1))).map(({ blocked }) => blocked);
  expect(once).toEqual([rule, rule].flat());
  expect(scores).toEqual([rule, rule, rule, rule].flat());
  await expect(figure.locator('h5', { hasText: 'Visibility' })).toHaveText('Visibility [B, 1, T, T] = [2, 1, 3, 3]');
});

test('the stepper walks by keyboard and marks its row of the table', async ({ page }) => {
  const figure = await open(page, 'zh');
  await figure.getByRole('button', { name: '下一步 →' }).focus();
  await page.keyboard.press('Enter');
  await expect(figure.locator('table.steps [aria-current]')).toContainText('键换轴');
  await expect(picture(figure)).toHaveAccessibleName(`形状为 [2, 2, 2, 3] 的数组；跟随的元素在下标 ${list(follow(start).right[3]!.index)}，内存次序 ${follow(start).right[3]!.offset}。`);
});

test('both languages say that indices count from 0', async ({ page }) => {
  await expect(await open(page)).toContainText('count from 0');
  await expect(await open(page, 'zh')).toContainText('从 0 数起');
});

test.describe('the memory of the scores', () => {
  const table = (figure: Locator): Promise<string[][]> => figure.locator('table.memory tbody tr').evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('th, td:not(.units)')].map((cell) => cell.textContent!.trim().replaceAll('\u202f', ' '))));
  const field = (figure: Locator, name: string): Locator => figure.getByRole('textbox', { name, exact: true });

  test('18 scores take 144 bytes, and twice the positions four times as many', async ({ page }) => {
    expect(await table(await open(page))).toEqual([['3', '18', '144'], ['6', '72', '576']]);
  });

  test('counts come from the core, in groups of three digits', async ({ page }) => {
    const figure = await open(page);
    await field(figure, 'T').fill('4096');
    await field(figure, 'T').press('Enter');
    await field(figure, 'H').fill('32');
    await field(figure, 'H').press('Enter');
    await figure.getByLabel('Data type').selectOption('bfloat16');
    const wanted = core.scoreMemory(1, 32, 4096, 'bfloat16');
    expect(wanted).toEqual({ scores: 536870912, bytes: 1073741824 });
    expect((await table(figure))[0]).toEqual(['4 096', '536 870 912', '1 073 741 824']);
    await expect(figure.locator('table.memory .units').first()).toHaveText('≈ 1.00 GiB');
  });

  for (const [typed, complaint] of [
    ['', 'A number is needed here.'], ['many', '“many” is not a number.'], ['NaN', '“NaN” is not a number.'], ['0', 'Enter a number from 1'],
    ['2.5', 'A whole number is needed here.'], ['67108864', 'expected at most 2^53 bytes'],
  ] as const) {
    test(`“${typed}” positions are refused beside the field and the last good count stays`, async ({ page }) => {
      const figure = await open(page);
      await field(figure, 'T').fill(typed);
      await field(figure, 'T').press('Enter');
      await expect(figure.locator('.field', { has: page.getByRole('textbox', { name: 'T', exact: true }) }).getByRole('alert')).toContainText(complaint);
      await expect(field(figure, 'T')).toHaveAttribute('aria-invalid', 'true');
      expect(await table(figure)).toEqual([['3', '18', '144'], ['6', '72', '576']]);
    });
  }

  test('where twice the positions are too many, only that line says so', async ({ page }) => {
    const figure = await open(page, 'zh', { memoryPositions: 20_000_000 });
    expect(await table(figure)).toEqual([['20 000 000', '800 000 000 000 000', '6 400 000 000 000 000'], ['40 000 000', expect.stringContaining('超过大小上限')]]);
  });
});

const outsideTheFigure = {
  'too many records': { batch: 5 }, 'too many positions': { positions: 9 }, 'too great a width': { width: 64 }, 'too many heads': { width: 16, heads: 16 },
  'no heads': { heads: 0 }, 'half a position': { positions: 2.5 }, 'a negative index': { t: -1 }, 'a step that is not there': { step: 8 },
  'an unknown data type': { dtype: 'int8' }, 'no positions to count': { memoryPositions: 0 },
};
const refusedByTheCore = {
  'heads that do not divide the width': { heads: 3 }, 'an element outside the array': { t: 3 }, 'a record that is not there': { b: 2 },
  'a coordinate that is not there': { c: 4 }, 'more memory than can be counted': { memoryPositions: 67_108_864 },
};

for (const [what, state] of Object.entries(outsideTheFigure)) {
  test(`the figure’s limits refuse ${what}`, () => {
    expect(() => decodeState(JSON.stringify(state), schema, initial())).toThrow();
  });
}

for (const [what, state] of Object.entries({ ...refusedByTheCore, 'a step that is not there': { step: 8 } })) {
  test(`a link with ${what} shows the initial state and says so`, async ({ page }) => {
    const figure = await open(page, 'en', state);
    await expect(figure.locator('.notice')).toContainText('could not be read');
    await expectTable(figure, start);
  });
}
