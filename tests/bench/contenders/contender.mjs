/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {'ours' | 'as it comes' | 'by hand'} how `by hand`: a peer that its user has cut into causal blocks
 * @property {(item: import('../cases.mjs').Case) => boolean} takes
 * @property {(item: import('../cases.mjs').Case, inputs: object) => Promise<Prepared>} prepare
 *
 * @typedef {object} Prepared
 * @property {() => Promise<Float32Array | Float64Array>} output `[H,L,D]`
 * @property {(calls: number) => Promise<number>} time milliseconds that so many calls take
 * @property {() => unknown} [release]
 */

/**
 * A contender that runs in this process. A call is whole: typed arrays in, typed array out.
 * @param {() => unknown} call may answer with a promise
 * @returns {Prepared}
 */
export function inThisProcess(call, outputOf = (result) => result, release = undefined) {
  return {
    output: async () => outputOf(await call()),
    time: async (calls) => {
      const start = performance.now();
      for (let i = 0; i < calls; i++) {
        const result = call();
        // waiting for what is no promise costs a turn of the event loop, which a small call would feel
        if (result instanceof Promise) await result;
      }
      return performance.now() - start;
    },
    release,
  };
}
