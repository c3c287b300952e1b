/** Headless Chromium, with the project's folder served to it. */
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
  return {
    version: browser.version(),
    async open(path) {
      const page = await browser.newPage();
      await page.goto(server.origin + path);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** The page that measures, once it is ready. */
export async function openBenchmark({ open }) {
  const page = await open('/tests/bench/chromium/page.html');
  await page.waitForFunction(() => globalThis.bench);
  return page;
}
