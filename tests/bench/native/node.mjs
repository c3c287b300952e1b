/** The native core, PyTorch and ONNX Runtime, each in a process of its own; this one is ONNX Runtime's. */
import { alternate } from '../alternate.mjs';
import { readCase } from '../case-data.mjs';
import { onnxRuntime } from '../contenders/ort.mjs';
import { readCaseFile } from '../files.mjs';
import { requirePeer } from '../paths.mjs';
import { maskscope, measurePeak } from './maskscope.mjs';
import { startTorch } from './torch.mjs';

const torch = await startTorch();
const contenders = [
  maskscope, ...torch.contenders, ...onnxRuntime('onnxruntime-node', requirePeer('onnxruntime-node'), readCaseFile, 'cpu'),
];
process.send({ peak: await measurePeak(), versions: { PyTorch: torch.version } });
process.on('message', async ({ item, effort }) => {
  process.send(await alternate(item, contenders, await readCase(item, (file) => readCaseFile(item, file)), effort));
});
process.on('disconnect', torch.end);
