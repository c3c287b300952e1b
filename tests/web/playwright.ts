/** Playwright's test and expect. Its package lies in web/, which is not above this folder. */
import playwright from '../../web/node_modules/@playwright/test/index.js';

export type { Locator, Page } from '../../web/node_modules/@playwright/test/index.js';
export const test = playwright;
export const expect = playwright.expect;
