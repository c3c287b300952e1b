/** One module for all figures of a page, loaded when the first of them comes near the screen. */
import { loadCore, type Core } from '../core';
import { pageCore } from './on-page';
import { lacksSimd, SimdMissing } from './simd';
import { wasmBinary } from './wasm-binary';

/** Makes it when it is first asked for, and anew only after a failure. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The module's bytes, for a worker too. */
export const sharedBinary = once(wasmBinary);

export const sharedCore = once(async (): Promise<Core> => {
  if (lacksSimd()) throw new SimdMissing();
  return pageCore(await loadCore(await sharedBinary()));
});
