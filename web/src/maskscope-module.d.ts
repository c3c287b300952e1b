/**
 * The loader that emscripten writes beside the `.wasm`: build/wasm/maskscope.js. `core.ts` is its only caller, and the
 * interface `Core` there states what lies behind the `any`.
 */
declare module 'maskscope-module' {
  export default function createModule(options: { wasmBinary: Uint8Array }): Promise<Record<string, (...args: unknown[]) => any>>;
}
