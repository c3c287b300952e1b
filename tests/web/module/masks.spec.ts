/** Masks by name, their forms, and attention under a rule by position. */
import { expect, test } from '../playwright.ts';
import { expectNear, indices, mask, rows, core, varied } from './module.ts';

const picture = (visible: { shape: number[]; data: Uint8Array }, ...lead: number[]) =>
  rows(visible, ...lead).map((row) => row.map((cell) => '.x'[cell]).join('')).join(' ');
const cells = { queries: 4, keys: 5, offset: 1 };

test('patterns by position', () => {
  expect(picture(core.lookAhead(cells))).toBe('xx... xxx.. xxxx. xxxxx');
  expect(picture(core.lookAhead(cells, 0))).toBe('x.... xx... xxx.. xxxx.');
  expect(picture(core.slidingWindow(cells, 2))).toBe('xx... .xx.. ..xx. ...xx');
  expect(core.slidingWindowBack(cells, 1)).toEqual(core.slidingWindow(cells, 2));
  expect(picture(core.dilated(cells, 2, 2))).toBe('.x... x.x.. .x.x. ..x.x');
  expect(picture(core.dilated(cells, 2, 2, false))).toBe('.x.x. x.x.x .x.x. ..x.x');
  expect(picture(core.strided(cells, 3))).toBe('.x... ..x.. x..x. .x..x');
  expect(picture(core.prefix(cells, 3))).toBe('xxx.. xxx.. xxxx. xxxxx');
  expect(core.prefixPerRecord(cells, [1, 3]).shape).toEqual([2, 1, 4, 5]);
  expect(picture(core.prefixPerRecord(cells, [1, 3]), 1)).toBe(picture(core.prefix(cells, 3)));
});

test('segments, global tokens, blocks and bars', () => {
  expect(picture(core.segments(indices([[1, 1, 2, 0]]), { causal: true, padId: 0 }))).toBe('x... xx.. ..x. ....');
  expect(picture(core.segments(indices([[2, 1]]), { keyIds: indices([[1, 1, 2]]) }))).toBe('..x xx.');
  expect(picture(core.segments(indices([[1, 0, 0]]), { padId: 0, padding: 'own_segment' }))).toBe('x.. .xx .xx');
  expect(core.globalTokens(cells, [2])).toEqual(core.visibleOr(core.globalKeys(cells, [2]), core.globalQueries(cells, [2])));
  expect(picture(core.globalTokens(cells, [2]))).toBe('..x.. xxxxx ..x.. ..x..');
  const layout = mask([[1, 0], [0, 1]]);
  const blocky = core.blocks(layout, 2, 3, { queries: 3, keys: 4 });
  expect(picture(blocky)).toBe('xxx. xxx. ...x');
  expect(core.blockLayout(blocky, 2, 3)).toEqual(layout);
  expect(core.barStarts(indices([7, 7, 8, 8]))).toEqual([0, 2]);
  expect(picture(core.bars({ queries: 4, keys: 4 }, [0, 2]))).toBe('x... xx.. x.x. x.xx');
});

test('the same seed draws the same mask, another one another', () => {
  const drawn = core.randomKeys({ queries: 20, keys: 30 }, 4, { seed: 5, diagonal: false });
  expect(core.randomKeys({ queries: 20, keys: 30 }, 4, { seed: 5, diagonal: false })).toEqual(drawn);
  expect(core.randomKeys({ queries: 20, keys: 30 }, 4, { seed: 6, diagonal: false })).not.toEqual(drawn);
  for (const row of rows(drawn)) expect(row.reduce((sum, cell) => sum + cell, 0)).toBe(4);
  expect(core.countPattern(core.randomCells(cells, 1)).density).toBe(1);
});

test('a rule a head, a rule a layer, and what they count', () => {
  const [own, all] = [core.lookAhead(cells), core.prefix(cells, 5)];
  const heads = core.perHead([own, all]);
  expect(heads.shape).toEqual([2, 4, 5]);
  expect(core.layer(core.perLayer([heads, core.visibleNot(heads)]), 1)).toEqual(core.visibleNot(heads));
  expect(core.countPattern(core.visibleNot(own))).toEqual({ cells: 20, visible: 6, density: 0.3, emptyRows: 1, unreadKeys: 2 });
});

test('forms of one mask', () => {
  const axes = { batch: 2, heads: 3, queries: 4, keys: 5 };
  const full = core.toMaskForm(core.lookAhead(cells), 'full', axes);
  expect(full.shape).toEqual([2, 3, 4, 5]);
  expect(core.toMaskForm(full, 'cells', axes)).toEqual(core.lookAhead(cells));
  expect(core.maskFormShape('keys', axes)).toEqual([2, 1, 1, 5]);
  expect(core.maskFormCost('full', { batch: 8, heads: 96, queries: 131072, keys: 131072 }, 'float32'))
    .toEqual({ elements: 8 * 96 * 131072 ** 2, bytes: 4 * 8 * 96 * 131072 ** 2 });
});

test('attention takes the rule by position as options or as a mask', () => {
  const [q, k, v] = [varied([2, 4, 3, 5]), varied([2, 2, 6, 5], 2), varied([2, 2, 6, 7], 3)];
  const rule = { causal: true, alignment: 'bottom_right', windowLeft: 2, keyLengths: indices([6, 4]) } as const;
  const visible = core.visibleByPosition(rule, 3, 6);
  expect(picture(visible)).toBe('.xxx.. ..xxx. ...xxx');
  expect(picture(visible, 1)).toBe('xx.... xxx... .xxx..');
  expect(core.attention(q, k, v, rule)).toEqual(core.attention(q, k, v, { visible }));
  const trace = core.traceAttention(q, k, v, { ...rule, softcap: 0.5 });
  expect(trace.softmax.visible).toEqual(core.toMaskForm(visible, 'full', { batch: 2, heads: 4, queries: 3, keys: 6 }));
  trace.capped.data.forEach((score, i) => expect(Math.abs(score - 0.5 * Math.tanh(trace.scores.data[i]! / 0.5))).toBeLessThan(1e-15));
  expectNear(core.onnxAttention(q, k, v, { attnMask: visible }).y, core.attention(q, k, v, { visible }));
});
