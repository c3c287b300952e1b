/** PyTorch, in a Python process of its own. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { caseFolder } from '../paths.mjs';
import { readOutput } from './output.mjs';

const isFull = (item) => item.window === Infinity;
const blocks = (item, size) => isFull(item) && item.causal && item.queries > size;
const forms = [
  { name: 'graph', how: 'as it comes', takes: isFull },
  { name: 'own function', how: 'as it comes', takes: isFull },
  { name: 'in blocks of 64', how: 'by hand', takes: (item) => blocks(item, 64) },
  { name: 'in blocks of 128', how: 'by hand', takes: (item) => blocks(item, 128) },
];

/** Debian's PyTorch uses its AVX-512 kernels only when told to. */
function hasAvx512() {
  try {
    const flags = readFileSync('/proc/cpuinfo', 'utf8');
    return ['avx512f', 'avx512bw', 'avx512dq', 'avx512vl'].every((flag) => flags.includes(` ${flag}`));
  } catch {
    return false;
  }
}

const gibibyte = 2 ** 30;
const environment = {
  ...process.env,
  ...(hasAvx512() ? { ATEN_CPU_CAPABILITY: 'avx512' } : {}),
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
  // else glibc returns the scores' memory after each call, and the kernel clears it anew for the next: half of the time
  MALLOC_MMAP_THRESHOLD_: `${4 * gibibyte}`,
  MALLOC_TRIM_THRESHOLD_: `${8 * gibibyte}`,
};

/** @returns {Promise<{ version: string, contenders: import('../contenders/contender.mjs').Contender[], end: () => void }>} */
export async function startTorch() {
  const script = fileURLToPath(new URL('torch_worker.py', import.meta.url));
  // Debian's own Python, whichever else comes first on PATH
  const child = spawn('/usr/bin/python3', [script], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('PyTorch ended early');
    return JSON.parse(value);
  };
  const { version } = await answer();

  const ask = async (form, item, calls, output = null) => {
    child.stdin.write(`${JSON.stringify({ form, case: item, folder: caseFolder(item), calls, output })}\n`);
    return answer();
  };
  const contenders = forms.map(({ name, how, takes }) => ({
    name: `PyTorch, ${name}`,
    how,
    takes,
    prepare: async (item) => ({
      output: () => readOutput(item, (path) => ask(name, item, 1, path)),
      time: async (calls) => (await ask(name, item, calls)).milliseconds,
    }),
  }));
  return {
    version,
    contenders,
    end: () => child.stdin.end(),
  };
}
