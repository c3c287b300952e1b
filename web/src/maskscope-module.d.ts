/**
 * The loaders that emscripten writes beside each `.wasm`: build/wasm/maskscope.js, which `core.ts` alone calls, and
 * build/wasm/maskscope-standard.js, which `standard.ts` alone calls. The interfaces there state what lies behind the `any`.
 */
declare module 'maskscope-module' {
  export default function createModule(options: { wasmBinary: Uint8Array }): Promise<Record<string, (...args: unknown[]) => any>>;
}
declare module 'maskscope-standard-module' {
  export { default } from 'maskscope-module';
}
