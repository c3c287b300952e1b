/** The core's own module. */
import { shapes } from '../cases.mjs';
import { inThisProcess } from './contender.mjs';

/** @returns {import('./contender.mjs').Contender} */
export function maskscope(core) {
  return {
    name: 'maskscope',
    how: 'ours',
    takes: () => true,
    async prepare(item, inputs) {
      const options = { causal: item.causal };
      if (Number.isFinite(item.window)) options.windowLeft = item.window - 1;
      const shape = shapes(item);
      const tensor = (name) => ({ shape: shape[name], data: inputs[name] });
      return inThisProcess(() => core.attention(tensor('q'), tensor('k'), tensor('v'), options), ({ data }) => data);
    },
  };
}
