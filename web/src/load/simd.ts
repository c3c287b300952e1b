/**
 * Whether the browser's WebAssembly can run the modules. They are built with two additions to WebAssembly 1.0: vector
 * instructions (SIMD; Chrome and Edge 91, Firefox 89, Safari 16.4) and exceptions (Chrome and Edge 95, Firefox 100,
 * Safari 15.2). Under the page's policy `'wasm-unsafe-eval'` must be known besides (Chrome and Edge 97, Firefox 102,
 * Safari 16), so the browsers that work are those of `oldestBrowsers`, and newer ones.
 */

export const oldestBrowsers = { 'Chrome / Edge': '97', Firefox: '102', Safari: '16.4' };

/** The smallest module that has both: one function, () → (), which nobody calls. */
const probe = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // "\0asm", version 1
  0x01, 0x04, 0x01, 0x60, 0x00, 0x00, // types: one, () → ()
  0x03, 0x02, 0x01, 0x00, // functions: one, of type 0
  0x0a, 0x0d, 0x01, 0x0b, 0x00, // code: one body of 11 bytes, no locals
  0x41, 0x00, 0xfd, 0x0f, 0x1a, //   i32.const 0, i8x16.splat, drop
  0x06, 0x40, 0x19, 0x0b, //   try, catch_all, end
  0x0b, //   end
);

/** False too where there is no WebAssembly at all: that is another lack, with a notice of its own. */
export function lacksSimd(): boolean {
  return typeof WebAssembly === 'object' && !WebAssembly.validate(probe);
}

/** Thrown instead of the compile error that the module would meet. */
export class SimdMissing extends Error {
  constructor() {
    super('WebAssembly lacks vector instructions (SIMD) or exceptions');
    this.name = 'SimdMissing';
  }
}
