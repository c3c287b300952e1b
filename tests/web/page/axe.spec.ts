/** Accessibility: axe-core, in both languages and both themes, on the page and on a figure alone. */
import { expect, test } from '../harness.ts';
import { violations } from './axe.ts';
import { chooseLanguage, figureNames, wakeAll } from './figures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['zh', 'en'] as const) {
    test(`axe finds nothing on the page: ${language}, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme });
      await page.goto('');
      await chooseLanguage(page, language);
      await wakeAll(page);
      expect(await violations(page)).toEqual([]);
    });
  }
}

test('axe finds nothing in a figure of its own', async ({ page }) => {
  await page.goto('');
  for (const name of await figureNames(page)) {
    await page.goto(`embed/figure.html?name=${name}&lang=en`);
    await wakeAll(page);
    // a figure is a part of somebody's page, and its heading is of level 3 there
    expect(await violations(page, { 'page-has-heading-one': { enabled: false } }), name).toEqual([]);
  }
});
