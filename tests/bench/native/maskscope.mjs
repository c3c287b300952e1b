/** The native core: a Google Benchmark program, which runs once for each sample. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build, caseFolder } from '../paths.mjs';
import { readOutput } from './output.mjs';

const program = `${build}native/tests/bench/maskscope_benchmarks`;

async function run(flags) {
  const { stdout } = await promisify(execFile)(program, ['--benchmark_format=json', ...flags]);
  const [benchmark] = JSON.parse(stdout).benchmarks;
  return benchmark;
}

/** A fresh process, so that it warms up for each sample. */
async function runCase(item, calls, output = '') {
  const settings = {
    heads: item.heads, queries: item.queries, keys: item.keys, width: item.width, causal: Number(item.causal),
    window: Number.isFinite(item.window) ? item.window : 0, folder: caseFolder(item), calls, output,
  };
  const named = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return run(['--benchmark_min_warmup_time=0.05', ...named]);
}

/** @returns {import('../contenders/contender.mjs').Contender} */
export const maskscope = {
  name: 'maskscope',
  how: 'ours',
  takes: () => true,
  prepare: async (item) => ({
    output: () => readOutput(item, (path) => runCase(item, 1, path)),
    time: async (calls) => (await runCase(item, calls)).real_time * calls,
  }),
};

/** Multiply-adds a second, of the best of three runs. */
export async function measurePeak() {
  let best = { multiply_adds: 0 };
  for (let sample = 0; sample < 3; sample++) {
    const found = await run([]);
    if (found.multiply_adds > best.multiply_adds) best = found;
  }
  // Highway calls AVX-512 AVX3, and its later extensions AVX3_…
  return { target: best.label.replace(/^AVX3/, 'AVX-512'), float32: best.multiply_adds };
}
