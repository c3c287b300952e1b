/** What lies in dist/module/ works as it is handed out, in a browser and in Node. */
import { execFileSync } from 'node:child_process';
import { expect, test } from '../harness.ts';
import { dist } from '../site.ts';

interface Module { loadCore(bytes: Uint8Array): Promise<{ slidingWindow(cells: object, window: number): { data: Uint8Array } }> }

test('in a browser, under the policy of the page', async ({ page }) => {
  await page.goto('');
  const cells = await page.evaluate(async () => {
    const { loadCore } = await import(new URL('module/maskscope.js', document.baseURI).href) as Module;
    const response = await fetch('module/maskscope.wasm');
    const core = await loadCore(new Uint8Array(await response.arrayBuffer()));
    return [...core.slidingWindow({ queries: 2, keys: 3, offset: 1 }, 2).data];
  });
  expect(cells).toEqual([1, 1, 0, 0, 1, 1]);
});

test('in Node', () => {
  const program = `
    import { readFile } from 'node:fs/promises';
    import { loadCore } from './maskscope.js';
    const core = await loadCore(await readFile('maskscope.wasm'));
    console.log(core.slidingWindow({ queries: 2, keys: 3, offset: 1 }, 2).data.join(''));`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: `${dist}module`, encoding: 'utf8' }).trim()).toBe('110011');
});
