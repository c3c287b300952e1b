/** Attention in plain loops and in double, and how far a result may lie from it. */
import { arrayOf, shapes, visibleRange } from './cases.mjs';

/** Numbers of a standard normal distribution, the same on every machine: mulberry32, then Box and Muller. */
function normalNumbers(count, seed, ArrayType) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return ArrayType.from({ length: count }, () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()));
}

/** q, k and v of a case. */
export function inputsOf(item) {
  const size = (shape) => shape.reduce((product, extent) => product * extent);
  return Object.fromEntries(Object.entries(shapes(item)).map(
    ([name, shape], index) => [name, normalNumbers(size(shape), 100 + index, arrayOf(item.dtype))]));
}

/**
 * The output `[H,L,D]` and, for each of its elements, the largest error that rounding explains, in units of the unit
 * roundoff u (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1). With n visible keys and
 * A the largest scale * sum |q_d k_d| of the row:
 *   a score is a sum of D products, scaled:       error at most (D + 2) A u,
 *   a weight is exp(score - maximum) / sum:       twice that, relatively, and n + 8 for the sum, the exponential and the quotient,
 *   an output is a sum of n products weight * v:  n more, times sum |weight * v|.
 */
export function reference(item, { q, k, v }) {
  const { heads, queries, keys, width } = item;
  const output = new Float64Array(heads * queries * width);
  const tolerance = new Float64Array(output.length);
  const weights = new Float64Array(keys);
  for (let head = 0; head < heads; head++) {
    const keyRow = (key) => (head * keys + key) * width;
    for (let query = 0; query < queries; query++) {
      const { begin, end } = visibleRange(item, query);
      const row = (head * queries + query) * width;
      const largest = score(q, row, k, keyRow, width, begin, end, weights);
      softmax(weights, begin, end);
      const relative = 2 * (width + 2) * largest + 2 * (end - begin) + 8;
      for (let key = begin; key < end; key++) {
        for (let d = 0; d < width; d++) {
          const product = weights[key] * v[keyRow(key) + d];
          output[row + d] += product;
          tolerance[row + d] += relative * Math.abs(product);
        }
      }
    }
  }
  return { output, tolerance };
}

/** Writes the scores of a row; returns its A. */
function score(q, row, k, keyRow, width, begin, end, scores) {
  const scale = 1 / Math.sqrt(width);
  let largest = 0;
  for (let key = begin; key < end; key++) {
    let sum = 0;
    let magnitude = 0;
    for (let d = 0; d < width; d++) {
      const product = q[row + d] * k[keyRow(key) + d];
      sum += product;
      magnitude += Math.abs(product);
    }
    scores[key] = scale * sum;
    largest = Math.max(largest, scale * magnitude);
  }
  return largest;
}

function softmax(scores, begin, end) {
  let maximum = -Infinity;
  for (let key = begin; key < end; key++) maximum = Math.max(maximum, scores[key]);
  let sum = 0;
  for (let key = begin; key < end; key++) sum += scores[key] = Math.exp(scores[key] - maximum);
  for (let key = begin; key < end; key++) scores[key] /= sum;
}

/** The double reference errs itself, by as much as a double result may. */
const unitRoundoff = { float32: 2 ** -24 + 2 ** -53, float64: 2 * 2 ** -53 };

/**
 * Holds a result against the reference.
 * @returns {{ ofTolerance: number, wrong?: string }} the largest error as a share of what is tolerated there
 */
export function check(item, actual, { output, tolerance }) {
  const ArrayType = arrayOf(item.dtype);
  if (!(actual instanceof ArrayType)) return { ofTolerance: NaN, wrong: `returned ${actual?.constructor.name}, not ${ArrayType.name}` };
  if (actual.length !== output.length) return { ofTolerance: NaN, wrong: `returned ${actual.length} numbers, not ${output.length}` };
  let ofTolerance = 0;
  for (let i = 0; i < output.length; i++) {
    const share = Math.abs(actual[i] - output[i]) / (tolerance[i] * unitRoundoff[item.dtype]);
    // a NaN is beyond every tolerance
    if (!(share <= 1)) return { ofTolerance: share, wrong: `element ${i} is ${actual[i]}, not ${output[i]}` };
    ofTolerance = Math.max(ofTolerance, share);
  }
  return { ofTolerance };
}
