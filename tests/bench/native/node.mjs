/** The native core, PyTorch and ONNX Runtime, each in a process of its own; this one is ONNX Runtime's. */
import { alternate } from '../alternate.mjs';
import { readCase } from '../case-data.mjs';
import { answerAsPlatform } from '../child.mjs';
import { onnxRuntime } from '../contenders/ort.mjs';
import { readCaseFile } from '../files.mjs';
import { requirePeer } from '../paths.mjs';
import { maskscope, measurePeak } from './maskscope.mjs';
import { startTorch } from './torch.mjs';

const torch = await startTorch();
const contenders = [
  maskscope, ...torch.contenders, ...onnxRuntime('onnxruntime-node', requirePeer('onnxruntime-node'), readCaseFile, 'cpu'),
];
answerAsPlatform({
  about: { name: `Native, PyTorch ${torch.version}`, peak: await measurePeak() },
  measure: (item, effort) => alternate(item, contenders, (one) => readCase(one, readCaseFile), effort),
  end: torch.end,
});
