/**
 * Decoding with a cache: each step brings N new tokens, and its output is what the last N rows of the full causal computation
 * would be. A cache is a plain object; nothing changes it, `appendToCache` gives a new one.
 */
import type { Indices, Tensor } from './arrays.ts';

/** Keys `[B,G,P,D]` and values `[B,G,P,Dv]`; none before the first step. Each step copies everything. */
export interface GrowingCache { kind: 'growing'; keys?: Tensor; values?: Tensor }

/** C slots, the first `lengths[b]` in use: keys `[B,G,C,D]`, values `[B,G,C,Dv]`, lengths `[B]`. A length may be lowered. */
export interface FixedCache { kind: 'fixed'; keys: Tensor; values: Tensor; lengths: Indices }

/** C slots, position p in slot p mod C; `written`: positions so far, overwritten ones included. */
export interface RingCache { kind: 'ring'; keys: Tensor; values: Tensor; written: number }

export type Cache = GrowingCache | FixedCache | RingCache;

/** B, G, C, D and Dv; 1 where left out. */
export interface CacheSizes { batch?: number; keyHeads?: number; slots?: number; width?: number; valueWidth?: number }

export interface CachedAttentionOptions {
  /** default 1/√D */
  scale?: number;
  /** default 0: off */
  softcap?: number;
  /** broadcasts to `[B,H,N,S]`, the keys in the order in which the cache holds them */
  bias?: Tensor;
  /** keys before its own that a query reads, default −1: all; for a ring 0…C − N */
  windowLeft?: number;
}

export interface CacheFunctions {
  growingCache(): GrowingCache;
  /** All slots free. `out_of_range` for a size of 0, `too_large` for too many bytes. */
  fixedCache(sizes: CacheSizes): FixedCache;
  ringCache(sizes: CacheSizes): RingCache;
  /**
   * k `[B,G,N,D]` and v `[B,G,N,Dv]` behind what is there. `shape_mismatch`, or `out_of_range` where N is more than the slots
   * that are free (fixed) or that there are (ring).
   */
  appendToCache<C extends Cache>(cache: C, k: Tensor, v: Tensor): C;
  /**
   * `[B,H,N,Dv]` of q `[B,H,N,D]`, the queries of the last N tokens that were appended. Refuses what `attention` refuses, and
   * with `out_of_range` more queries than tokens and a window that a ring does not hold.
   */
  attendToCache(q: Tensor, cache: Cache, options?: CachedAttentionOptions): Tensor;
  /** The position that each slot holds, `[C]`; −1: none yet. */
  slotPositions(cache: RingCache): Indices;
}
