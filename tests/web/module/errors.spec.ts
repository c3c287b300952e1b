/** Whatever the core refuses reaches JavaScript as an `Error` with a code and a message. */
import type { Core, ErrorCode } from '../../../web/src/core';
import { expect, test } from '../playwright.ts';
import { core, indices, mask, refusal, signatures, tensor, varied } from './module.ts';

const row = tensor([[1, 2]]);
const parameters = { numHeads: 1, wQ: tensor([[1]]), wK: tensor([[1]]), wV: tensor([[1]]), wO: tensor([[1]]) };

function disposed() {
  const array = core.resident(row);
  array.dispose();
  return array as typeof row;
}

const refused: Record<ErrorCode, { call: () => unknown; message: RegExp }> = {
  empty_input: { call: () => core.maskedSoftmax({ shape: [0, 2], data: new Float64Array() }), message: /scores/ },
  shape_mismatch: { call: () => core.maskedSoftmax(row, { visible: mask([[1, 1, 1]]) }), message: /visible.*\[1,3\]|\[1,2\]/ },
  not_finite: { call: () => core.attention(tensor([[[[1]]]]), tensor([[[[1]]]]), tensor([[[[1]]]]), { scale: NaN }), message: /scale/ },
  out_of_range: { call: () => core.leakCopier(0, true), message: /ratio/ },
  too_large: { call: () => core.causal(4097, 4097), message: /4096/ },
  no_visible_key: { call: () => core.maskedSoftmax(row, { visible: mask([[0, 0]]) }), message: /^a valid query has no visible key: query 0; 1 of 1 rows$/ },
  no_scored_target: {
    call: () => core.meanNegativeLogLikelihood(tensor([[[0.5, 0.5]]]), indices([[0]]), mask([[0]])), message: /scored/,
  },
  unknown_name: { call: () => core.variantWeights('nothing' as 'correct', tensor([[[[1]]]]), mask([[1]])), message: /nothing/ },
  prefix_changed: {
    call: () => core.probeFuture('correct', parameters, tensor([[1], [2]]), tensor([[9], [2]]), 1), message: /changed/,
  },
  disposed: { call: () => core.maskedSoftmax(disposed()), message: /scores/ },
  wrong_arguments: {
    call: () => (core.maskedSoftmax as unknown as () => void)(), message: /^maskedSoftmax: expected 1 to 2 arguments \(scores, options\?\), got 0$/,
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

const cells = { queries: 3, keys: 3 };
const one = tensor([[[[1]]]]);
const ring = core.ringCache({ slots: 2 });

const wrong: [name: string, call: () => unknown, code: string, message: RegExp][] = [
  ['cells without a length', () => core.lookAhead({ queries: 3 } as never), 'out_of_range', /cells\.keys: expected a whole number/],
  ['cells above the limit', () => core.lookAhead({ queries: 4097, keys: 1 }), 'too_large', /cells\.queries: expected at most 4096/],
  ['no queries', () => core.strided({ queries: 0, keys: 1 }, 1), 'empty_input', /cells/],
  ['an offset out of reach', () => core.strided({ ...cells, offset: 2 ** 30 + 1 }, 1), 'out_of_range', /offset/],
  ['a window of no keys', () => core.slidingWindow(cells, 0), 'out_of_range', /window/],
  ['bars that start after the keys', () => core.bars(cells, [0, 3]), 'out_of_range', /starts/],
  ['a padding that does not exist', () => core.segments(indices([[1]]), { padding: 'other' as never }), 'unknown_name', /other/],
  ['a list that is none', () => core.perHead(mask([[1]]) as never), 'shape_mismatch', /masks: expected an array/],
  ['masks of different shapes', () => core.perLayer([mask([[1]]), mask([[1, 1]])]), 'shape_mismatch', /masks/],
  ['a form that would lose cells', () => core.toMaskForm(core.causal(2, 2), 'keys', { queries: 2, keys: 2 }), 'shape_mismatch', /mask/],
  ['an alignment that does not exist', () => core.visibleByPosition({ alignment: 'left' as never }, 2, 2), 'unknown_name', /left/],
  ['an offset under bottom_right', () => core.attention(one, one, one, { alignment: 'bottom_right', offset: 1 }), 'out_of_range', /offset/],
  ['a query with nothing to read', () => core.attention(one, one, one, { keyLengths: indices([0]) }), 'no_visible_key', /visible key/],
  ['a format that does not exist', () => core.limitsOf('float8' as never), 'unknown_name', /float8/],
  ['a fill that is no number', () => core.traceRoundedSoftmax(tensor([[1]]), { fills: [{ visible: mask([[0]]), value: NaN }] }), 'not_finite', /value/],
  ['a fill without a mask', () => core.traceRoundedSoftmax(tensor([[1]]), { fills: [{ value: 1 }] as never }), 'shape_mismatch', /fills\.visible/],
  ['a kind of cache that does not exist', () => core.attendToCache(one, { kind: 'other' } as never), 'unknown_name', /cache\.kind.*other/],
  ['a step larger than the ring', () => core.appendToCache(ring, varied([1, 1, 3, 1]), varied([1, 1, 3, 1])), 'out_of_range', /k/],
  ['no heads', () => core.alibiSlopes(0), 'out_of_range', /heads/],
  ['a table with an even number of rows', () => core.relativePositionBias(tensor([[1], [2]]), cells), 'shape_mismatch', /table/],
  ['a negative deviation', () => core.normalTensor([2], -1, 0), 'out_of_range', /deviation/],
  ['too few samples', () => core.sampledScoreVariance({}, 1, 0), 'out_of_range', /positions/],
  ['more than fits', () => core.normalTensor([4096, 4096, 4096], 1, 0), 'too_large', /bytes/],
];

for (const [name, call, code, message] of wrong) {
  test(`refused: ${name}`, () => {
    expect(refusal(call)).toMatchObject({ name: 'CoreError', code, message: expect.stringMatching(message) });
  });
}

test('nonsense in place of arguments is refused in the same way by every function, and the module lives on', () => {
  const nonsense: unknown[] = [null, 'text', NaN, -1, 1e300, [], { shape: [2, 2], data: [1] }, { shape: [-1], data: [] },
    { shape: [1e9, 1e9], data: [] }, { shape: 'x', data: 'y' }];
  const names = (Object.keys(signatures) as (keyof Core)[]).filter((name) => signatures[name] !== '');
  const accepted = names.flatMap((name) => nonsense
    .filter((value) => !isRefused(name, value))
    .map((value) => `${name}(${JSON.stringify(value)}, …)`));
  expect(accepted).toEqual([]);
  expect(core.maskedSoftmax(tensor([[0, 0]])).data).toEqual(new Float64Array([0.5, 0.5]));
});

/** Whether a function refuses it in every argument. */
function isRefused(name: keyof Core, nonsense: unknown): boolean {
  try {
    (core[name] as (...args: unknown[]) => unknown)(...signatures[name].split(' ').map(() => nonsense));
    return false;
  } catch (error) {
    return error instanceof Error && error.name === 'CoreError' && /^[a-z_]+$/.test((error as unknown as { code: string }).code);
  }
}
