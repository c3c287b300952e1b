/** Accessibility: axe-core, in both languages and both themes, on the page and on a figure alone. */
import { readFileSync } from 'node:fs';
import type Axe from '../../../web/node_modules/axe-core/axe.js';
import { expect, test, type Page } from '../harness.ts';
import { project } from '../site.ts';
import { chooseLanguage, figureNames, wakeAll } from './figures.ts';

const axeSource = readFileSync(`${project}web/node_modules/axe-core/axe.min.js`, 'utf8');

/** What axe finds, one line a node. The browser runs it from outside the page, so the page's policy stays as it is. */
async function violations(page: Page, rules = {}): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate((options) => (globalThis as unknown as { axe: typeof Axe }).axe.run(document, options),
    { preload: false, resultTypes: ['violations' as const], rules });
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.flat().join(' » ')}: ${failureSummary?.replace(/\s+/g, ' ')}`));
}

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
