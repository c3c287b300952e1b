/** Attention as ONNX models, in each form in which somebody might run it. */
import { arrayOf, shapes } from '../cases.mjs';
import { causalMask } from '../causal-mask.mjs';
import { Graph } from './model.mjs';

/** A graph with the inputs q, k and v of a case, whose output the callback computes. */
function model(item, compute) {
  const graph = new Graph();
  const inputs = Object.entries(shapes(item)).map(([name, shape]) => graph.input(name, item.dtype, shape));
  compute(graph, inputs, { outputs: ['output'] });
  graph.output('output', item.dtype, shapes(item).q);
  return graph.encode();
}

/** The operator Attention. */
export function operator(item) {
  return model(item, (graph, inputs, last) => {
    graph.node('Attention', inputs, { ...last, attributes: { is_causal: Number(item.causal) } });
  });
}

/** What the operator stands for: MatMul, Mul, Add of the mask, Softmax, MatMul. */
export function decomposed(item) {
  const { dtype, causal, queries, keys } = item;
  return model(item, (graph, inputs, last) => {
    const mask = causal ? graph.constant(dtype, [queries, keys], causalMask(dtype, queries, keys)) : undefined;
    decomposedSteps(graph, item, inputs, mask, last);
  });
}

function decomposedSteps(graph, item, [q, k, v], mask, last) {
  const scale = graph.constant(item.dtype, [], arrayOf(item.dtype).of(1 / Math.sqrt(item.width)));
  const scores = graph.node('Mul', [graph.node('MatMul', [q, transposed(graph, k)]), scale]);
  const masked = mask ? graph.node('Add', [scores, mask]) : scores;
  return graph.node('MatMul', [graph.node('Softmax', [masked], { attributes: { axis: -1 } }), v], last);
}

const transposed = (graph, k) => graph.node('Transpose', [k], { attributes: { perm: [0, 1, 3, 2] } });

const axisOfPositions = 2;

/** A causal case cut by hand into blocks of queries, each with no more keys than it can see. */
function inBlocks(item, blockSize, attend) {
  return model(item, (graph, [q, k, v], last) => {
    const rows = (array, begin, end) =>
      graph.node('Slice', [array, graph.indices(begin), graph.indices(end), graph.indices(axisOfPositions)]);
    const blocks = [];
    for (let begin = 0; begin < item.queries; begin += blockSize) {
      const end = Math.min(begin + blockSize, item.queries);
      const mask = graph.constant(item.dtype, [end - begin, end], causalMask(item.dtype, end - begin, end, begin));
      blocks.push(attend(graph, [rows(q, begin, end), rows(k, 0, end), rows(v, 0, end)], mask));
    }
    graph.node('Concat', blocks, { ...last, attributes: { axis: axisOfPositions } });
  });
}

export function decomposedInBlocks(item, blockSize) {
  return inBlocks(item, blockSize, (graph, inputs, mask) => decomposedSteps(graph, item, inputs, mask));
}

export function operatorInBlocks(item, blockSize) {
  return inBlocks(item, blockSize, (graph, inputs, mask) => graph.node('Attention', [...inputs, mask]));
}

/**
 * ONNX Runtime's own GroupQueryAttention, which is causal. It reads and writes `[B,T,H·D]`; `seqlens_k` is the index of
 * the last key.
 */
export function groupQueryAttention({ dtype, heads, queries, keys, width }) {
  const graph = new Graph();
  const inputs = [
    graph.input('q', dtype, [1, queries, heads * width]),
    graph.input('k', dtype, [1, keys, heads * width]),
    graph.input('v', dtype, [1, keys, heads * width]),
  ];
  const noPast = ['', ''];
  const lastKey = graph.constant('int32', [1], Int32Array.of(keys - 1));
  const count = graph.constant('int32', [1], Int32Array.of(keys));
  graph.node('GroupQueryAttention', [...inputs, ...noPast, lastKey, count], {
    outputs: ['output', 'present_key', 'present_value'],
    domain: 'com.microsoft',
    attributes: { num_heads: heads, kv_num_heads: heads },
  });
  graph.output('output', dtype, [1, queries, heads * width]);
  graph.output('present_key', dtype, [1, heads, keys, width]);
  graph.output('present_value', dtype, [1, heads, keys, width]);
  return graph.encode();
}
