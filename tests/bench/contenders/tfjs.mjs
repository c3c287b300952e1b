/** TensorFlow.js with its WebAssembly backend, which has no operator for attention and no float64. */
import { shapes } from '../cases.mjs';
import { causalMask } from '../causal-mask.mjs';
import { inThisProcess } from './contender.mjs';

/** Beyond, it takes seconds a call, and where it stands is plain. */
const mostCells = 512 * 512;

/** @returns {import('./contender.mjs').Contender} */
export function tensorflow(tf) {
  return {
    name: 'tfjs, graph head by head',
    how: 'as it comes',
    takes: ({ dtype, window, queries, keys }) => dtype === 'float32' && window === Infinity && queries * keys <= mostCells,
    async prepare(item, inputs) {
      const { dtype, causal, queries, keys } = item;
      const mask = causal ? tf.tensor(causalMask(dtype, queries, keys), [queries, keys]) : undefined;
      const call = () => tf.tidy(() => attention(tf, item, inputs, mask).dataSync());
      return inThisProcess(call, undefined, () => mask?.dispose());
    },
  };
}

/** Head by head, because its product of stacks of matrices is slower. */
function attention(tf, item, inputs, mask) {
  const shape = shapes(item);
  const heads = (name) => tf.unstack(tf.tensor(inputs[name], shape[name].slice(1)));
  const [k, v] = [heads('k'), heads('v')];
  const transposeKeys = true;
  return tf.stack(heads('q').map((q, head) => {
    const scores = tf.mul(tf.matMul(q, k[head], false, transposeKeys), 1 / Math.sqrt(item.width));
    return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), v[head]);
  }));
}
