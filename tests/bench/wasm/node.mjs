/** The WebAssembly module under Node. */
import { readFile } from 'node:fs/promises';
import { alternate } from '../alternate.mjs';
import { readCase } from '../case-data.mjs';
import { answerAsPlatform } from '../child.mjs';
import { maskscope } from '../contenders/maskscope.mjs';
import { onnxRuntime } from '../contenders/ort.mjs';
import { tensorflow } from '../contenders/tfjs.mjs';
import { readCaseFile } from '../files.mjs';
import { build, peers, project, requirePeer } from '../paths.mjs';
import { measurePeak } from './peak.mjs';

async function loadMaskscope() {
  const { loadCore } = await import(`${project}dist/module/maskscope.js`);
  return maskscope(await loadCore(await readFile(`${project}dist/module/maskscope.wasm`)));
}

async function loadOnnxRuntime() {
  const ort = requirePeer('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  return onnxRuntime('onnxruntime-web', ort, readCaseFile, 'wasm');
}

async function loadTensorflow() {
  const tf = requirePeer('@tensorflow/tfjs-core');
  const { setThreadsCount, setWasmPaths } = requirePeer('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(`${peers}node_modules/@tensorflow/tfjs-backend-wasm/dist/`);
  setThreadsCount(1);
  await tf.setBackend('wasm');
  return tensorflow(tf);
}

const contenders = [await loadMaskscope(), ...await loadOnnxRuntime(), await loadTensorflow()];
answerAsPlatform({
  about: {
    name: `WebAssembly in Node ${process.versions.node}`,
    peak: await measurePeak(await WebAssembly.compile(await readFile(`${build}wasm/peak.wasm`))),
  },
  measure: (item, effort) => alternate(item, contenders, (one) => readCase(one, readCaseFile), effort),
});
