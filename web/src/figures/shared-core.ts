/** One module for all figures of a page, loaded when the first of them comes near the screen. */
import { loadCore, type Core } from '../core';
import { wasmBinary } from '../wasm-binary';

let loading: Promise<Core> | undefined;

export function sharedCore(): Promise<Core> {
  loading ??= wasmBinary().then(loadCore);
  return loading;
}
