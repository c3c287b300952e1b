/** Whatever the standard module refuses reaches JavaScript as an `Error` with a code and a message. */
import type { Standard } from '../../../web/src/standard';
import { expect, test } from '../playwright.ts';
import { indices, mask, refusal, standard, standardFunctions, tensor, varied } from './standard.ts';

const cells = { queries: 3, keys: 3 };
const one = tensor([[[[1]]]]);
const ring = standard.ringCache({ slots: 2 });

const refused: [name: string, call: () => unknown, code: string, message: RegExp][] = [
  ['cells without a length', () => standard.lookAhead({ queries: 3 } as never), 'out_of_range', /cells\.keys: expected a whole number/],
  ['cells above the limit', () => standard.lookAhead({ queries: 4097, keys: 1 }), 'too_large', /cells\.queries: expected at most 4096/],
  ['no queries', () => standard.strided({ queries: 0, keys: 1 }, 1), 'empty_input', /cells/],
  ['an offset out of reach', () => standard.strided({ ...cells, offset: 2 ** 30 + 1 }, 1), 'out_of_range', /offset/],
  ['a window of no keys', () => standard.slidingWindow(cells, 0), 'out_of_range', /window/],
  ['bars that start after the keys', () => standard.bars(cells, [0, 3]), 'out_of_range', /starts/],
  ['a padding that does not exist', () => standard.segments(indices([[1]]), { padding: 'other' as never }), 'unknown_name', /other/],
  ['a list that is none', () => standard.perHead(mask([[1]]) as never), 'shape_mismatch', /masks: expected an array/],
  ['masks of different shapes', () => standard.perLayer([mask([[1]]), mask([[1, 1]])]), 'shape_mismatch', /masks/],
  ['a form that would lose cells', () => standard.toMaskForm(standard.causal(2, 2), 'keys', { queries: 2, keys: 2 }), 'shape_mismatch', /mask/],
  ['an alignment that does not exist', () => standard.visibleByPosition({ alignment: 'left' as never }, 2, 2), 'unknown_name', /left/],
  ['an offset under bottom_right', () => standard.attention(one, one, one, { alignment: 'bottom_right', offset: 1 }), 'out_of_range', /offset/],
  ['a query with nothing to read', () => standard.attention(one, one, one, { keyLengths: indices([0]) }), 'no_visible_key', /visible key/],
  ['a format that does not exist', () => standard.limitsOf('float8' as never), 'unknown_name', /float8/],
  ['a fill that is no number', () => standard.traceRoundedSoftmax(tensor([[1]]), { fills: [{ visible: mask([[0]]), value: NaN }] }), 'not_finite', /value/],
  ['a fill without a mask', () => standard.traceRoundedSoftmax(tensor([[1]]), { fills: [{ value: 1 }] as never }), 'shape_mismatch', /fills\.visible/],
  ['a kind of cache that does not exist', () => standard.attendToCache(one, { kind: 'other' } as never), 'unknown_name', /cache\.kind.*other/],
  ['a step larger than the ring', () => standard.appendToCache(ring, varied([1, 1, 3, 1]), varied([1, 1, 3, 1])), 'out_of_range', /k/],
  ['no heads', () => standard.alibiSlopes(0), 'out_of_range', /heads/],
  ['a table with an even number of rows', () => standard.relativePositionBias(tensor([[1], [2]]), cells), 'shape_mismatch', /table/],
  ['a negative deviation', () => standard.normalTensor([2], -1, 0), 'out_of_range', /deviation/],
  ['too few samples', () => standard.sampledScoreVariance({}, 1, 0), 'out_of_range', /positions/],
  ['more than fits', () => standard.normalTensor([4096, 4096, 4096], 1, 0), 'too_large', /bytes/],
];

for (const [name, call, code, message] of refused) {
  test(`refused: ${name}`, () => {
    expect(refusal(call)).toMatchObject({ name: 'CoreError', code, message: expect.stringMatching(message) });
  });
}

test('nonsense in place of arguments is refused in the same way by every function, and the module lives on', () => {
  const nonsense: unknown[] = [null, 'text', NaN, -1, 1e300, [], { shape: [2, 2], data: [1] }, { shape: [-1], data: [] },
    { shape: [1e9, 1e9], data: [] }, { shape: 'x', data: 'y' }];
  // any object will do for options that may all be left out
  const lenient = ['fixedCache', 'ringCache', 'initialParameters', 'expectedScoreVariance'];
  const withoutArguments = ['growingCache', 'instructionSet'];
  const accepted = standardFunctions.filter((name) => !withoutArguments.includes(name)).flatMap((name) => nonsense
    .filter((value) => !(lenient.includes(name) && value instanceof Object) && !isRefused(name, value))
    .map((value) => `${name}(${JSON.stringify(value)}, …)`));
  expect(accepted).toEqual([]);
  expect(standard.maskedSoftmax(tensor([[0, 0]])).data).toEqual(new Float64Array([0.5, 0.5]));
});

/** Whether a function refuses it in every argument; Embind itself refuses a wrong number of arguments. */
function isRefused(name: keyof Standard, nonsense: unknown): boolean {
  for (let count = 6; count > 0; count--) {
    try {
      (standard[name] as (...args: unknown[]) => unknown)(...Array<unknown>(count).fill(nonsense));
      return false;
    } catch (error) {
      if (error instanceof Error && error.name === 'CoreError') return /^[a-z_]+$/.test((error as unknown as { code: string }).code);
    }
  }
  return false;
}
