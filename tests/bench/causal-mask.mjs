import { arrayOf } from './cases.mjs';

/** Additive, `[rows, keys]`: 0 where query `first` + i may read key j, else minus infinity. */
export function causalMask(dtype, rows, keys, first = 0) {
  const mask = new (arrayOf(dtype))(rows * keys);
  for (let i = 0; i < rows; i++) mask.fill(-Infinity, i * keys + Math.min(first + i + 1, keys), (i + 1) * keys);
  return mask;
}
