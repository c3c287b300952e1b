/** Measures everything, prints the table, and writes it to build/bench/. Fails where an output is wrong. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { cases } from './cases.mjs';
import { lastProcessor, startPlatform } from './child.mjs';
import { measureFigures } from './chromium/figures.mjs';
import { comparisonsOf, frameComparisons } from './comparisons.mjs';
import { build } from './paths.mjs';
import { drawPlot } from './plot.mjs';
import { prepare } from './prepare.mjs';
import { markdownTable, textTable } from './table.mjs';

/** @type {Record<string, import('./alternate.mjs').Effort>} */
const efforts = {
  full: { samples: 11, warmUpMilliseconds: 3000, sampleMilliseconds: 20 },
  quick: { samples: 3, warmUpMilliseconds: 300, sampleMilliseconds: 10 },
};
const platforms = [
  { kind: 'wasm', script: 'chromium/node.mjs' },
  { kind: 'wasm', script: 'wasm/node.mjs' },
  { kind: 'native', script: 'native/node.mjs' },
];

const say = (text) => process.stderr.write(`${text}\n`);

async function measure({ kind, script }, processor, effort) {
  const { about, ask, end } = await startPlatform(script, processor);
  const results = [];
  for (const item of cases.filter((one) => one.platforms.includes(kind))) {
    say(`${about.name}: ${item.id}`);
    results.push(...await ask({ item, effort }));
  }
  end();
  return { kind, ...about, results };
}

const effort = efforts[process.argv.includes('--quick') ? 'quick' : 'full'];
const processor = lastProcessor();
mkdirSync(build, { recursive: true });
say('inputs, references and models');
cases.forEach(prepare);

const measured = [];
for (const platform of platforms) measured.push(await measure(platform, processor, effort));
say('figures');
const figures = await measureFigures();

const machine = `${cpus()[0].model.trim()}, ${processor === undefined ? 'one thread' : `one thread on processor ${processor}`}`;
const groups = [
  ...measured.map((platform) => ({ title: platform.name, comparisons: comparisonsOf(platform) })),
  { title: 'The page in Chromium, on all processors: each figure by its slowest slider', comparisons: frameComparisons(figures) },
];
const [chromium, , native] = measured;
const plot = drawPlot([
  { platform: chromium, dtype: 'float32', title: 'WebAssembly in Chromium, float32' },
  { platform: chromium, dtype: 'float64', title: 'WebAssembly in Chromium, float64' },
  { platform: native, dtype: 'float32', title: 'Native, float32' },
]);
const { dependencies: peers } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const caption = `${machine}. Medians of ${effort.samples} samples, with minimum and maximum. `
  + `onnxruntime ${peers['onnxruntime-web']}, TensorFlow.js ${peers['@tensorflow/tfjs-core']}.`;
writeFileSync(`${build}results.json`, JSON.stringify({ machine, peers, effort, platforms: measured, figures, groups }, null, 2));
writeFileSync(`${build}table.md`, `${markdownTable(groups)}\n\n${caption}\n`);
writeFileSync(`${build}plot.svg`, plot);

process.stdout.write(`\n${textTable(groups)}\n\n${caption}\nWritten to build/bench/: results.json, table.md, plot.svg\n`);
const wrong = measured.flatMap(({ results }) => results.filter((result) => result.wrong));
if (wrong.length > 0) {
  say(`${wrong.length} wrong outputs`);
  process.exitCode = 1;
}
