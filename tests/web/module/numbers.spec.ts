/** Narrow formats, biases, initial weights, caches and the kernelised form. */
import type { Cache } from '../../../web/src/core';
import { expect, test } from '../playwright.ts';
import { expectNear, float, mask, core, tensor, varied } from './module.ts';

const ramp = (shape: number[]) => ({ ...varied(shape), data: varied(shape).data.map((_, i) => i) });

test('rounding keeps the width of the array and rounds once, ties to even', () => {
  const numbers = tensor([1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, -1e9, 2 ** -25]);
  expect([...core.roundTo('float16', numbers).data]).toEqual([1, 1 + 2 ** -9, 65504, Infinity, -Infinity, 0]);
  expect(core.roundTo('bfloat16', float(tensor([257]))).data).toEqual(new Float32Array([256]));
  expect(core.roundTo('float32', numbers).data).toEqual(Float64Array.from(numbers.data, Math.fround));
  expect(core.limitsOf('float16')).toEqual({ largest: 65504, lowest: -65504, epsilon: 2 ** -10, smallestNormal: 2 ** -14, smallestSubnormal: 2 ** -24 });
});

test('fills in a narrow format', () => {
  const scores = tensor([[-2e4, -2.1e4]]);
  const block = mask([[0, 1]]);
  const trace = core.traceRoundedSoftmax(scores, { fills: [{ visible: block, value: -1e4 }], mode: 'replace' });
  expect([...trace.weights.data], 'a fill above real scores').toEqual([1, 0]);
  expect(core.traceRoundedSoftmax(scores, { fills: [{ visible: block, value: -1e9 }] }).fills).toEqual([-Infinity]);
  const twice = { fills: [{ visible: block, value: -4e4 }, { visible: block, value: -4e4 }] };
  expect(core.traceRoundedSoftmax(scores, twice).fill.data[0], 'two finite fills add up').toBe(-Infinity);
  expect(core.traceRoundedSoftmax(tensor([[20, 20]]), { subtractMax: false }).weights.data[0]).toBeNaN();
});

test('biases', () => {
  const cells = { queries: 2, keys: 3, offset: 1 };
  expect([...core.alibiSlopes(4).data]).toEqual([2 ** -2, 2 ** -4, 2 ** -6, 2 ** -8]);
  expect([...core.alibi(tensor([1]), cells).data]).toEqual([-1, 0, 1, -2, -1, 0]);
  expect([...core.alibi(tensor([1]), cells, 'symmetric').data]).toEqual([-1, 0, -1, -2, -1, 0]);
  expect([...core.relativePositionBias(tensor([[5], [6], [7]]), cells).data]).toEqual([5, 6, 7, 5, 5, 6]);
  expectNear(core.relativeKeyBias(tensor([[[[2], [3]]]]), tensor([[5], [6], [7]]), 0.5, 3, 1), tensor([[[[5, 6, 7], [7.5, 7.5, 9]]]]));
  expect([core.t5Bucket(0), core.t5Bucket(-1), core.t5Bucket(1), core.t5Bucket(-1000)]).toEqual([0, 1, 17, 15]);
  expect(core.t5Bucket(5, { bidirectional: false, numBuckets: 8, maxDistance: 20 })).toBe(0);
  const buckets = core.t5BucketCells(cells);
  expect([...core.t5Bias(ramp([32, 1]), cells).data]).toEqual([...buckets.data]);
  const sum = core.biasSum(core.withBatchAxis(tensor([[[1, 2]]])), tensor([[[10]]]));
  expect(core.maskedBias(sum, mask([[1, 0]]))).toEqual(tensor([[[[11, -Infinity]]]]));
});

test('initial weights keep the variance', () => {
  const parameters = core.initialParameters({ modelWidth: 64, numHeads: 4, seed: 3 });
  expect(parameters.numHeads).toBe(4);
  expect(parameters.wQ).toEqual(core.normalTensor([64, 64], 1 / 8, 3));
  const expected = core.expectedScoreVariance({ modelWidth: 64, headWidth: 16 });
  expect(expected).toEqual({ coordinate: 1, unscaled: 16, scaled: 1 });
  expect(core.expectedScoreVariance({ modelWidth: 64, headWidth: 16, weightDeviation: 1 })).toEqual({ coordinate: 64, unscaled: 16 * 4096, scaled: 4096 });
  const sampled = core.sampledScoreVariance({ modelWidth: 64, headWidth: 16 }, 64, 1);
  expect(Math.abs(sampled.scaled - 1)).toBeLessThan(0.3);
  expect(core.ruleOfThumbHeadWidth(512, 16)).toBe(64);
  expect(core.headCost({ positions: 100000, modelWidth: 512, numHeads: 16, headWidth: 64 }, 'float16'))
    .toMatchObject({ innerWidth: 1024, parameters: 4 * 512 * 1024, scores: 16e10, scoreBytes: 32e10 });
});

/** Tokens from..to of an array `[B,H,T,D]`. */
function tokens(array: { shape: number[]; data: Float64Array }, from: number, to: number) {
  const [batch, heads, length, width] = array.shape as [number, number, number, number];
  const data = Array.from({ length: batch * heads }, (_, row) => [...array.data.slice((row * length + from) * width, (row * length + to) * width)]).flat();
  return { shape: [batch, heads, to - from, width], data: Float64Array.from(data) };
}

test('every step with a cache is the last row of the full computation', () => {
  const [q, k, v] = [varied([2, 4, 7, 5]), varied([2, 2, 7, 5], 2), varied([2, 2, 7, 3], 3)];
  const sizes = { batch: 2, keyHeads: 2, width: 5, valueWidth: 3 };
  const caches: [Cache, number][] = [
    [core.growingCache(), -1], [core.fixedCache({ ...sizes, slots: 9 }), -1], [core.ringCache({ ...sizes, slots: 3 }), 2],
  ];
  for (const [empty, windowLeft] of caches) {
    const full = core.attention(q, k, v, { causal: true, windowLeft });
    let cache = empty;
    for (let t = 0; t < 7; t++) {
      cache = core.appendToCache(cache, tokens(k, t, t + 1), tokens(v, t, t + 1));
      expectNear(core.attendToCache(tokens(q, t, t + 1), cache, { windowLeft }), tokens(full, t, t + 1));
    }
    expect(cache.kind).toBe(empty.kind);
    if (cache.kind === 'ring') expect([...core.slotPositions(cache).data]).toEqual([6, 4, 5]);
    if (cache.kind === 'fixed') expect([...cache.lengths.data]).toEqual([7, 7]);
  }
  expect(core.growingCache()).toEqual({ kind: 'growing' });
});

test('the kernelised form equals its quadratic one, in either width', () => {
  const [q, k, v] = [varied([2, 4, 3, 5]), varied([2, 2, 6, 5], 2), varied([2, 2, 6, 7], 3)];
  for (const causal of [false, true]) {
    const trace = core.traceKernelisedAttention(q, k, v, { causal });
    expectNear(core.kernelisedAttention(q, k, v, { causal }).output, trace.output);
    expectNear(core.kernelisedAttention(float(q), float(k), float(v), { causal }).output, trace.output, 1e-5);
    expect(trace.similarities.data.filter((similarity) => similarity === 0).length).toBe(causal ? 2 * 4 * 12 : 0);
  }
  expect(core.kernelisedAttention(q, k, v).multiplyAdds).toBe(2 * (2 * 6 + 4 * 3) * 5 * 8);
});
