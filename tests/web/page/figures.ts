/** What the page tests know of figures: only that they are `maskscope-figure` elements which wake and report their state. */
import { expect, type Locator, type Page } from '../harness.ts';
import { siteUrl } from '../site.ts';

export type Language = 'zh' | 'en';

interface FigureElement extends HTMLElement { wake(): Promise<void>; updateComplete: Promise<boolean> }

export const figuresOf = (page: Page): Locator => page.locator('maskscope-figure');

/** Opens somebody's own page, which the site's server shows beside the built one. */
export async function openHost(page: Page, body: string): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">${body}</html>`;
  await page.route(`${siteUrl}host.html`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('host.html');
}

export async function figureNames(page: Page): Promise<string[]> {
  return figuresOf(page).evaluateAll((figures) => figures.map((figure) => figure.getAttribute('name')!));
}

/** Wakes every figure of the page, wherever it is, and waits until each shows its frame. */
export async function wakeAll(page: Page): Promise<void> {
  await page.evaluate(() => customElements.whenDefined('maskscope-figure'));
  await figuresOf(page).evaluateAll(async (figures) => {
    for (const figure of figures as FigureElement[]) {
      await figure.wake();
      await figure.updateComplete;
    }
  });
  for (const figure of await figuresOf(page).all()) await expect(figure.locator('section.frame')).toHaveCount(1);
}

export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.locator(`#language-${language}`).check();
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
}

/** What a figure says, its fields' values included: two figures in the same state say the same. */
export async function spoken(figure: Locator): Promise<string> {
  return figure.evaluate((element) => {
    const parts: string[] = [];
    const visit = (root: ParentNode): void => {
      for (const one of root.querySelectorAll('*')) {
        if (one instanceof HTMLInputElement) parts.push(['checkbox', 'radio'].includes(one.type) ? String(one.checked) : one.value);
        else if (one instanceof HTMLSelectElement) parts.push(one.value);
        else if (one.shadowRoot) visit(one.shadowRoot);
        else if (one.childElementCount === 0) parts.push(one.textContent!.trim());
      }
    };
    visit(element.shadowRoot!);
    return parts.filter(Boolean).join(' | ');
  });
}
