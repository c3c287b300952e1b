/** The limit that WebAssembly's SIMD-128 sets on this machine. */

const lanes = { float32: 4, float64: 2 };
const milliseconds = 1500;
const rounds = 1e6;

/**
 * Runs the module of `peak.cpp`; the best sample counts, because nothing runs faster than the limit. Between samples the engine
 * gets its turn, or else its optimising compiler might not be done before the last of them.
 * @returns {Promise<{ target: string, float32: number, float64: number }>} multiply-adds a second
 */
export async function measurePeak(module) {
  const { exports } = await WebAssembly.instantiate(module);
  const rateOf = async (dtype) => {
    let best = 0;
    for (const end = performance.now() + milliseconds; performance.now() < end;) {
      await new Promise((resolve) => { setTimeout(resolve); });
      const start = performance.now();
      exports[dtype](rounds, 0.5, 1);
      const seconds = (performance.now() - start) / 1000;
      best = Math.max(best, rounds * exports.sums() * lanes[dtype] / seconds);
    }
    return best;
  };
  return { target: 'SIMD-128', float32: await rateOf('float32'), float64: await rateOf('float64') };
}
