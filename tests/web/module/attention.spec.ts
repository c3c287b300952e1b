/** Attention in either width, on vector instructions and in small calls. */
import { moduleBytes } from '../../../web/plugins/project.ts';
import type { Real, AttentionOptions, Tensor } from '../../../web/src/core';
import { expect, test } from '../playwright.ts';
import { expectNear, float, indices, loadCore, mask, refusal, core, tensor, varied } from './module.ts';

const widths = [1, 2, 3, 7, 8, 16, 64, 80, 128, 256];
/** Products from which `attention` works in tiles. */
const tiled = 1 << 14;

/** q, k and v of L queries and S keys, with as many sequences and heads as it takes to be computed in tiles. */
function inputs(queries: number, keys: number, width: number, valueWidth: number): [Tensor, Tensor, Tensor] {
  const repeats = Math.ceil(tiled / (queries * keys * (width + valueWidth)));
  const [batch, heads] = repeats > 64 ? [Math.ceil(repeats / 64), 64] : [1, repeats];
  return [varied([batch, heads, queries, width], 1), varied([batch, heads, keys, width], 2), varied([batch, heads, keys, valueWidth], 3)];
}

/** What the plain loops give in float64. */
const inLoops = (q: Real, k: Real, v: Real, options?: AttentionOptions) =>
  core.traceAttention({ ...q, data: Float64Array.from(q.data) }, { ...k, data: Float64Array.from(k.data) },
    { ...v, data: Float64Array.from(v.data) }, options).output;

test('the tiles run on SIMD-128', () => {
  expect(core.instructionSet()).toBe('WASM');
});

test('without vector instructions the module is refused by name', async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    await expect(loadCore(moduleBytes())).rejects.toMatchObject({ name: 'SimdMissing', message: expect.stringMatching(/SIMD/) });
  } finally {
    WebAssembly.validate = validate;
  }
});

test('large calls are computed in tiles, small ones in loops', () => {
  expect(core.attentionPath([1, 1, 32, 128], [1, 1, 2, 128], [1, 1, 2, 128])).toBe('tiled');
  expect(core.attentionPath([1, 1, 32, 127], [1, 1, 2, 127], [1, 1, 2, 128])).toBe('reference');
  const large = [1, 8, 2048, 64];
  expect(core.attentionPath(large, large, large), '2^32 products').toBe('tiled');
  expect(refusal(() => core.attentionPath([1, 1, 2, 3], [1, 1, 2, 4], [1, 1, 2, 4]))).toMatchObject({ code: 'shape_mismatch' });
});

for (const [name, narrow, tolerance] of [['float64', false, 1e-14], ['float32', true, 4e-7]] as const) {
  test(`the tiles agree with the loops in ${name}, for lengths 1 to 130 and widths 1 to 256`, () => {
    for (let length = 1; length <= 130; length++) {
      const width = widths[length % widths.length]!;
      const [q, k, v] = inputs(length, 131 - length, width, widths[(3 * length) % widths.length]!);
      const shapes = [q, k, v].map(({ shape }) => shape) as [number[], number[], number[]];
      expect(core.attentionPath(...shapes)).toBe('tiled');
      const output = narrow ? core.attention(float(q), float(k), float(v)) : core.attention(q, k, v);
      expect(output.data).toBeInstanceOf(narrow ? Float32Array : Float64Array);
      expectNear(output, narrow ? inLoops(float(q), float(k), float(v)) : inLoops(q, k, v), tolerance);
    }
  });
}

