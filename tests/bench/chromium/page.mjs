/** The WebAssembly module in a browser. Whoever opened the page calls the functions of `bench`. */
import { alternate } from '../alternate.mjs';
import { readCase } from '../case-data.mjs';
import { maskscope } from '../contenders/maskscope.mjs';
import { onnxRuntime } from '../contenders/ort.mjs';
import { tensorflow } from '../contenders/tfjs.mjs';
import { measurePeak } from '../wasm/peak.mjs';
import { loadCore } from '/dist/module/maskscope.js';
import * as ort from '/build/bench/peers/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';

async function bytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

const load = (item, file) => bytes(`/build/bench/cases/${item.id}/${file}`);

function loadOnnxRuntime() {
  ort.env.wasm.numThreads = 1;
  return onnxRuntime('onnxruntime-web', ort, load, 'wasm');
}

async function loadTensorflow() {
  // both scripts share the global `tf`
  const { tf } = globalThis;
  tf.wasm.setWasmPaths('/build/bench/peers/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  return tensorflow(tf);
}

const core = await loadCore(new Uint8Array(await bytes('/dist/module/maskscope.wasm')));
const contenders = [maskscope(core), ...loadOnnxRuntime(), await loadTensorflow()];

/** Milliseconds of every step of causal attention with H = 2, T = 64 and D = 8, the largest that a figure shows. */
function timeTrace(core) {
  const shape = [1, 2, 64, 8];
  const tensor = (phase) => ({ shape, data: Float64Array.from({ length: 2 * 64 * 8 }, (_, i) => Math.sin(phase + i)) });
  const [q, k, v] = [tensor(1), tensor(2), tensor(3)];
  return Array.from({ length: 200 }, () => {
    const start = performance.now();
    core.traceAttention(q, k, v, { causal: true });
    return performance.now() - start;
  });
}

globalThis.bench = {
  peak: async () => measurePeak(await WebAssembly.compile(await bytes('/build/bench/wasm/peak.wasm'))),
  measure: (item, effort) => alternate(item, contenders, (one) => readCase(one, load), effort),
  trace: () => timeTrace(core),
};
