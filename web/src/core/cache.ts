/**
 * Decoding with a cache: each step brings N new tokens, and its output is what the last N rows of the full causal computation
 * would be. A cache stays in the core's memory and is extended there; it is freed as other arrays that stay are (`Resident`).
 */
import type { Indices, Real, Tensor } from './arrays.ts';

interface ResidentCache {
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Keys `[B,G,P,D]` and values `[B,G,P,Dv]`, copied out; none before the first step, which decides their width. */
export interface GrowingCache extends ResidentCache { readonly kind: 'growing'; readonly keys?: Real; readonly values?: Real }

/**
 * C slots, the first `lengths[b]` in use: keys `[B,G,C,D]`, values `[B,G,C,Dv]`, lengths `[B]`, copied out. Lengths may be set:
 * lower ones take tokens back, or the padding of a prompt.
 */
export interface FixedCache extends ResidentCache {
  readonly kind: 'fixed'; readonly keys: Real; readonly values: Real;
  get lengths(): Indices;
  set lengths(lengths: Indices);
}

/** C slots, position p in slot p mod C; `written`: positions so far, overwritten ones included. */
export interface RingCache extends ResidentCache { readonly kind: 'ring'; readonly keys: Real; readonly values: Real; readonly written: number }

export type Cache = GrowingCache | FixedCache | RingCache;

/** B, G, C, D and Dv; 1 where left out. */
export interface CacheSizes {
  batch?: number; keyHeads?: number; slots?: number; width?: number; valueWidth?: number;
  /** default float64 */
  dtype?: 'float32' | 'float64';
}

export interface CachedAttentionOptions<Array extends Real = Tensor> {
  /** default 1/√D */
  scale?: number;
  /** default 0: off */
  softcap?: number;
  /** broadcasts to `[B,H,N,S]`, the keys in the order in which the cache holds them */
  bias?: Array;
  /** keys before its own that a query reads, default −1: all; for a ring 0…C − N */
  windowLeft?: number;
}

export interface CacheFunctions {
  growingCache(): GrowingCache;
  /** All slots free. `out_of_range` for a size of 0, `too_large` for too many bytes. */
  fixedCache(sizes: CacheSizes): FixedCache;
  ringCache(sizes: CacheSizes): RingCache;
  /**
   * k `[B,G,N,D]` and v `[B,G,N,Dv]` behind what is there; returns the cache. `shape_mismatch`, or `out_of_range` where N is
   * more than the slots that are free (fixed) or that there are (ring): it is then as it was.
   */
  appendToCache<C extends Cache>(cache: C, k: Real, v: Real): C;
  /**
   * `[B,H,N,Dv]` of q `[B,H,N,D]`, the queries of the last N tokens that were appended, in the width of the cache. Refuses what
   * `attention` refuses, and with `out_of_range` more queries than tokens and a window that a ring does not hold.
   */
  attendToCache<Array extends Real>(q: Array, cache: Cache, options?: CachedAttentionOptions<Array>): Array;
  /** The position that each slot holds, `[C]`; −1: none yet. */
  slotPositions(cache: RingCache): Indices;
}
