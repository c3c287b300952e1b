/**
 * The loader that emscripten writes beside the `.wasm`: build/wasm/maskscope.js, which `core.ts` alone calls. The interface there
 * states what lies behind the `any`.
 */
declare module 'maskscope-module' {
  export default function createModule(options: { wasmBinary: Uint8Array } & Record<string, unknown>): Promise<Record<string, (...args: unknown[]) => any>>;
}
