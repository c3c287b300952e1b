/** Pictures of the whole page for people to look at, in build/screenshots/; and nothing may stick out sideways. */
import { expect, test } from '../harness.ts';
import { build } from '../site.ts';
import { chooseLanguage, wakeAll } from './figures.ts';

for (const width of [360, 1280]) {
  for (const language of ['zh', 'en'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`the page at ${width} px: ${language}, ${colorScheme}`, async ({ page }) => {
        test.setTimeout(120_000);
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto('');
        await chooseLanguage(page, language);
        await wakeAll(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.screenshot({ path: `${build}screenshots/page-${width}-${language}-${colorScheme}.png`, fullPage: true });
      });
    }
  }
}
