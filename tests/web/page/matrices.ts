/** One figure alone on a page, and what its matrices show. */
import { importSource } from '../../../web/plugins/project.ts';
import type * as FormatModule from '../../../web/src/format';
import type { Locator, Page } from '../harness.ts';
import { wakeAll, type Language } from './figures.ts';

const { formatNumber } = await importSource<typeof FormatModule>('src/format.ts');

/** As the figures show it, with six digits. */
export const shown = (x: number): string => formatNumber(x);

export async function openFigure(page: Page, name: string, language: Language = 'en', state?: object): Promise<Locator> {
  const hash = state ? `#${name}=${encodeURIComponent(JSON.stringify(state))}` : '';
  await page.goto(`embed/figure.html?name=${name}&lang=${language}${hash}`);
  await wakeAll(page);
  return page.locator('maskscope-figure');
}

export const matrix = (figure: Locator, id: string): Locator => figure.locator(`maskscope-matrix[data-matrix="${id}"]`);

export const cell = (figure: Locator, id: string, row: number, column: number): Locator =>
  matrix(figure, id).locator('tbody tr').nth(row).getByRole('gridcell').nth(column);

/** The text of every cell, row by row. */
export const cellTexts = (figure: Locator, id: string): Promise<string[][]> =>
  matrix(figure, id).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent!.trim())));

/** Which cells carry the warm accent, row by row. */
export const warmCells = (figure: Locator, id: string): Promise<boolean[][]> =>
  matrix(figure, id).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.classList.contains('warm'))));
