/** Reads what `prepare.mjs` wrote. `load` brings the bytes of a file in the folder of a case: from disk or over HTTP. */
import { arrayOf } from './cases.mjs';

/** @param {(item: import('./cases.mjs').Case, file: string) => Promise<ArrayBuffer>} load */
export async function readCase(item, load) {
  const array = async (name, ArrayType) => new ArrayType(await load(item, `${name}.bin`));
  const input = arrayOf(item.dtype);
  return {
    inputs: { q: await array('q', input), k: await array('k', input), v: await array('v', input) },
    expected: { output: await array('output', Float64Array), tolerance: await array('tolerance', Float64Array) },
  };
}
