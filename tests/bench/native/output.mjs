import { arrayOf } from '../cases.mjs';
import { readBuffer } from '../files.mjs';
import { build } from '../paths.mjs';

/** Lets another process write its output to a file; returns what it wrote. */
export async function readOutput(item, write) {
  const path = `${build}output.bin`;
  await write(path);
  return new (arrayOf(item.dtype))(await readBuffer(path));
}
