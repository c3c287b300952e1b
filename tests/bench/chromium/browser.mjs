/** Opens headless Chromium with the page that measures. */
import { requireFromWeb } from '../paths.mjs';
import { serveProject } from './server.mjs';

const { chromium } = requireFromWeb('@playwright/test');
const options = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ],
};

export async function openChromium() {
  const server = await serveProject();
  const browser = await chromium.launch(options);
  const page = await browser.newPage();
  page.on('pageerror', (error) => { throw error; });
  await page.goto(`${server.origin}/tests/bench/chromium/page.html`);
  await page.waitForFunction(() => globalThis.bench);
  return {
    version: browser.version(),
    origin: server.origin,
    browser,
    peak: () => page.evaluate(() => globalThis.bench.peak()),
    measure: (item, effort) => page.evaluate(([item, effort]) => globalThis.bench.measure(item, effort), [item, effort]),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
