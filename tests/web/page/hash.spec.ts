/** A figure's state lives in the address: `#name=<JSON>`. */
import { expect, test, type Locator, type Page } from '../harness.ts';
import { figureNames, spoken, wakeAll } from './figures.ts';

const named = (page: Page, name: string): Locator => page.locator(`maskscope-figure[name="${name}"]`);

const controls = [
  'input[type=checkbox]:enabled', 'input[type=radio]:enabled:not(:checked)', 'input[type=range]:enabled', 'select:enabled',
  'section.frame > :not(header) button:enabled',
].join(', ');

/** Operates a figure's controls by keyboard until one changes the state; returns the state's hash text, or '' if none does. */
async function changeSomething(figure: Locator): Promise<string> {
  await figure.evaluate((element) => element.addEventListener('maskscope-state', (event) => {
    (element as HTMLElement).dataset['heard'] = (event as CustomEvent<{ hash: string }>).detail.hash;
  }));
  for (const control of await figure.locator(controls).all()) {
    const kind = await control.evaluate((element) => {
      // the buttons that copy a matrix change nothing
      const root = element.getRootNode();
      if (root instanceof ShadowRoot && root.host.localName === 'maskscope-matrix') return 'none';
      return element instanceof HTMLInputElement ? element.type : element.localName;
    });
    if (kind === 'none' || !(await control.isVisible())) continue;
    await control.press({ range: 'ArrowRight', select: 'ArrowDown' }[kind] ?? 'Space');
    const heard = await expect(figure).toHaveAttribute('data-heard', /./, { timeout: 1000 }).then(() => true, () => false);
    if (heard) return (await figure.getAttribute('data-heard'))!;
  }
  return '';
}

test('a state comes back from its link, for every figure', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('');
  for (const name of await figureNames(page)) {
    await page.goto(`embed/figure.html?name=${name}&lang=en`);
    await wakeAll(page);
    const initial = await spoken(named(page, name));
    const hash = await changeSomething(named(page, name));
    expect(hash, `${name} changed`).not.toBe('');
    const changed = await spoken(named(page, name));
    expect(changed, name).not.toBe(initial);

    await page.goto('about:blank');
    await page.goto(`embed/figure.html?name=${name}&lang=en#${name}=${hash}`);
    await wakeAll(page);
    expect(await spoken(named(page, name)), name).toBe(changed);
  }
});

for (const [what, text] of [
  ['no JSON', '%7Bbroken'], ['a bad escape', '%E0%A4%A'], ['a list', '%5B%5D'], ['a field that does not exist', '%7B%22nothing%22%3A1%7D'],
] as const) {
  test(`a link with ${what} falls back to the initial state and says so`, async ({ page }) => {
    await page.goto('');
    for (const name of await figureNames(page)) {
      await page.goto('about:blank');
      await page.goto(`embed/figure.html?name=${name}&lang=en#${name}=${text}`);
      await wakeAll(page);
      await expect(named(page, name).locator('[role=alert].notice'), name).toBeVisible();
    }
  });
}

test('the page writes the state of its figures into the address and reads it back', async ({ page }) => {
  await page.goto('');
  await wakeAll(page);
  const name = (await figureNames(page))[0]!;
  const hash = await changeSomething(named(page, name));
  await expect(page).toHaveURL((url) => url.hash.includes(`${name}=${hash}`));
  const changed = await spoken(named(page, name));
  await page.reload();
  await wakeAll(page);
  expect(await spoken(named(page, name))).toBe(changed);
});
