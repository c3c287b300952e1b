/** Gradients against central differences; what is blocked gets none. */
import type { AttentionOptions, Tensor } from '../../../web/src/core';
import { expect, test } from '../playwright.ts';
import { indices, refusal, core, tensor, varied } from './module.ts';

const dot = (a: Tensor, b: Tensor): number => a.data.reduce((sum, number, i) => sum + number * b.data[i]!, 0);

/** Every element of `gradient` against the slope of `value` as that element of `at` moves. */
function expectSlopes(gradient: Tensor, at: Tensor, value: (moved: Tensor) => number): void {
  expect(gradient.shape).toEqual(at.shape);
  const step = 1e-5;
  const moved = (i: number, by: number) => value({ ...at, data: at.data.with(i, at.data[i]! + by) });
  gradient.data.forEach((ours, i) => {
    const slope = (moved(i, step) - moved(i, -step)) / (2 * step);
    expect(Math.abs(ours - slope), `element ${i}: ${ours}, not ${slope}`).toBeLessThan(1e-8);
  });
}

test('attention: every input and the bias, under a rule, a softcap and shared key heads', () => {
  const [q, k, v, bias] = [varied([1, 4, 3, 2]), varied([1, 2, 5, 2], 2), varied([1, 2, 5, 3], 3), varied([4, 1, 5], 4)];
  const gradOutput = varied([1, 4, 3, 3], 5);
  const options: AttentionOptions = { causal: true, alignment: 'bottom_right', windowLeft: 1, softcap: 2, bias };
  const gradients = core.attentionGradients(q, k, v, gradOutput, options);
  expectSlopes(gradients.q, q, (moved) => dot(core.attention(moved, k, v, options), gradOutput));
  expectSlopes(gradients.k, k, (moved) => dot(core.attention(q, moved, v, options), gradOutput));
  expectSlopes(gradients.v, v, (moved) => dot(core.attention(q, k, moved, options), gradOutput));
  expectSlopes(gradients.bias!, bias, (moved) => dot(core.attention(q, k, v, { ...options, bias: moved }), gradOutput));
  const visible = core.visibleByPosition(options, 3, 5).data;
  gradients.biased.data.forEach((gradient, i) => expect(gradient === 0, `cell ${i}`).toBe(!visible[i % 15]));
});

test('multi-head attention: the inputs and every weight', () => {
  const x = varied([2, 3, 4]);
  const parameters = core.initialParameters({ modelWidth: 4, numHeads: 2, seed: 7 });
  const gradOutput = varied([2, 3, 4], 2);
  const gradients = core.multiHeadGradients(x, parameters, gradOutput, { causal: true });
  expectSlopes(gradients.x, x, (moved) => dot(core.multiHeadAttention(moved, parameters, { causal: true }), gradOutput));
  for (const name of ['wQ', 'wK', 'wV', 'wO'] as const) {
    expectSlopes(gradients[name], parameters[name],
      (moved) => dot(core.multiHeadAttention(x, { ...parameters, [name]: moved }, { causal: true }), gradOutput));
  }
  expect(gradients.attention.q.shape).toEqual([2, 2, 3, 2]);
  expect(gradients.attention).not.toHaveProperty('bias');
});

test('a query with nothing to read gives 0, and NaN to nobody', () => {
  const x = tensor([[[[1], [2]]]]);
  const gradients = core.attentionGradients(x, x, x, x, { causal: true, alignment: 'bottom_right', keyLengths: indices([1]), emptyRow: 'zeros' });
  expect([...gradients.scores.data]).toEqual([0, 0, 0, 0]);
  expect([...gradients.v.data]).toEqual([2, 0]);
});

test('a gradient of another shape than the output is refused', () => {
  const x = tensor([[[[1], [2]]]]);
  expect(refusal(() => core.attentionGradients(x, x, x, tensor([[[[1]]]])))).toMatchObject({ code: 'shape_mismatch', message: expect.stringMatching(/grad/) });
});
