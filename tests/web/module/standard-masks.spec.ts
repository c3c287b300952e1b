/** Masks by name, their forms, and attention under a rule by position. */
import { expect, test } from '../playwright.ts';
import { expectNear, indices, mask, rows, standard, varied } from './standard.ts';

const picture = (visible: { shape: number[]; data: Uint8Array }, ...lead: number[]) =>
  rows(visible, ...lead).map((row) => row.map((cell) => '.x'[cell]).join('')).join(' ');
const cells = { queries: 4, keys: 5, offset: 1 };

test('patterns by position', () => {
  expect(picture(standard.lookAhead(cells))).toBe('xx... xxx.. xxxx. xxxxx');
  expect(picture(standard.lookAhead(cells, 0))).toBe('x.... xx... xxx.. xxxx.');
  expect(picture(standard.slidingWindow(cells, 2))).toBe('xx... .xx.. ..xx. ...xx');
  expect(standard.slidingWindowBack(cells, 1)).toEqual(standard.slidingWindow(cells, 2));
  expect(picture(standard.dilated(cells, 2, 2))).toBe('.x... x.x.. .x.x. ..x.x');
  expect(picture(standard.dilated(cells, 2, 2, false))).toBe('.x.x. x.x.x .x.x. ..x.x');
  expect(picture(standard.strided(cells, 3))).toBe('.x... ..x.. x..x. .x..x');
  expect(picture(standard.prefix(cells, 3))).toBe('xxx.. xxx.. xxxx. xxxxx');
  expect(standard.prefixPerRecord(cells, [1, 3]).shape).toEqual([2, 1, 4, 5]);
  expect(picture(standard.prefixPerRecord(cells, [1, 3]), 1)).toBe(picture(standard.prefix(cells, 3)));
});

test('segments, global tokens, blocks and bars', () => {
  expect(picture(standard.segments(indices([[1, 1, 2, 0]]), { causal: true, padId: 0 }))).toBe('x... xx.. ..x. ....');
  expect(picture(standard.segments(indices([[2, 1]]), { keyIds: indices([[1, 1, 2]]) }))).toBe('..x xx.');
  expect(picture(standard.segments(indices([[1, 0, 0]]), { padId: 0, padding: 'own_segment' }))).toBe('x.. .xx .xx');
  expect(standard.globalTokens(cells, [2])).toEqual(standard.visibleOr(standard.globalKeys(cells, [2]), standard.globalQueries(cells, [2])));
  expect(picture(standard.globalTokens(cells, [2]))).toBe('..x.. xxxxx ..x.. ..x..');
  const layout = mask([[1, 0], [0, 1]]);
  const blocky = standard.blocks(layout, 2, 3, { queries: 3, keys: 4 });
  expect(picture(blocky)).toBe('xxx. xxx. ...x');
  expect(standard.blockLayout(blocky, 2, 3)).toEqual(layout);
  expect(standard.barStarts(indices([7, 7, 8, 8]))).toEqual([0, 2]);
  expect(picture(standard.bars({ queries: 4, keys: 4 }, [0, 2]))).toBe('x... xx.. x.x. x.xx');
});

test('the same seed draws the same mask, another one another', () => {
  const drawn = standard.randomKeys({ queries: 20, keys: 30 }, 4, { seed: 5, diagonal: false });
  expect(standard.randomKeys({ queries: 20, keys: 30 }, 4, { seed: 5, diagonal: false })).toEqual(drawn);
  expect(standard.randomKeys({ queries: 20, keys: 30 }, 4, { seed: 6, diagonal: false })).not.toEqual(drawn);
  for (const row of rows(drawn)) expect(row.reduce((sum, cell) => sum + cell, 0)).toBe(4);
  expect(standard.countPattern(standard.randomCells(cells, 1)).density).toBe(1);
});

test('a rule a head, a rule a layer, and what they count', () => {
  const [own, all] = [standard.lookAhead(cells), standard.prefix(cells, 5)];
  const heads = standard.perHead([own, all]);
  expect(heads.shape).toEqual([2, 4, 5]);
  expect(standard.layer(standard.perLayer([heads, standard.visibleNot(heads)]), 1)).toEqual(standard.visibleNot(heads));
  expect(standard.countPattern(standard.visibleNot(own))).toEqual({ cells: 20, visible: 6, density: 0.3, emptyRows: 1, unreadKeys: 2 });
});

test('forms of one mask', () => {
  const axes = { batch: 2, heads: 3, queries: 4, keys: 5 };
  const full = standard.toMaskForm(standard.lookAhead(cells), 'full', axes);
  expect(full.shape).toEqual([2, 3, 4, 5]);
  expect(standard.toMaskForm(full, 'cells', axes)).toEqual(standard.lookAhead(cells));
  expect(standard.maskFormShape('keys', axes)).toEqual([2, 1, 1, 5]);
  expect(standard.maskFormCost('full', { batch: 8, heads: 96, queries: 131072, keys: 131072 }, 'float32'))
    .toEqual({ elements: 8 * 96 * 131072 ** 2, bytes: 4 * 8 * 96 * 131072 ** 2 });
});

test('attention takes the rule by position as options or as a mask', () => {
  const [q, k, v] = [varied([2, 4, 3, 5]), varied([2, 2, 6, 5], 2), varied([2, 2, 6, 7], 3)];
  const rule = { causal: true, alignment: 'bottom_right', windowLeft: 2, keyLengths: indices([6, 4]) } as const;
  const visible = standard.visibleByPosition(rule, 3, 6);
  expect(picture(visible)).toBe('.xxx.. ..xxx. ...xxx');
  expect(picture(visible, 1)).toBe('xx.... xxx... .xxx..');
  expect(standard.attention(q, k, v, rule)).toEqual(standard.attention(q, k, v, { visible }));
  const trace = standard.traceAttention(q, k, v, { ...rule, softcap: 0.5 });
  expect(trace.softmax.visible).toEqual(standard.toMaskForm(visible, 'full', { batch: 2, heads: 4, queries: 3, keys: 6 }));
  trace.capped.data.forEach((score, i) => expect(Math.abs(score - 0.5 * Math.tanh(trace.scores.data[i]! / 0.5))).toBeLessThan(1e-15));
  expectNear(standard.onnxAttention(q, k, v, { attnMask: visible }).y, standard.attention(q, k, v, { visible }));
});
