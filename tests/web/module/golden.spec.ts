/** The chapter's numbers through the WebAssembly module, each within 1e-12. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../playwright.ts';
import { project } from '../site.ts';
import { core, expectClose, golden, mask, numbers, tensor } from './module.ts';

const ones = (rows: number, columns: number) => mask(Array.from({ length: rows }, () => Array<number>(columns).fill(1)));

test('example 16.1: scores come from the projections', () => {
  const { inputs, example_16_1: example } = golden;
  const chapter = core.chapterInputs();
  for (const [ours, theirs] of [['x', 'X'], ['wQ', 'W_Q'], ['wK', 'W_K'], ['wV', 'W_V'], ['q', 'Q'], ['k', 'K'], ['v', 'V']] as const) {
    expectClose(chapter[ours], inputs[theirs]);
  }
  expectClose(chapter.scores, example.S);
  expect(Math.abs(chapter.scale - Number(inputs.scale)) <= 1e-15).toBe(true);
  expectClose(core.project(tensor([numbers(inputs.X)]), tensor(numbers(inputs.W_Q))), [inputs.Q]);
});

test('example 16.1: weights and outputs under each visibility', () => {
  const { inputs, example_16_1: example } = golden;
  const scores = tensor(numbers(example.S));
  const values = tensor([[numbers(inputs.V)]]);
  for (const name of ['unmasked', 'causal', 'padding_keys_only', 'causal_and_padding']) {
    const wanted = example[name];
    const visible = wanted.visible ? mask(wanted.visible) : ones(3, 3);
    const options = wanted.valid_query ? { visible, validQueries: mask(wanted.valid_query) } : { visible };
    const weights = core.maskedSoftmax(scores, options);
    expectClose(weights, wanted.A);
    expectClose(core.weightedSum({ shape: [1, 1, 3, 3], data: weights.data }, values), [[wanted.O]]);
    expectClose(core.traceMaskedSoftmax(scores, options).weights, wanted.A);
    weights.data.forEach((weight, i) => { if (!visible.data[i]) expect(Object.is(weight, 0)).toBe(true); });
  }
});

test('example 16.1: attention in one call', () => {
  const { inputs, example_16_1: { causal } } = golden;
  const [q, k, v] = [inputs.Q, inputs.K, inputs.V].map((rows) => tensor([[numbers(rows)]]));
  expectClose(core.attention(q!, k!, v!, { causal: true }), [[causal.O]]);
  const trace = core.traceAttention(q!, k!, v!, { causal: true });
  expectClose(trace.softmax.weights, [[causal.A]]);
  expectClose(trace.output, [[causal.O]]);
  expectClose(core.causal(3, 3), causal.visible);
});

test('example 16.1: the mask after the softmax', () => {
  const { inputs, example_16_1: { S, causal, mask_after_softmax: wanted } } = golden;
  const weights = core.softmaxThenMask(tensor(numbers(S)), mask(causal.visible));
  expectClose(weights, wanted.A);
  expectClose(core.weightedSum({ shape: [1, 1, 3, 3], data: weights.data }, tensor([[numbers(inputs.V)]])), [[wanted.O]]);
});

test('example 16.2: the copier that sees the future', () => {
  const { example_16_2: example } = golden;
  for (const ratio of [99, 9]) {
    const wanted = example[`ratio_${ratio}`];
    const leak = core.leakCopier(ratio, true);
    expectClose(leak.weights, wanted.weights);
    expectClose(leak.probabilities, [wanted.red_probs, wanted.blue_probs]);
    expectClose({ shape: [], data: [leak.loss, core.leakCopier(ratio, false).loss] }, [wanted.loss_future_visible, wanted.loss_causal], []);
  }
});

test('example 16.3: two heads, swapped and repaired', () => {
  const { example_16_3: wanted } = golden;
  const { x, twoHeads } = core.chapterInputs();
  const batch = { shape: [1, ...x.shape], data: x.data };
  expectClose(twoHeads.wO, wanted.W_O);
  const trace = core.traceMultiHead(batch, twoHeads, { causal: true });
  expectClose(trace.attention.softmax.weights, [[wanted.A1, wanted.A2]]);
  expectClose(trace.attention.output, [[wanted.o1, wanted.o2]]);
  expectClose(trace.merged, [wanted.J]);
  expectClose(trace.output, [wanted.Y]);
  expectClose(core.multiHeadAttention(batch, twoHeads, { causal: true }), [wanted.Y]);

  const swapped = { ...core.permuteHeads(twoHeads, [1, 0]), wO: twoHeads.wO };
  expectClose(core.traceMultiHead(batch, swapped, { causal: true }).merged, [wanted.swapped.J]);
  expectClose(core.multiHeadAttention(batch, swapped, { causal: true }), [wanted.swapped.Y_with_old_W_O]);
  const repaired = core.permuteOutputRows(swapped, [1, 0]);
  expectClose(repaired.wO, wanted.swapped.W_O_repaired);
  expectClose(core.multiHeadAttention(batch, repaired, { causal: true }), [wanted.swapped.Y_repaired]);
});

test('section 16.5: stored scores', () => {
  const { section_16_5: wanted } = golden;
  for (const positions of [3, 6]) {
    expect(core.scoreMemory(1, wanted.H, positions, 'float64')).toEqual(
      { scores: wanted[`scores_T${positions}`], bytes: wanted[`bytes_T${positions}`] });
  }
});

test('the committed golden numbers are the shared ones', () => {
  const shared = process.env.MASKSCOPE_SHARED;
  test.skip(!shared, 'MASKSCOPE_SHARED does not name the shared folder');
  expect(readFileSync(`${project}tests/golden/chapter16.json`, 'utf8')).toBe(readFileSync(`${shared}/golden/chapter16.json`, 'utf8'));
});
