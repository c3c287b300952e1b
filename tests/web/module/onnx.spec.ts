/**
 * What ONNX's own reference gives for its operators, through the module: float32 within 1e-5 relative or 1e-6 absolute, float16
 * within 2 units in the last place.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { FloatTensor, LinearAttentionOptions, Mask, OnnxAttentionOptions, Precision } from '../../../web/src/core';
import { expect, test } from '../playwright.ts';
import { float, indices, mask, refusal, core, tensor, varied } from './module.ts';

interface OnnxTensor { dtype: 'float32' | 'float16' | 'bool' | 'int64'; shape: number[]; data: (number | boolean | string)[] }
interface OnnxCase {
  name: string; op: 'Attention' | 'LinearAttention'; attrs: Record<string, number | string>;
  inputs: Record<string, OnnxTensor>; outputs: Record<string, OnnxTensor>;
}

const file = `${process.env.MASKSCOPE_SHARED}/peer/onnx_attention_cases.json`;
const cases: OnnxCase[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];

/** JSON has no spelling of its own for these. */
const spelled: Record<string, number> = { inf: Infinity, '-inf': -Infinity, nan: NaN };
const numbersOf = ({ data }: OnnxTensor): number[] => data.map((number) => (typeof number === 'string' ? spelled[number]! : Number(number)));
const given = <Read>(input: OnnxTensor | undefined, read: (input: OnnxTensor) => Read): Read | undefined => input && read(input);
const asFloat = (input: OnnxTensor): FloatTensor => ({ shape: input.shape, data: Float32Array.from(numbersOf(input)) });
const asMask = (input: OnnxTensor): Mask => ({ shape: input.shape, data: Uint8Array.from(numbersOf(input)) });
const asIndices = (input: OnnxTensor) => ({ shape: input.shape, data: Int32Array.from(numbersOf(input)) });
/** ONNX's numbers for data types. */
const precisions: Record<number, Precision> = { 1: 'float32', 10: 'float16', 11: 'float64', 16: 'bfloat16' };

function attend({ attrs, inputs, outputs }: OnnxCase) {
  const options = {
    attnMask: given<Mask | FloatTensor>(inputs.attn_mask, (input) => (input.dtype === 'bool' ? asMask(input) : asFloat(input))),
    pastKey: given(inputs.past_key, asFloat), pastValue: given(inputs.past_value, asFloat),
    nonpadKvSeqlen: given(inputs.nonpad_kv_seqlen, asIndices),
    isCausal: attrs.is_causal === 1, scale: attrs.scale, softcap: attrs.softcap,
    leftWindowSize: attrs.left_window_size, rightWindowSize: attrs.right_window_size,
    qNumHeads: attrs.q_num_heads, kvNumHeads: attrs.kv_num_heads,
    qkMatmulOutputMode: outputs.qk_matmul_output && (attrs.qk_matmul_output_mode ?? 0),
    softmaxPrecision: precisions[attrs.softmax_precision as number], elementType: inputs.Q!.dtype,
  };
  const [q, k, v] = [inputs.Q!, inputs.K!, inputs.V!].map(asFloat);
  const result = core.onnxAttention(q!, k!, v!, options as OnnxAttentionOptions<FloatTensor>);
  return { Y: result.y, present_key: result.presentKey, present_value: result.presentValue, qk_matmul_output: result.qkMatmulOutput };
}

function attendLinearly({ attrs, inputs }: OnnxCase) {
  const options = {
    qNumHeads: attrs.q_num_heads, kvNumHeads: attrs.kv_num_heads, updateRule: attrs.update_rule, scale: attrs.scale,
    pastState: given(inputs.past_state, asFloat), decay: given(inputs.decay, asFloat), beta: given(inputs.beta, asFloat),
    elementType: inputs.query!.dtype,
  };
  const [q, k, v] = [inputs.query!, inputs.key!, inputs.value!].map(asFloat);
  const result = core.linearAttention(q!, k!, v!, options as LinearAttentionOptions<FloatTensor>);
  return { output: result.output, present_state: result.presentState };
}

function tolerance(dtype: string, number: number): number {
  if (dtype === 'float32') return Math.max(1e-5 * Math.abs(number), 1e-6);
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(number))), -14);
  return 2 * 2 ** (exponent - 10);
}

/** Infinities and NaN are only near themselves. */
function near(dtype: string, ours: number, theirs: number): boolean {
  return Object.is(ours, theirs) || (Number.isFinite(theirs) && Math.abs(ours - theirs) <= tolerance(dtype, theirs));
}

test('all of ONNX\'s cases are there', () => {
  test.skip(!process.env.MASKSCOPE_SHARED && !process.env.CI, 'MASKSCOPE_SHARED does not name the shared folder: ONNX\'s cases are NOT tested');
  expect(cases.length, file).toBe(101);
});

