/** What a reader downloads, compressed as a server would: Brotli at its best. */
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test, type Page } from '../harness.ts';
import { wakeAll } from './figures.ts';

const brotli = (bytes: Buffer) => brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
}).length;

interface File { url: string; size: number }

/** Everything that the page asked for until nothing more came, with its size in bytes after Brotli. */
async function loaded(page: Page, read?: (page: Page) => Promise<void>): Promise<File[]> {
  const bodies: Promise<File>[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith('data:')) bodies.push(response.body().then((body) => ({ url: response.url(), size: brotli(body) })));
  });
  await page.goto('');
  await read?.(page);
  await page.waitForLoadState('networkidle');
  return Promise.all(bodies);
}

function sum(files: File[]): number {
  const total = files.reduce((all, { size }) => all + size, 0);
  console.log([...files, { url: 'total', size: total }].map(({ url, size }) => `  ${url.split('/').at(-1) || 'index.html'}: ${size} bytes`).join('\n'));
  return total;
}

test('the module is at most 96 KB and all that the page loads at most 256 KB', async ({ page }) => {
  const files = await loaded(page, wakeAll);
  const wasm = files.filter(({ url }) => url.endsWith('.wasm'));
  expect(wasm, 'the module is loaded once for all figures').toHaveLength(1);
  expect(wasm[0]!.size).toBeLessThanOrEqual(96_000);
  expect(sum(files)).toBeLessThanOrEqual(256_000);
});

for (const [device, viewport] of [['a desktop', { width: 1280, height: 800 }], ['a phone', { width: 390, height: 844 }]] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('what the page loads until it is idle at its top is at most 200 KB', async ({ page }) => {
      const files = await loaded(page, async () => { await expect(page.locator('maskscope-figure').first()).toBeAttached(); });
      expect(sum(files)).toBeLessThanOrEqual(200_000);
    });
  });
}
