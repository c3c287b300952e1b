/** axe-core, run on whatever the page shows. */
import { readFileSync } from 'node:fs';
import type Axe from '../../../web/node_modules/axe-core/axe.js';
import type { Page } from '../harness.ts';
import { project } from '../site.ts';

const axeSource = readFileSync(`${project}web/node_modules/axe-core/axe.min.js`, 'utf8');

/** What axe finds, one line a node. The browser runs it from outside the page, so the page's policy stays as it is. */
export async function violations(page: Page, rules = {}): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate((options) => (globalThis as unknown as { axe: typeof Axe }).axe.run(document, options),
    { preload: false, resultTypes: ['violations' as const], rules });
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.flat().join(' » ')}: ${failureSummary?.replace(/\s+/g, ' ')}`));
}
