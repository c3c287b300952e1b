/** What a reader downloads, compressed as a server would: Brotli at its best. */
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test, type Page } from '../harness.ts';
import { wakeAll } from './figures.ts';

const brotli = (bytes: Buffer) => brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
}).length;

/** Everything that the page asked for, with its size in bytes after Brotli. */
async function loaded(page: Page): Promise<{ url: string; size: number }[]> {
  const bodies: Promise<{ url: string; size: number }>[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith('data:')) bodies.push(response.body().then((body) => ({ url: response.url(), size: brotli(body) })));
  });
  await page.goto('');
  await wakeAll(page);
  await page.waitForLoadState('networkidle');
  return Promise.all(bodies);
}

test('the module is at most 96 KB and all that the page loads at most 256 KB', async ({ page }) => {
  const files = await loaded(page);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  console.log([...files, { url: 'total', size: total }].map(({ url, size }) => `  ${url.split('/').at(-1) || 'index.html'}: ${size} bytes`).join('\n'));
  const wasm = files.filter(({ url }) => url.endsWith('.wasm'));
  expect(wasm, 'the module is loaded once for all figures').toHaveLength(1);
  expect(wasm[0]!.size).toBeLessThanOrEqual(96_000);
  expect(total).toBeLessThanOrEqual(256_000);
});
