/**
 * The test function of every page test. Each test fails on a console error, an uncaught exception, a violation of the
 * Content-Security-Policy, or a request that leaves the origin of the page.
 */
import { expect, test as base, type Page } from './playwright.ts';
import { origin } from './site.ts';

export { expect, type Locator, type Page } from './playwright.ts';

export interface Trouble {
  /** what the browser complained about */
  complaints: string[];
  /** addresses asked for outside the site, `file:` and `data:` */
  foreignRequests: string[];
}

const allowed = [`${origin}/`, 'file://', 'data:', 'about:', 'blob:'];

export function watch(page: Page): Trouble {
  const trouble: Trouble = { complaints: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.complaints.push(message.text());
  });
  page.on('pageerror', (error) => trouble.complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // a request that a navigation cuts short is nobody's fault
    if (reason !== 'net::ERR_ABORTED') trouble.complaints.push(`${request.url()} failed: ${reason}`);
  });
  page.on('request', (request) => {
    if (!allowed.some((start) => request.url().startsWith(start))) trouble.foreignRequests.push(request.url());
  });
  return trouble;
}

export const test = base.extend<{ trouble: Trouble }>({
  trouble: [async ({ page }, use) => {
    const trouble = watch(page);
    await use(trouble);
    expect([...new Set(trouble.complaints)], 'what the browser complained about').toEqual([]);
    expect([...new Set(trouble.foreignRequests)], 'requests that leave the site').toEqual([]);
  }, { auto: true }],
});
