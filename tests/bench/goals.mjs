/** What the project set itself, as ratios within one run. They inform; a run that misses them has not failed. */

const floatInWebAssembly = { asItComes: 2, byHand: 1.25 };
const doubleInWebAssembly = { asItComes: 4, byHand: 1.8 };
const native = { asItComes: 2.5, byHand: 1.5 };

/** How many times faster than the best peer, as it comes and cut into causal blocks by hand. */
const speedups = {
  wasm: {
    tiny: { asItComes: 4 },
    'float32-128': { asItComes: 1.4, byHand: 1.2 },
    'float32-512': floatInWebAssembly,
    'float32-1024': floatInWebAssembly,
    'float32-2048': floatInWebAssembly,
    'float64-512': doubleInWebAssembly,
    'float64-1024': doubleInWebAssembly,
  },
  native: {
    tiny: { asItComes: 1 },
    'float32-128': native,
    'float32-256': native,
    'float32-512': native,
    'float32-1024': native,
    'float32-2048': native,
  },
};

export const speedupGoal = (kind, item) => speedups[kind][item.id] ?? {};
/** a window of 128 keys against all of 2048 */
export const windowGoal = 6;
/** what doubling T costs at most, from `shortestGrowth` on */
export const growthGoal = 4.2;
export const shortestGrowth = 512;
/** share of the peak, at T = 2048 */
export const shareGoal = { wasm: 0.6, native: 0.5 };
/** milliseconds in which a figure has to be there again */
export const frame = 1000 / 60;
