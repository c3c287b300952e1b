/** How long the figures of the built page take while a slider moves. */

import { openBenchmark, openChromium } from './browser.mjs';

/** How often each slider is moved from one end to the other and back. */
const passes = 3;

/**
 * All in milliseconds. `trace`: the core alone. `sliders`: from an input event until the figure has computed, rendered and
 * been laid out.
 * @returns {Promise<{ trace: number[], sliders: { figure: string, slider: string, samples: number[] }[] }>}
 */
export async function measureFigures() {
  const chromium = await openChromium();
  const bench = await openBenchmark(chromium);
  const trace = await bench.evaluate(() => globalThis.bench.trace());
  await bench.close();

  const page = await chromium.open('/dist/index.html');
  const sliders = [];
  for (const figure of await page.locator('maskscope-figure').all()) {
    // a figure wakes when it comes into view, and has no control before
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('input, button, select, textarea').first().waitFor();
    sliders.push(...await figure.evaluate(moveSliders, passes));
  }
  await chromium.close();
  return { trace, sliders };
}

/** Runs in the page. */
async function moveSliders(figure, passes) {
  const sliders = () => [...figure.shadowRoot.querySelectorAll('input[type=range]')];
  const move = async (index, value) => {
    const slider = sliders()[index];
    const start = performance.now();
    slider.value = value;
    slider.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await figure.updateComplete;
    figure.getBoundingClientRect();
    return performance.now() - start;
  };
  const results = [];
  for (const [index, { min, max, step, parentElement }] of sliders().entries()) {
    const values = Array.from({ length: (max - min) / step + 1 }, (_, i) => Number(min) + i * step);
    const back = values.slice(0, -1).reverse();
    const samples = [];
    for (let pass = 0; pass < passes; pass++) {
      for (const value of [...values, ...back]) samples.push(await move(index, value));
    }
    results.push({ figure: figure.getAttribute('name'), slider: parentElement.querySelector('span').textContent, samples });
  }
  return results;
}
