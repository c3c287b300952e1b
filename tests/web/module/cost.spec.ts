/** What the page's cost figure measures is what it counts; and what is too long for the page is refused there. */
import { importSource } from '../../../web/plugins/project.ts';
import type * as Measure from '../../../web/src/figures/cost/measure';
import type * as OnPage from '../../../web/src/load/on-page';
import { expect, test } from '../playwright.ts';
import { core, tensor } from './module.ts';

const { attentionOptions, measureCost, visibleCells } = await importSource<typeof Measure>('src/figures/cost/measure.ts');
const { longestOnPage, pageCore } = await importSource<typeof OnPage>('src/load/on-page.ts');

/** `[1,1,T,1]` */
const column = (positions: number, at: (i: number) => number) => tensor([[Array.from({ length: positions }, (_, i) => [at(i)])]]);

test('the timed options block what the counted masks block', () => {
  const positions = 200;
  const [zeros, places] = [column(positions, () => 0), column(positions, (i) => i)];
  // equal scores: row i is the mean of the positions that it may read
  const means = (options: object) => [...core.attention(zeros, zeros, places, options).data];
  const expectMeans = (actual: number[], first: (i: number) => number, last: (i: number) => number) =>
    actual.forEach((mean, i) => expect(mean).toBeCloseTo((first(i) + last(i)) / 2, 9));
  expectMeans(means(attentionOptions.none), () => 0, () => positions - 1);
  expectMeans(means(attentionOptions.causal), () => 0, (i) => i);
  expectMeans(means(attentionOptions.window), (i) => Math.max(0, i - 127), (i) => i);
  expect(visibleCells(core, 'causal', positions)).toBe((positions * (positions + 1)) / 2);
  expect(visibleCells(core, 'window', positions)).toBe(128 * positions - (128 * 127) / 2);
});

test('every job is told when it begins and when it is done, shortest first', () => {
  const steps = [...measureCost(core, { lengths: [64, 128], masks: ['none', 'window'], heads: 2 })].filter((step) => step !== undefined);
  expect(steps.map(({ job: { positions, mask }, cost }) => `${positions} ${mask} ${cost ? 'done' : 'begun'}`)).toEqual(
    [64, 128].flatMap((positions) => ['none', 'window'].flatMap((mask) => [`${positions} ${mask} begun`, `${positions} ${mask} done`])));
  for (const { cost } of steps) if (cost) expect(cost.milliseconds).toBeGreaterThan(0);
});

test('the page\'s core takes 256 positions and refuses more, whatever the function', () => {
  const page = pageCore(core);
  const [fits, long] = [longestOnPage, longestOnPage + 1].map((positions) => column(positions, (i) => i)) as [ReturnType<typeof column>, ReturnType<typeof column>];
  expect(longestOnPage).toBe(256);
  expect(page.attention(fits, fits, fits)).toEqual(core.attention(fits, fits, fits));
  const refusal = expect.objectContaining({ code: 'too_large' });
  for (const call of [() => page.attention(long, long, long), () => page.maskedSoftmax(long), () => page.causal(257, 257)]) {
    expect(() => call()).toThrow(refusal);
  }
});
