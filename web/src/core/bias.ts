/**
 * What positions add to the scores. A bias `[H,L,S]` broadcasts to `[B,H,L,S]`; it moves weights between visible keys and blocks
 * none. p stands for the position of a query, j for a key.
 */
import type { Indices, Mask, Tensor } from './arrays.ts';
import type { Cells } from './patterns.ts';

export interface T5Buckets {
  /** default true: half of the buckets for keys after the query */
  bidirectional?: boolean;
  /** default 32; even and at least 4 if bidirectional, else at least 2 */
  numBuckets?: number;
  /** default 128: from here on all distances share the last bucket */
  maxDistance?: number;
}

export interface BiasFunctions {
  /** `[H]`: 2^(−8/H), 2^(−16/H), … for H a power of two. `out_of_range` for no heads. */
  alibiSlopes(heads: number): Tensor;
  /** `[H,L,S]` from slopes `[H]`. `causal` (the default): slope (j − p); `symmetric`: −slope |p − j|. */
  alibi(slopes: Tensor, cells: Cells, form?: 'causal' | 'symmetric'): Tensor;
  /** `[H,L,S]` from a table `[2c+1,H]`, a row for each distance j − p clipped to −c…c. */
  relativePositionBias(table: Tensor, cells: Cells): Tensor;
  /** `[B,H,L,S]`: scale·q_i · table[clip(j − p) + c], with q `[B,H,L,D]` and table `[2c+1,D]`; offset: position of query 0. */
  relativeKeyBias(q: Tensor, table: Tensor, scale: number, keys: number, offset?: number): Tensor;
  /** The bucket of a distance j − p. `out_of_range` for too few buckets or too small a `maxDistance`. */
  t5Bucket(distance: number, buckets?: T5Buckets): number;
  /** `[L,S]` */
  t5BucketCells(cells: Cells, buckets?: T5Buckets): Indices;
  /** `[H,L,S]` from a table `[numBuckets,H]`. */
  t5Bias(table: Tensor, cells: Cells, buckets?: T5Buckets): Tensor;
  /** Two biases added, broadcast to each other. */
  biasSum(a: Tensor, b: Tensor): Tensor;
  /** As one additive mask: the bias where visible, −Infinity where blocked. */
  maskedBias(bias: Tensor, visible: Mask): Tensor;
  /** `[H,L,S]` as `[1,H,L,S]`. */
  withBatchAxis(bias: Tensor): Tensor;
}
