/** Exercises 1 to 6: the reader answers, the core judges. */
import type { Part, Tensor } from '../../../web/src/core';
import { expect, test, type Locator, type Page } from '../harness.ts';
import { core } from '../module/module.ts';
import { siteUrl } from '../site.ts';
import { cell, cellTexts, openFigure, shown } from './matrices.ts';

type Language = 'zh' | 'en';
const own = [0, 0, 0, 0, 0, 0];
const open = (page: Page, state: object = {}, language: Language = 'en'): Promise<Locator> => openFigure(page, 'exercises', language, state);
const openPlain = (page: Page): Promise<Locator> => openFigure(page, 'exercises');

const tab = (figure: Locator, exercise: number): Locator => figure.locator('.tabs button').nth(exercise - 1);
const part = (figure: Locator, exercise: number, id: string, seed = 0): Locator =>
  figure.locator('.part').nth(core.exercise(exercise, seed).parts.findIndex((one) => one.id === id));
const feedback = (one: Locator): Locator => one.locator('.feedback[role=status]');
const check = (one: Locator): Promise<void> => one.getByRole('button', { name: /^(Check|检查)$/ }).click();
const help = (one: Locator): Locator => one.locator('.actions button').nth(1);
const kept = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('maskscope.exercises'));

/** Answers a part with the pointer; numbers with the digits given. */
async function enter(figure: Locator, one: Locator, { id, kind }: Part, { shape, data }: Tensor, digits: number): Promise<void> {
  for (const [i, x] of [...data].entries()) {
    if (kind === 'cells') {
      if (x) await cell(figure, `cells-${id}`, Math.floor(i / shape[1]!), i % shape[1]!).click();
    } else if (kind === 'flags' || kind === 'choice') {
      if (x) await one.locator('.options input').nth(i).check();
    } else {
      await one.getByRole('textbox').nth(i).fill(String(Number(x.toPrecision(digits))));
    }
  }
}

