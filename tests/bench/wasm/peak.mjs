/** The limit that WebAssembly's SIMD-128 sets on this machine. */

const lanes = { float32: 4, float64: 2 };
const samples = 11;
const rounds = 2e6;

/**
 * Runs the module of `peak.cpp`; the best sample counts, because nothing runs faster than the limit.
 * @returns {Promise<{ target: string, float32: number, float64: number }>} multiply-adds a second
 */
export async function measurePeak(module) {
  const { exports } = await WebAssembly.instantiate(module);
  const rateOf = (dtype) => {
    let best = 0;
    for (let sample = 0; sample < samples; sample++) {
      const start = performance.now();
      exports[dtype](rounds, 0.5, 1);
      const seconds = (performance.now() - start) / 1000;
      best = Math.max(best, rounds * exports.sums() * lanes[dtype] / seconds);
    }
    return best;
  };
  return { target: 'SIMD-128', float32: rateOf('float32'), float64: rateOf('float64') };
}
