/** Narrow formats, biases, initial weights, caches and the kernelised form. */
import type { Cache } from '../../../web/src/standard';
import { expect, test } from '../playwright.ts';
import { expectNear, float, mask, standard, tensor, varied } from './standard.ts';

const ramp = (shape: number[]) => ({ ...varied(shape), data: varied(shape).data.map((_, i) => i) });

test('rounding keeps the width of the array and rounds once, ties to even', () => {
  const numbers = tensor([1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, -1e9, 2 ** -25]);
  expect([...standard.roundTo('float16', numbers).data]).toEqual([1, 1 + 2 ** -9, 65504, Infinity, -Infinity, 0]);
  expect(standard.roundTo('bfloat16', float(tensor([257]))).data).toEqual(new Float32Array([256]));
  expect(standard.roundTo('float32', numbers).data).toEqual(Float64Array.from(numbers.data, Math.fround));
  expect(standard.limitsOf('float16')).toEqual({ largest: 65504, lowest: -65504, epsilon: 2 ** -10, smallestNormal: 2 ** -14, smallestSubnormal: 2 ** -24 });
});

test('fills in a narrow format', () => {
  const scores = tensor([[-2e4, -2.1e4]]);
  const block = mask([[0, 1]]);
  const trace = standard.traceRoundedSoftmax(scores, { fills: [{ visible: block, value: -1e4 }], mode: 'replace' });
  expect([...trace.weights.data], 'a fill above real scores').toEqual([1, 0]);
  expect(standard.traceRoundedSoftmax(scores, { fills: [{ visible: block, value: -1e9 }] }).fills).toEqual([-Infinity]);
  const twice = { fills: [{ visible: block, value: -4e4 }, { visible: block, value: -4e4 }] };
  expect(standard.traceRoundedSoftmax(scores, twice).fill.data[0], 'two finite fills add up').toBe(-Infinity);
  expect(standard.traceRoundedSoftmax(tensor([[20, 20]]), { subtractMax: false }).weights.data[0]).toBeNaN();
});

test('biases', () => {
  const cells = { queries: 2, keys: 3, offset: 1 };
  expect([...standard.alibiSlopes(4).data]).toEqual([2 ** -2, 2 ** -4, 2 ** -6, 2 ** -8]);
  expect([...standard.alibi(tensor([1]), cells).data]).toEqual([-1, 0, 1, -2, -1, 0]);
  expect([...standard.alibi(tensor([1]), cells, 'symmetric').data]).toEqual([-1, 0, -1, -2, -1, 0]);
  expect([...standard.relativePositionBias(tensor([[5], [6], [7]]), cells).data]).toEqual([5, 6, 7, 5, 5, 6]);
  expectNear(standard.relativeKeyBias(tensor([[[[2], [3]]]]), tensor([[5], [6], [7]]), 0.5, 3, 1), tensor([[[[5, 6, 7], [7.5, 7.5, 9]]]]));
  expect([standard.t5Bucket(0), standard.t5Bucket(-1), standard.t5Bucket(1), standard.t5Bucket(-1000)]).toEqual([0, 1, 17, 15]);
  expect(standard.t5Bucket(5, { bidirectional: false, numBuckets: 8, maxDistance: 20 })).toBe(0);
  const buckets = standard.t5BucketCells(cells);
  expect([...standard.t5Bias(ramp([32, 1]), cells).data]).toEqual([...buckets.data]);
  const sum = standard.biasSum(standard.withBatchAxis(tensor([[[1, 2]]])), tensor([[[10]]]));
  expect(standard.maskedBias(sum, mask([[1, 0]]))).toEqual(tensor([[[[11, -Infinity]]]]));
});

test('initial weights keep the variance', () => {
  const parameters = standard.initialParameters({ modelWidth: 64, numHeads: 4, seed: 3 });
  expect(parameters.numHeads).toBe(4);
  expect(parameters.wQ).toEqual(standard.normalTensor([64, 64], 1 / 8, 3));
  const expected = standard.expectedScoreVariance({ modelWidth: 64, headWidth: 16 });
  expect(expected).toEqual({ coordinate: 1, unscaled: 16, scaled: 1 });
  expect(standard.expectedScoreVariance({ modelWidth: 64, headWidth: 16, weightDeviation: 1 })).toEqual({ coordinate: 64, unscaled: 16 * 4096, scaled: 4096 });
  const sampled = standard.sampledScoreVariance({ modelWidth: 64, headWidth: 16 }, 64, 1);
  expect(Math.abs(sampled.scaled - 1)).toBeLessThan(0.3);
  expect(standard.ruleOfThumbHeadWidth(512, 16)).toBe(64);
  expect(standard.headCost({ positions: 100000, modelWidth: 512, numHeads: 16, headWidth: 64 }, 'float16'))
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
    [standard.growingCache(), -1], [standard.fixedCache({ ...sizes, slots: 9 }), -1], [standard.ringCache({ ...sizes, slots: 3 }), 2],
  ];
  for (const [empty, windowLeft] of caches) {
    const full = standard.attention(q, k, v, { causal: true, windowLeft });
    let cache = empty;
    for (let t = 0; t < 7; t++) {
      cache = standard.appendToCache(cache, tokens(k, t, t + 1), tokens(v, t, t + 1));
      expectNear(standard.attendToCache(tokens(q, t, t + 1), cache, { windowLeft }), tokens(full, t, t + 1));
    }
    expect(cache.kind).toBe(empty.kind);
    if (cache.kind === 'ring') expect([...standard.slotPositions(cache).data]).toEqual([6, 4, 5]);
    if (cache.kind === 'fixed') expect([...cache.lengths.data]).toEqual([7, 7]);
  }
  expect(standard.growingCache()).toEqual({ kind: 'growing' });
});

test('the kernelised form equals its quadratic one, in either width', () => {
  const [q, k, v] = [varied([2, 4, 3, 5]), varied([2, 2, 6, 5], 2), varied([2, 2, 6, 7], 3)];
  for (const causal of [false, true]) {
    const trace = standard.traceKernelisedAttention(q, k, v, { causal });
    expectNear(standard.kernelisedAttention(q, k, v, { causal }).output, trace.output);
    expectNear(standard.kernelisedAttention(float(q), float(k), float(v), { causal }).output, trace.output, 1e-5);
    expect(trace.similarities.data.filter((similarity) => similarity === 0).length).toBe(causal ? 2 * 4 * 12 : 0);
  }
  expect(standard.kernelisedAttention(q, k, v).multiplyAdds).toBe(2 * (2 * 6 + 4 * 3) * 5 * 8);
});