for (const onnx of cases) {
  test(onnx.name, () => {
    const results: Record<string, FloatTensor | undefined> = onnx.op === 'Attention' ? attend(onnx) : attendLinearly(onnx);
    expect(Object.keys(onnx.outputs).length).toBeGreaterThan(0);
    for (const [name, wanted] of Object.entries(onnx.outputs)) {
      const actual = results[name]!;
      expect(actual.data, name).toBeInstanceOf(Float32Array);
      expect(actual.shape, name).toEqual(wanted.shape);
      expect(actual.data.length, name).toBe(wanted.data.length);
      const far = numbersOf(wanted).flatMap((number, i) =>
        (near(wanted.dtype, actual.data[i]!, number) ? [] : [`${name}, element ${i}: ${actual.data[i]}, not ${number}`]));
      expect(far).toEqual([]);
    }
  });
}

const [q, k, v] = [varied([2, 4, 3, 5]), varied([2, 2, 6, 5], 2), varied([2, 2, 6, 7], 3)];

test('results are as wide as the arrays that came in', () => {
  const wide = core.onnxAttention(q, k, v, { isCausal: true, qkMatmulOutputMode: 3 });
  const narrow = core.onnxAttention(float(q), float(k), float(v), { isCausal: true, qkMatmulOutputMode: 3 });
  expect(wide.y.data).toBeInstanceOf(Float64Array);
  expect(narrow.qkMatmulOutput!.data).toBeInstanceOf(Float32Array);
  wide.y.data.forEach((number, i) => expect(Math.abs(narrow.y.data[i]! - number)).toBeLessThan(1e-6));
});

test('float16 and bfloat16 results hold numbers of the format', () => {
  for (const elementType of ['float16', 'bfloat16'] as const) {
    const { y } = core.onnxAttention(float(q), float(k), float(v), { elementType });
    expect(core.roundTo(elementType, y)).toEqual(y);
    expect(y).not.toEqual(core.onnxAttention(float(q), float(k), float(v)).y);
  }
});

test('states of linear attention have a format of their own', () => {
  const [q, k, v, pastState] = [varied([2, 3, 4]), varied([2, 3, 4], 2), varied([2, 3, 6], 3), varied([2, 1, 4, 6], 4)];
  const options = { updateRule: 'linear', pastState } as const;
  const { output, presentState } = core.linearAttention(q, k, v, { ...options, stateType: 'float16' });
  expect(core.roundTo('float16', presentState)).toEqual(presentState);
  expect(core.roundTo('float16', output)).not.toEqual(output);
  expect(core.linearAttention(q, k, v, options).presentState).not.toEqual(presentState);
});

test('a mask of zeros and ones and one of numbers say the same', () => {
  const visible = mask([[1, 1, 0, 0, 0, 0], [0, 1, 1, 0, 0, 1], [1, 1, 1, 1, 1, 0]]);
  expect(core.onnxAttention(q, k, v, { attnMask: core.toAdditiveMask(visible) })).toEqual(core.onnxAttention(q, k, v, { attnMask: visible }));
});

const refused: [name: string, call: () => unknown, code: string, message: RegExp][] = [
  ['widths mixed in one call', () => core.onnxAttention(q, float(k) as never, v), 'shape_mismatch', /k\.data: expected a Float64Array/],
  ['an array of neither width', () => core.onnxAttention({ shape: [1], data: [1] } as never, k, v), 'shape_mismatch', /^q\.data: .*Float32Array or/],
  ['float64 for narrower arrays', () => core.onnxAttention(float(q), float(k), float(v), { elementType: 'float64' }), 'out_of_range', /elementType/],
  ['a format that does not exist', () => core.onnxAttention(q, k, v, { elementType: 'float8' as never }), 'unknown_name', /float8/],
  ['a window below -1', () => core.onnxAttention(q, k, v, { leftWindowSize: -2 }), 'out_of_range', /leftWindowSize/],
  ['heads that do not divide', () => core.onnxAttention(varied([2, 3, 3, 5]), k, v), 'shape_mismatch', /key heads/],
  ['a past beside an outer cache', () => core.onnxAttention(q, k, v, { pastKey: k, pastValue: v, nonpadKvSeqlen: indices([6, 6]) }),
    'shape_mismatch', /nonpadKvSeqlen/],
  ['a past key alone', () => core.onnxAttention(q, k, v, { pastKey: k }), 'shape_mismatch', /pastValue/],
  ['a mask that does not broadcast', () => core.onnxAttention(q, k, v, { attnMask: mask([[1], [1]]) }), 'shape_mismatch', /attnMask/],
  ['an output mode that does not exist', () => core.onnxAttention(q, k, v, { qkMatmulOutputMode: 4 as never }), 'out_of_range', /qkMatmulOutputMode/],
  ['a scale that is no number', () => core.onnxAttention(q, k, v, { scale: NaN }), 'not_finite', /scale/],
  ['a rule without its gates', () => core.linearAttention(tensor([[[1]]]), tensor([[[1]]]), tensor([[[1]]])), 'shape_mismatch', /decay/],
  ['a rule that does not exist', () => core.linearAttention(tensor([[[1]]]), tensor([[[1]]]), tensor([[[1]]]), { updateRule: 'other' as never }),
    'unknown_name', /other/],
];

for (const [name, call, code, message] of refused) {
  test(`refused: ${name}`, () => {
    expect(refusal(call)).toMatchObject({ name: 'CoreError', code, message: expect.stringMatching(message) });
  });
}