test('the tiles take every option', () => {
  const [q, k, v] = [varied([2, 4, 9, 24], 1), varied([2, 2, 300, 24], 2), varied([2, 2, 300, 5], 3)];
  const bias = varied([4, 1, 300], 4);
  bias.data[7] = -Infinity;
  const visible = mask([Array.from({ length: 300 }, (_, j) => j % 7 !== 3)]);
  const validQueries = mask([Array(9).fill(1), [1, 1, 1, 1, 0, 0, 0, 0, 0]]);
  const choices: AttentionOptions[] = [
    { causal: true }, { causal: true, alignment: 'bottom_right' }, { causal: true, offset: 150, windowLeft: 40 },
    { windowLeft: 2, windowRight: 3, offset: 200 }, { keyLengths: indices([300, 17]) }, { scale: -0.3 }, { softcap: 2 }, { bias }, { visible },
    { validQueries }, { keyLengths: indices([0, 5]), emptyRow: 'uniform' }, { keyLengths: indices([0, 5]), emptyRow: 'nan' },
    { causal: true, offset: 100, softcap: 3, bias, visible, validQueries, scale: 0.2 },
  ];
  expect(core.attentionPath(q.shape, k.shape, v.shape)).toBe('tiled');
  for (const options of choices) {
    expectNear(core.attention(q, k, v, options), inLoops(q, k, v, options), 1e-14);
    const narrow = { ...options, ...(options.bias ? { bias: float(options.bias) } : {}) };
    expectNear(core.attention(float(q), float(k), float(v), narrow as never), inLoops(float(q), float(k), float(v), options), 1e-6);
  }
});

test('what may not be read never reaches the output of the tiles', () => {
  const [q, k, v] = inputs(40, 40, 16, 16);
  const clean = core.attention(q, k, v, { keyLengths: indices([30]) });
  for (const junk of [NaN, Infinity, -1e300]) {
    for (const array of [k, v]) for (let j = 30; j < 40; j++) array.data.fill(junk, j * 16, (j + 1) * 16);
    expect(core.attention(q, k, v, { keyLengths: indices([30]) }).data).toEqual(clean.data);
  }
});

test('small calls in a row give what each gives by itself', () => {
  const calls: [Real, Real, Real][] = [];
  for (const [queries, keys, width] of [[3, 3, 8], [3, 3, 8], [5, 2, 4], [128, 100, 16], [3, 3, 8], [1, 1, 1], [600, 2, 60]] as const) {
    const [q, k, v] = [varied([1, 2, queries, width], calls.length), varied([1, 2, keys, width], calls.length + 9), varied([1, 2, keys, width + 1], 4)];
    calls.push([q, k, v], [float(q), float(k), float(v)]);
  }
  for (const options of [undefined, {}, { causal: false }, { causal: true }]) {
    const results = calls.map(([q, k, v]) => core.attention(q, k, v, options));
    results.forEach((result, n) => {
      const [q, k, v] = calls[n]!;
      // an option that changes nothing, but is more than a small call knows
      expect(result).toEqual(core.attention(q, k, v, { ...options, offset: 0 }));
    });
  }
});

test('small calls outlive a growing memory', async () => {
  const fresh = await loadCore(moduleBytes());
  const [q, k, v] = [varied([1, 2, 3, 8], 1), varied([1, 2, 3, 8], 2), varied([1, 2, 3, 8], 3)];
  const before = fresh.attention(q, k, v);
  fresh.normalTensor([2048, 2048], 1, 0);
  expect(fresh.attention(q, k, v)).toEqual(before);
});

test('small calls refuse with the words of large ones', () => {
  const one = tensor([[[[1]]]]);
  const two = tensor([[[[1, 2]]]]);
  const without = { shape: [1, 1, 0, 1], data: new Float64Array(0) };
  const calls: [() => unknown, string, RegExp][] = [
    [() => core.attention(one, two, two), 'shape_mismatch', /k/],
    [() => core.attention(float(one), one as never, one as never), 'shape_mismatch', /k\.data: expected a Float32Array/],
    [() => core.attention(one, without, without), 'empty_input', /k/],
    [() => core.attention(one, one, one, { causal: 1 as never }), 'out_of_range', /causal/],
    [() => core.attention(one, one, one, null as never), 'shape_mismatch', /options/],
    [() => core.attention({ ...one, shape: [2, 1, 1, 1] }, one, one), 'shape_mismatch', /q\.data/],
    [() => core.attention(undefined as never, one, one), 'shape_mismatch', /q/],
  ];
  for (const [call, code, message] of calls) {
    expect(refusal(call)).toMatchObject({ name: 'CoreError', code, message: expect.stringMatching(message) });
    expect(core.attention(one, one, one).data).toEqual(new Float64Array([1]));
  }
});
