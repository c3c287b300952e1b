/**
 * The core: attention with every option, the ONNX operators, masks by name, caches, gradients, narrow formats, the chapter's
 * examples. This loads the WebAssembly module and is its only caller; a file of `core/` declares one subject.
 *
 *     const core = await loadCore(bytes); // of maskscope.wasm, however you come by them
 *     const visible = core.slidingWindow({ queries: 6, keys: 6 }, 3);
 *
 * Arrays are row-major: `{ shape, data }` with a typed array, of at most 8 axes and 4096 along each (`too_large`). They are
 * copied in and out, except those that stay: `resident`. Letters: B batch, H query heads, G key heads, L queries, S keys, P past
 * keys, D and Dv widths of a head, T = L = S, E model width, C = H·d. In every mask 1 means "may read", except in the results of
 * the conversions, which say so. Every wrong call throws `CoreError` with a `code` and a `message` that names the argument, what
 * was expected and what came.
 */
import createModule from 'maskscope-module';
import type { Core } from './core/interface.ts';
import { counted, throwing } from './core/module.ts';
import { Residents, residentFunctions } from './core/residents.ts';
import { signatures } from './core/signatures.ts';
import { withSmallCalls } from './core/small-calls.ts';
import { words } from './core/words.ts';
import { lacksSimd, SimdMissing } from './load/simd.ts';

export { Reason } from './core/masks.ts';
export { CoreError } from './core/module.ts';
export { SimdMissing } from './load/simd.ts';
export type * from './core/arrays.ts';
export type * from './core/attention.ts';
export type * from './core/bias.ts';
export type * from './core/cache.ts';
export type * from './core/chapter.ts';
export type * from './core/gradients.ts';
export type * from './core/heads.ts';
export type * from './core/initialisation.ts';
export type { Core } from './core/interface.ts';
export type * from './core/kernelised.ts';
export type * from './core/leaks.ts';
export type * from './core/mask-forms.ts';
export type * from './core/masks.ts';
export type { EmptyRows, ErrorCode } from './core/module.ts';
export type * from './core/onnx.ts';
export type * from './core/patterns.ts';
export type * from './core/precision.ts';
export type * from './core/softmax.ts';

/**
 * Compiles the module from its bytes. Rejects where WebAssembly is missing, with `SimdMissing` where it cannot run vector
 * instructions, and where the bytes are not the module's.
 */
export async function loadCore(binary: Uint8Array): Promise<Core> {
  if (lacksSimd()) throw new SimdMissing();
  const module = await createModule({ wasmBinary: binary, ...words });
  const residents = new Residents(module);
  const made = residentFunctions(residents) as unknown as Record<string, (...args: unknown[]) => unknown>;
  const attention = withSmallCalls(module, residents, throwing(module, 'attention') as Core['attention']);
  const functions = Object.entries(signatures).map(([name, signature]) => {
    const call = name === 'attention' ? attention as (...args: unknown[]) => unknown : made[name] ?? throwing(module, name);
    return [name, counted(name, signature, call)];
  });
  return Object.fromEntries(functions) as Core;
}
