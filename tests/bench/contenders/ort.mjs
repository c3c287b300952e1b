/** ONNX Runtime: onnxruntime-web and onnxruntime-node have one interface. */
import { shapes } from '../cases.mjs';
import { inThisProcess } from './contender.mjs';

const isFloat = (item) => item.dtype === 'float32';
const isFull = (item) => item.window === Infinity;
const isCausal = (item) => isFull(item) && item.causal;
const blocks = (item, size) => isCausal(item) && item.queries > size;

/**
 * Each form is a model, which `prepare.mjs` makes. ONNX Runtime has its operators in float32 only, and its
 * GroupQueryAttention is many times slower than the others in WebAssembly.
 */
export const ortForms = [
  { name: 'operator', file: 'operator.onnx', how: 'as it comes', takes: (item) => isFloat(item) && isFull(item) },
  { name: 'graph', file: 'graph.onnx', how: 'as it comes', takes: isFull },
  {
    name: 'GroupQueryAttention', file: 'group-query-attention.onnx', how: 'as it comes', headsLast: true, nativeOnly: true,
    takes: (item) => isFloat(item) && isCausal(item),
  },
  { name: 'graph in blocks of 64', file: 'graph-64.onnx', how: 'by hand', takes: (item) => blocks(item, 64) },
  { name: 'graph in blocks of 128', file: 'graph-128.onnx', how: 'by hand', takes: (item) => blocks(item, 128) },
  {
    name: 'operator in blocks of 64', file: 'operator-64.onnx', how: 'by hand',
    takes: (item) => isFloat(item) && blocks(item, 64),
  },
];

/**
 * @param ort the package
 * @param {(item: import('../cases.mjs').Case, file: string) => Promise<ArrayBuffer>} load a file of a case
 * @returns {import('./contender.mjs').Contender[]}
 */
export function onnxRuntime(packageName, ort, load, executionProvider) {
  const forms = ortForms.filter(({ nativeOnly }) => !(nativeOnly && executionProvider === 'wasm'));
  return forms.map(({ name, file, how, headsLast, takes }) => ({
    name: `${packageName}, ${name}`,
    how,
    takes,
    async prepare(item, inputs) {
      const session = await ort.InferenceSession.create(new Uint8Array(await load(item, file)), {
        executionProviders: [executionProvider], intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all',
      });
      const fed = headsLast ? headsToTheEnd(item, inputs) : { shapes: shapes(item), inputs };
      const call = () => session.run(feeds(ort, item.dtype, fed), ['output']);
      const outputOf = ({ output }) => (headsLast ? headsToTheFront(item, output.data) : output.data);
      return inThisProcess(call, outputOf, () => session.release());
    },
  }));
}

function feeds(ort, dtype, { shapes, inputs }) {
  const tensor = (name) => new ort.Tensor(dtype, inputs[name], shapes[name]);
  return { q: tensor('q'), k: tensor('k'), v: tensor('v') };
}

/** From `[H,T,D]` to `[T,H·D]`, or back. It is not timed: whoever calls such an operator has its arrays so. */
function exchangeAxes(from, outer, inner, width) {
  const to = new from.constructor(from.length);
  for (let i = 0; i < outer; i++) {
    for (let j = 0; j < inner; j++) {
      const row = (i * inner + j) * width;
      to.set(from.subarray(row, row + width), (j * outer + i) * width);
    }
  }
  return to;
}

function headsToTheEnd({ heads, queries, keys, width }, { q, k, v }) {
  return {
    shapes: { q: [1, queries, heads * width], k: [1, keys, heads * width], v: [1, keys, heads * width] },
    inputs: {
      q: exchangeAxes(q, heads, queries, width), k: exchangeAxes(k, heads, keys, width), v: exchangeAxes(v, heads, keys, width),
    },
  };
}

const headsToTheFront = ({ heads, queries, width }, output) => exchangeAxes(output, queries, heads, width);
