/** Where things lie, and how the build and the tests run the project's own TypeScript under Node. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

export const web = fileURLToPath(new URL('..', import.meta.url));
export const project = fileURLToPath(new URL('../..', import.meta.url));
const modules = `${project}build/wasm/`;
export const alias = { 'maskscope-module': `${modules}maskscope.js` };

/**
 * Imports a TypeScript module of `web/` into Node, with the aliases that the page is built with. Two calls share no module:
 * classes of the one are strangers to the other.
 */
export async function importSource<T>(path: string): Promise<T> {
  const config = { root: web, configFile: false as const, resolve: { alias }, logLevel: 'error' as const };
  return (await runnerImport<T>(`${web}${path}`, config)).module;
}

/** The bytes of the module. */
export function moduleBytes(): Uint8Array {
  const binary = `${modules}maskscope.wasm`;
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build the WebAssembly module first (./run build)`);
  return readFileSync(binary);
}
