/** The WebAssembly modules in headless Chromium. */
import { answerAsPlatform } from '../child.mjs';
import { openBenchmark, openChromium } from './browser.mjs';

const chromium = await openChromium();
const page = await openBenchmark(chromium);
answerAsPlatform({
  about: {
    name: `WebAssembly in Chromium ${chromium.version}`,
    peak: await page.evaluate(() => globalThis.bench.peak()),
  },
  measure: (item, effort) => page.evaluate(([item, effort]) => globalThis.bench.measure(item, effort), [item, effort]),
  end: chromium.close,
});