for (const seed of [0, 7]) {
  for (const language of ['en', 'zh'] as const) {
    test(`every reference answer, to four digits, is right on the page: seed ${seed}, ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      const figure = await open(page, { seeds: own.map(() => seed) }, language);
      for (const exercise of [1, 2, 3, 4, 5, 6]) {
        await tab(figure, exercise).click();
        const { parts } = core.exercise(exercise, seed);
        await expect(tab(figure, exercise)).toContainText(`0/${parts.length}`);
        for (const one of parts) {
          const place = part(figure, exercise, one.id, seed);
          await enter(figure, place, one, core.referenceAnswer(exercise, seed, one.id), 4);
          await check(place);
          await expect(feedback(place), `${exercise}, ${one.id}`).toHaveText(language === 'zh' ? '✓ 对了。' : '✓ Right.');
        }
        await expect(tab(figure, exercise)).toContainText('✓');
      }
      await expect(figure.locator('.progress')).toContainText(language === 'zh' ? '24 问中已解 24 问' : '24 of all 24');
    });
  }
}

for (const [exercise, id, typed, said] of [
  [2, 'mixture', ['1', '0'], 'This is the right causal output'],
  [2, 'causal_output', ['0.401112', '0'], 'Softmax first and the mask afterwards again'],
  [3, 'leak_loss', ['0.0740'], 'You used the logarithm to base 2'],
  [3, 'leak_loss', ['-0.05129'], 'The minus sign is missing'],
  [4, 'output', ['1.231059', '-0.231059'], 'This is the old output'],
  [4, 'repaired_w_o', ['1', '1', '-1', '1'], 'You exchanged the columns'],
  [5, 'visible_count', ['1'], 'You counted its own key'],
] as const) {
  test(`exercise ${exercise}, ${id}: ${typed.join(', ')} is named as a known mistake`, async ({ page }) => {
    const figure = await open(page, { exercise });
    const one = part(figure, exercise, id);
    for (const [i, text] of typed.entries()) await one.getByRole('textbox').nth(i).fill(text);
    await one.getByRole('textbox').last().press('Enter');
    await expect(feedback(one)).toContainText(`✗ ${said}`);
    await expect(tab(figure, exercise)).toContainText('0/');
  });
}

test('a mistake of ticks and of a choice is named, in Chinese too', async ({ page }) => {
  const figure = await open(page, { exercise: 6 }, 'zh');
  const ticks = part(figure, 6, 'not_excluded');
  for (const box of await ticks.getByRole('checkbox').all()) await box.check();
  await check(ticks);
  await expect(feedback(ticks)).toContainText('✗ 并非全都排除不了');
  await tab(figure, 5).click();
  const choice = part(figure, 5, 'what_happens');
  await choice.getByLabel('输出零向量，继续计算。').check();
  await check(choice);
  await expect(feedback(choice)).toContainText('✗ 零向量是给填充查询的');
});

test('cells are marked with the keyboard, and what is forgotten is named', async ({ page }) => {
  const figure = await openPlain(page);
  await cell(figure, 'cells-allowed', 0, 0).focus();
  for (const key of ['Space', 'ArrowDown', 'Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space', 'ArrowLeft', 'Space', 'End', 'ArrowLeft', 'Space', 'ArrowDown', 'ArrowRight', 'Space']) {
    await page.keyboard.press(key);
  }
  expect(await cellTexts(figure, 'cells-allowed')).toEqual([['✓', '', '', ''], ['✓', '✓', '', ''], ['✓', '✓', '✓', ''], ['', '', '', '✓']]);
  await expect(cell(figure, 'cells-allowed', 3, 3)).toHaveAccessibleName('query 4 PAD, key PAD: may be read');
  await check(part(figure, 1, 'allowed'));
  await expect(feedback(part(figure, 1, 'allowed'))).toContainText('the PAD key is still in it');
});

test('wrong cells are told by their rows, wrong ticks by their number, wrong numbers by their place', async ({ page }) => {
  const figure = await openPlain(page);
  for (const [row, column] of [[0, 0], [1, 0], [1, 1], [2, 1]] as const) await cell(figure, 'cells-allowed', row, column).click();
  await check(part(figure, 1, 'allowed'));
  await expect(feedback(part(figure, 1, 'allowed'))).toHaveText('✗ Look again at the row of query 3 key: not every cell there is right. The other rows are.');
  const scored = part(figure, 1, 'scored');
  await scored.getByRole('checkbox').nth(0).check();
  await check(scored);
  await expect(feedback(scored)).toContainText('2 of the 4 are not right');
  await tab(figure, 4).click();
  const output = part(figure, 4, 'output');
  await output.getByLabel('coordinate 1').fill('1.2311');
  await output.getByLabel('coordinate 2').fill('5');
  await check(output);
  await expect(feedback(output)).toHaveText('✗ Not right yet: coordinate 2. The rest is right.');
});

test('too few digits are right so far, and more of them right', async ({ page }) => {
  const figure = await open(page, { exercise: 2 });
  const sum = part(figure, 2, 'weight_sum');
  await sum.getByRole('textbox').fill('0.40');
  await sum.getByRole('textbox').press('Enter');
  await expect(feedback(sum)).toContainText('≈ Right so far');
  await sum.getByRole('textbox').fill('0.4011');
  await expect(feedback(sum).locator('[data-stale]')).toHaveCount(0);
  await sum.getByRole('textbox').press('Enter');
  await expect(feedback(sum)).toHaveText('✓ Right.');
});

for (const [typed, message] of [['abc', '“abc” is not a number.'], ['', 'A number is needed here.'], ['1e9', 'A number here may not exceed 1000000 in size.']] as const) {
  test(`“${typed}” is answered beside its field, and nothing is lost`, async ({ page }) => {
    const figure = await open(page, { exercise: 2 });
    const mixture = part(figure, 2, 'mixture');
    await mixture.getByLabel('coordinate 1').fill('0.4');
    await mixture.getByLabel('coordinate 2').fill(typed);
    await check(mixture);
    const second = mixture.getByRole('textbox').nth(1);
    await expect(second).toHaveAttribute('aria-invalid', 'true');
    await expect(second).toHaveAccessibleDescription(message);
    await expect(mixture.getByRole('textbox').nth(0)).toHaveAttribute('aria-invalid', 'false');
    await expect(mixture.getByRole('textbox').nth(0)).toHaveValue('0.4');
    await expect(second).toHaveValue(typed);
    await second.fill('0');
    await second.blur();
    await expect(second).toHaveAttribute('aria-invalid', 'false');
  });
}

test('a choice needs one option, a fraction is a number', async ({ page }) => {
  const figure = await open(page, { exercise: 3 });
  await check(part(figure, 3, 'unchanged'));
  await expect(feedback(part(figure, 3, 'unchanged'))).toHaveText('Choose one first.');
  const weights = part(figure, 3, 'weights');
  await weights.getByLabel('BOS').fill('1/10');
  await weights.getByLabel('answer').fill('9/10');
  await check(weights);
  await expect(feedback(weights)).toHaveText('✓ Right.');
});

test('an answer that changes after its check says that the verdict is of the old one', async ({ page }) => {
  const figure = await open(page, { exercise: 3 });
  const loss = part(figure, 3, 'causal_loss');
  await loss.getByRole('textbox').fill('0.6931');
  await check(loss);
  await loss.getByRole('textbox').fill('5');
  await loss.getByRole('textbox').blur();
  await expect(feedback(loss).locator('p')).toHaveAttribute('data-stale', /checked last/);
  await expect(feedback(loss)).toHaveText('✓ Right.');
});

test('hints come one at a time, the answer after them, with the numbers of the core', async ({ page }) => {
  const figure = await open(page, { exercise: 4 });
  const output = part(figure, 4, 'output');
  await expect(help(output)).toHaveText('Hint 1/2');
  await help(output).click();
  await expect(output.locator('.hints li')).toHaveCount(1);
  await help(output).click();
  await expect(output.locator('.hints li')).toHaveCount(2);
  await expect(output.locator('.reference')).toHaveCount(0);
  await expect(help(output)).toHaveText('Show the answer');
  await help(output).click();
  const reference = [...core.referenceAnswer(4, 0, 'output').data].map(shown);
  await expect(output.locator('.reference .result')).toHaveText(`[${reference.join(', ')}]`);
  await help(output).click();
  await expect(output.locator('.reference')).toHaveCount(0);
});

test('the reference cells and matrix are the core’s', async ({ page }) => {
  const figure = await open(page, {
    answers: { '1/0/allowed': { typed: Array(16).fill('0'), revealed: true }, '4/0/repaired_w_o': { typed: ['', '', '', ''], revealed: true } },
  });
  const rows = [0, 1, 2, 3].map((row) => [...core.referenceAnswer(1, 0, 'allowed').data].slice(row * 4, row * 4 + 4));
  expect(await cellTexts(figure, 'answer-allowed')).toEqual(rows.map((row) => row.map((x) => (x ? '✓' : ''))));
  await tab(figure, 4).click();
  expect(await cellTexts(figure, 'answer-repaired_w_o')).toEqual([['1', '−1'], ['1', '1']]);
});

test('another like this shows other numbers of the core, and the way back keeps what was answered', async ({ page }) => {
  const figure = await open(page, { exercise: 2 });
  const typed = part(figure, 2, 'weight_sum').getByRole('textbox');
  await typed.fill('0.4011');
  await typed.press('Enter');
  await figure.getByRole('button', { name: 'Another like this' }).click();
  await expect(figure.locator('.variant')).toContainText('seed 1');
  const given = core.exercise(2, 1).givens.find(({ id }) => id === 'V')!.value;
  expect((await cellTexts(figure, 'given-V')).flat()).toEqual([...given.data].map(shown));
  await expect(part(figure, 2, 'weight_sum', 1).getByRole('textbox')).toHaveValue('');
  await expect(tab(figure, 2)).toContainText('1/4');
  await figure.getByRole('button', { name: 'Back to the chapter’s own' }).click();
  await expect(part(figure, 2, 'weight_sum').getByRole('textbox')).toHaveValue('0.4011');
  await expect(feedback(part(figure, 2, 'weight_sum'))).toHaveText('✓ Right.');
});

test('the record and the position asked about are the core’s, for other seeds too', async ({ page }) => {
  const figure = await open(page, { seeds: [3, 0, 0, 0, 0, 0] });
  const { tokens, targets, givens } = core.exercise(1, 3);
  await expect(figure.locator('table.plain tbody tr').nth(0).locator('td')).toHaveText(tokens);
  await expect(figure.locator('table.plain tbody tr').nth(1).locator('td')).toHaveText(targets);
  await expect(part(figure, 1, 'diagonal', 3).locator('.question')).toContainText(`slot ${givens[0]!.value.data[0]}`);
});

test('a check moves no field of its part and none above it', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  const figure = await open(page, { exercise: 2 });
  const sum = part(figure, 2, 'weight_sum');
  const before = await Promise.all([sum.getByRole('textbox').boundingBox(), part(figure, 2, 'causal_output').boundingBox()]);
  await sum.getByRole('textbox').fill('1');
  await sum.getByRole('textbox').press('Enter');
  await expect(feedback(sum)).toContainText('✗');
  expect(await Promise.all([sum.getByRole('textbox').boundingBox(), part(figure, 2, 'causal_output').boundingBox()])).toEqual(before);
});

test('on a narrow screen nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const figure = await open(page, { seeds: [3, 3, 3, 3, 3, 3] });
  for (const exercise of [1, 2, 3, 4, 5, 6]) {
    await tab(figure, exercise).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `exercise ${exercise}`).toBeLessThanOrEqual(0);
  }
});

test('progress is kept in the browser and comes back without a link; the clear button forgets it', async ({ page }) => {
  await openPlain(page).then(async (figure) => {
    await part(figure, 1, 'diagonal').getByLabel('yes').check();
    await check(part(figure, 1, 'diagonal'));
    await tab(figure, 2).click();
    await part(figure, 2, 'weight_sum').getByRole('textbox').fill('half');
    await part(figure, 2, 'weight_sum').getByRole('textbox').blur();
  });
  await page.goto('about:blank');
  const figure = await openPlain(page);
  await expect(tab(figure, 1)).toHaveAccessibleName(/^Exercise 1 1\/3 Who may read/);
  await expect(part(figure, 2, 'weight_sum').getByRole('textbox')).toHaveValue('half');

  await figure.getByText('Clear my answers…').click();
  await figure.getByRole('button', { name: 'Clear the answers of all six exercises' }).click();
  await expect(tab(figure, 1)).toHaveAccessibleName(/^Exercise 1 0\/3/);
  expect(await kept(page)).toBeNull();
  await page.goto('about:blank');
  await expect(tab(await openPlain(page), 1)).toHaveAccessibleName(/^Exercise 1 0\/3/);
});

test('the answers of a link join one’s own and lose none', async ({ page }) => {
  const right = { typed: ['0.4011'], checked: ['0.4011'] };
  await openPlain(page).then(async (figure) => {
    await part(figure, 1, 'diagonal').getByLabel('yes').check();
    await check(part(figure, 1, 'diagonal'));
  });
  await page.goto('about:blank');
  const linked = await open(page, { exercise: 2, answers: { '2/0/weight_sum': right } });
  await expect(tab(linked, 1)).toContainText('0/3');
  await tab(linked, 3).click();
  await page.goto('about:blank');
  const figure = await openPlain(page);
  await expect(tab(figure, 1)).toContainText('1/3');
  await expect(tab(figure, 2)).toContainText('1/4');
});

test('where storage is forbidden everything works but the memory', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden', 'SecurityError'); } });
  });
  const figure = await openPlain(page);
  await part(figure, 1, 'diagonal').getByLabel('yes').check();
  await check(part(figure, 1, 'diagonal'));
  await expect(feedback(part(figure, 1, 'diagonal'))).toHaveText('✓ Right.');
});

test('in a sandboxed frame, without storage and forms, Check and Enter work', async ({ page }) => {
  const source = `embed/figure.html?name=exercises&lang=en#exercises=${encodeURIComponent('{"exercise":3}')}`;
  const host = `<!doctype html><title>host</title><link rel="icon" href="data:,"><iframe title="figure" sandbox="allow-scripts" src="${source}" width="900" height="900"></iframe>`;
  await page.route(`${siteUrl}host.html`, (route) => route.fulfill({ contentType: 'text/html', body: host }));
  await page.goto('host.html');
  const figure = page.frameLocator('iframe').locator('maskscope-figure');
  const loss = part(figure, 3, 'causal_loss');
  await loss.getByRole('textbox').fill('0.6931');
  await loss.getByRole('textbox').press('Enter');
  await expect(feedback(loss)).toHaveText('✓ Right.');
  await part(figure, 3, 'unchanged').getByRole('radio').first().check();
  await check(part(figure, 3, 'unchanged'));
  await expect(feedback(part(figure, 3, 'unchanged'))).toContainText('✗');
});

test('what the browser kept but cannot be read any more is left aside', async ({ page }) => {
  for (const text of ['%7Bbroken', encodeURIComponent(JSON.stringify({ answers: { '2/0/weight_sum': { typed: ['1', '2'], checked: ['1', '2'] } } }))]) {
    await openPlain(page);
    await page.evaluate((value) => localStorage.setItem('maskscope.exercises', value), text);
    await page.goto('about:blank');
    await expect(tab(await openPlain(page), 1)).toHaveAttribute('aria-current', 'true');
  }
});

for (const state of [
  { exercise: 7 }, { exercise: 1.5 }, { seeds: [0, 0, 0, 0, 0] }, { seeds: [0, 0, 0, 0, 0, 10000] }, { seeds: [-1, 0, 0, 0, 0, 0] },
  { answers: { nothing: { typed: ['1'] } } },
  { answers: { '2/0/weight_sum': { typed: ['1'.repeat(25)] } } },
  { answers: { '1/0/allowed': { typed: Array(37).fill('0') } } },
  { answers: { '2/0/weight_sum': { typed: ['1'], extra: 1 } } },
  { answers: { '2/0/weight_sum': { typed: ['1'], checked: ['1', '2'] } } },
  { answers: { '1/0/scored': { typed: ['2', '0', '0', '0'], checked: ['2', '0', '0', '0'] } } },
  { answers: { '3/0/unchanged': { typed: ['1', '1', '0', '0', '0'], checked: ['1', '1', '0', '0', '0'] } } },
  { answers: { '2/0/weight_sum': { typed: ['1'], hints: 10 } } },
  { answers: Object.fromEntries(Array.from({ length: 65 }, (_, seed) => [`2/${seed}/weight_sum`, { typed: ['1'] }])) },
]) {
  test(`a link with ${JSON.stringify(state).slice(0, 90)} is refused`, async ({ page }) => {
    const figure = await open(page, state);
    await expect(figure.locator('.notice')).toBeVisible();
    await expect(tab(figure, 1)).toHaveAttribute('aria-current', 'true');
  });
}
