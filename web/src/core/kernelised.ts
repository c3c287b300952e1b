/** Attention whose similarity is a product of features, φ(q)·φ(k) with φ(x) = elu(x) + 1, in place of exp(q·k). */
import type { Real } from './arrays.ts';

export interface KernelisedOptions { /** query i reads keys j ≤ i */ causal?: boolean }

export interface KernelisedAttention<T extends Real = Real> {
  /** `[B,H,L,Dv]` */ output: T;
  /** counted on the way: B (G·S + H·L) D (Dv + 1), which grows with L and not with L² */ multiplyAdds: number;
}

export interface KernelisedAttentionTrace<T extends Real = Real> {
  /** φ(q) `[B,H,L,D]` */ qFeatures: T;
  /** φ(k) `[B,G,S,D]` */ kFeatures: T;
  /** `[B,H,L,S]`, 0 where the key is blocked */ similarities: T;
  /** `[B,H,L]` */ rowSum: T;
  /** `[B,H,L,S]` similarities / rowSum */ weights: T;
  /** `[B,H,L,Dv]` */ output: T;
  /** counted on the way: D + Dv for each pair of query and key that is read */ multiplyAdds: number;
}

export interface KernelisedFunctions {
  /**
   * q `[B,H,L,D]`, k `[B,G,S,D]`, v `[B,G,S,Dv]`, through sums that all queries share. No scale. Refuses with `shape_mismatch`,
   * `empty_input` and `too_large`.
   */
  kernelisedAttention<T extends Real>(q: T, k: T, v: T, options?: KernelisedOptions): KernelisedAttention<T>;
  /** The same by the quadratic form, every weight written out. */
  traceKernelisedAttention<T extends Real>(q: T, k: T, v: T, options?: KernelisedOptions): KernelisedAttentionTrace<T>;
}
