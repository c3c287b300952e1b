/** Whatever the core refuses reaches JavaScript as an `Error` with a code and a message. */
import type { Core, ErrorCode } from '../../../web/src/core';
import { expect, test } from '../playwright.ts';
import { core, coreFunctions, indices, mask, tensor } from './module.ts';

const row = tensor([[1, 2]]);
const parameters = { numHeads: 1, wQ: tensor([[1]]), wK: tensor([[1]]), wV: tensor([[1]]), wO: tensor([[1]]) };

const refused: Record<ErrorCode, { call: () => unknown; message: RegExp }> = {
  empty_input: { call: () => core.maskedSoftmax({ shape: [0, 2], data: new Float64Array() }), message: /scores/ },
  shape_mismatch: { call: () => core.maskedSoftmax(row, { visible: mask([[1, 1, 1]]) }), message: /visible.*\[1,3\]|\[1,2\]/ },
  not_finite: { call: () => core.attention(tensor([[[[1]]]]), tensor([[[[1]]]]), tensor([[[[1]]]]), { scale: NaN }), message: /scale/ },
  out_of_range: { call: () => core.leakCopier(0, true), message: /ratio/ },
  too_large: { call: () => core.causal(4097, 4097), message: /4096/ },
  no_visible_key: { call: () => core.maskedSoftmax(row, { visible: mask([[0, 0]]) }), message: /^a valid query has no visible key$/ },
  no_scored_target: {
    call: () => core.meanNegativeLogLikelihood(tensor([[[0.5, 0.5]]]), indices([[0]]), mask([[0]])), message: /scored/,
  },
  unknown_name: { call: () => core.variantWeights('nothing' as 'correct', tensor([[[[1]]]]), mask([[1]])), message: /nothing/ },
  prefix_changed: {
    call: () => core.probeFuture('correct', parameters, tensor([[1], [2]]), tensor([[9], [2]]), 1), message: /changed/,
  },
};

for (const [code, { call, message }] of Object.entries(refused)) {
  test(`${code} arrives as an Error with its code and message`, () => {
    let caught: unknown;
    try {
      call();
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(Error);
    expect(caught).toMatchObject({ name: 'CoreError', code, message: expect.stringMatching(message) });
  });
}

test('nonsense in place of arguments is refused in the same way by every function, and the module lives on', () => {
  const nonsense: unknown[] = [undefined, null, 'text', NaN, -1, 1e300, {}, [], { shape: [2, 2], data: [1] }, { shape: [-1], data: [] },
    { shape: [1e9, 1e9], data: [] }, { shape: 'x', data: 'y' }];
  for (const name of coreFunctions.filter((one) => one !== 'variants' && one !== 'chapterInputs')) {
    for (const one of nonsense) {
      const refusal = refusalOf(name, one);
      expect(refusal, `${name}(${JSON.stringify(one)}, …)`).toMatchObject({ name: 'CoreError', code: expect.stringMatching(/^[a-z_]+$/) });
    }
  }
  expect(core.maskedSoftmax(tensor([[0, 0]])).data).toEqual(new Float64Array([0.5, 0.5]));
});

/** What a function throws when every argument is the same nonsense; Embind itself refuses a wrong number of arguments. */
function refusalOf(name: keyof Core, nonsense: unknown): unknown {
  for (let count = 6; count > 0; count--) {
    try {
      (core[name] as (...args: unknown[]) => unknown)(...Array<unknown>(count).fill(nonsense));
      return 'it was accepted';
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'BindingError') return error;
    }
  }
  return 'no number of arguments fits';
}
