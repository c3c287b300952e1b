/** Where things lie, and how the build and the tests run the project's own TypeScript under Node. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as CoreModule from '../src/core';

export const web = fileURLToPath(new URL('..', import.meta.url));
export const project = fileURLToPath(new URL('../..', import.meta.url));
export const moduleLoader = `${project}build/wasm/maskscope.js`;
export const moduleBinary = `${project}build/wasm/maskscope.wasm`;
export const alias = { 'maskscope-module': moduleLoader };

/** Imports a TypeScript module of `web/` into Node, with the aliases that the page is built with. */
export async function importSource<T>(path: string): Promise<T> {
  const config = { root: web, configFile: false as const, resolve: { alias }, logLevel: 'error' as const };
  return (await runnerImport<T>(`${web}${path}`, config)).module;
}

/** The module as the page loads it, in Node. */
export async function loadCore(): Promise<CoreModule.Core> {
  for (const file of [moduleLoader, moduleBinary]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build the WebAssembly module first (./run build)`);
  }
  const { loadCore: load } = await importSource<typeof CoreModule>('src/core.ts');
  return load(readFileSync(moduleBinary));
}
