import { shortestGrowth } from './goals.mjs';

/**
 * What is computed. Letters as everywhere: H heads, L queries, S keys, D width of a head, T = L = S; the batch is 1.
 *
 * @typedef {object} Case
 * @property {string} id names its folder of inputs
 * @property {'float32' | 'float64'} dtype
 * @property {number} heads H
 * @property {number} queries L
 * @property {number} keys S
 * @property {number} width D
 * @property {boolean} causal otherwise every key is visible
 * @property {number} window how many keys up to its own a query reads; Infinity: all
 * @property {('wasm' | 'native')[]} platforms
 * @property {string} [beside] another case, which only our core computes, in turn with this one: to be compared with it
 */

/** @returns {Case} */
function full(dtype, length, platforms) {
  return {
    id: `${dtype}-${length}`, dtype, heads: 8, queries: length, keys: length, width: 64, causal: true, window: Infinity, platforms,
  };
}

/** Beside half of its length, where that is long enough. */
function lengths(dtype, list, platforms) {
  return list.map((length) => ({
    ...full(dtype, length, platforms), beside: length / 2 < shortestGrowth ? undefined : `${dtype}-${length / 2}`,
  }));
}

const everywhere = ['wasm', 'native'];

/** @type {Case[]} */
export const cases = [
  { ...full('float32', 3, everywhere), id: 'tiny', heads: 2, width: 8 },
  ...lengths('float32', [128, 256, 512, 1024, 2048], everywhere),
  ...lengths('float64', [128, 512, 1024], ['wasm']),
  { ...full('float32', 2048, everywhere), id: 'window', window: 128, beside: 'float32-2048' },
  { ...full('float32', 2048, everywhere), id: 'decode', queries: 1, causal: false },
];

export const caseOf = (id) => cases.find((item) => item.id === id);

/** The first key that query i reads, and the one after its last. */
export function visibleRange({ causal, window, keys }, query) {
  const end = causal ? query + 1 : keys;
  return { begin: Math.max(0, end - window), end };
}

/** Cells that are not blocked, of one head. */
export function visibleCells(item) {
  let cells = 0;
  for (let query = 0; query < item.queries; query++) {
    const { begin, end } = visibleRange(item, query);
    cells += end - begin;
  }
  return cells;
}

/** Multiply-adds that the two matrix products need where blocked cells are skipped. */
export const multiplyAdds = (item) => item.heads * visibleCells(item) * 2 * item.width;

export const arrayOf = (dtype) => (dtype === 'float32' ? Float32Array : Float64Array);
export const shapes = ({ heads, queries, keys, width }) => ({
  q: [1, heads, queries, width], k: [1, heads, keys, width], v: [1, heads, keys, width],
});
