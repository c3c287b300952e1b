/** Where things lie, and how the build and the tests run the project's own TypeScript under Node. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

export const web = fileURLToPath(new URL('..', import.meta.url));
export const project = fileURLToPath(new URL('../..', import.meta.url));
const moduleBinary = `${project}build/wasm/maskscope.wasm`;
export const alias = { 'maskscope-module': `${project}build/wasm/maskscope.js` };

/**
 * Imports a TypeScript module of `web/` into Node, with the aliases that the page is built with. Two calls share no module:
 * classes of the one are strangers to the other.
 */
export async function importSource<T>(path: string): Promise<T> {
  const config = { root: web, configFile: false as const, resolve: { alias }, logLevel: 'error' as const };
  return (await runnerImport<T>(`${web}${path}`, config)).module;
}

export function moduleBytes(): Uint8Array {
  if (!existsSync(moduleBinary)) throw new Error(`${moduleBinary} is missing: build the WebAssembly module first (./run build)`);
  return readFileSync(moduleBinary);
}
