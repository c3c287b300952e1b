/** One module for all figures of a page, loaded when the first of them comes near the screen. */
import { loadCore, type Core } from '../core';
import { lacksSimd, SimdMissing } from '../simd';
import { wasmBinary } from '../wasm-binary';
import { pageCore } from '../worker/on-page';

let loading: Promise<Uint8Array> | undefined;
let starting: Promise<Core> | undefined;

/** The module's bytes, for a worker too: they are loaded once. */
export function sharedBinary(): Promise<Uint8Array> {
  loading ??= wasmBinary();
  return loading;
}

export function sharedCore(): Promise<Core> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Core> {
  if (lacksSimd()) throw new SimdMissing();
  return pageCore(await loadCore(await sharedBinary()));
}
