/** Who may read what, and how other libraries spell it. */
import type { Indices, Mask, Tensor } from './arrays.ts';

/** Values of `ExplainedVisibility.reasons`. */
export const Reason = {
  visible: 0, future: 1, padding: 2, futureAndPadding: 3, blockedByHand: 4, allowedByHand: 5,
} as const;

export interface VisibilityRules { causal: boolean; padding: boolean; /** `[B,T,T]`, 0 leave, 1 allow, -1 block */ overrides?: Indices }
export interface ExplainedVisibility { /** `[B,1,T,T]` */ visible: Mask; /** `[B,1,T,T]` */ reasons: Indices }
export interface VisibilityCounts { cells: number; visible: number; emptyRows: number }

/**
 * With p the position of query i, key j may be read when j < keyLengths[b], j ≤ p if `causal`, and
 * p − windowLeft ≤ j ≤ p + windowRight.
 */
export interface PositionRule {
  /** no key after the query's own position */
  causal?: boolean;
  /**
   * Where L and S differ. `top_left` (the default): p = i + offset, as PyTorch's `is_causal` and ONNX's Attention have it.
   * `bottom_right`: the last query stands at the last real key, as in PyTorch's `causal_lower_right` and FlashAttention from 2.1.
   */
  alignment?: 'top_left' | 'bottom_right';
  /** keys cached before the first query; 0 under `bottom_right`, which counts itself */
  offset?: number;
  /** keys before its own position that a query may read besides its own: a window of w keys is w − 1. −1, the default: all */
  windowLeft?: number;
  /** keys after its own position, −1: all */
  windowRight?: number;
  /** `[B]` real keys of each sequence, 0…S, at the front of the S */
  keyLengths?: Indices;
}

export interface MaskFunctions {
  /** `[L,S]`: query i reads keys j ≤ i + offset. */
  causal(queries: number, keys: number, offset?: number): Mask;
  /** `[B,T]` */
  validFromLengths(lengths: number[], positions: number): Mask;
  validFromTokenIds(ids: Indices, padId: number): Mask;
  /** x `[B,T,E]`: a position is padding when its whole vector equals padValue. */
  validFromEmbeddings(x: Tensor, padValue: number): Mask;
  /** `[B,1,L,S]` from real keys `[B,S]`. */
  keyPadding(validKeys: Mask, queries: number): Mask;
  scoredTargets(validQueries: Mask, targets: Indices, ignoredId: number): Mask;
  visibleAnd(a: Mask, b: Mask): Mask;
  visibleOr(a: Mask, b: Mask): Mask;
  visibleNot(a: Mask): Mask;
  explainVisibility(valid: Mask, rules: VisibilityRules): ExplainedVisibility;
  countVisible(visible: Mask): VisibilityCounts;
  /**
   * `[B,1,L,S]`, B the count of `keyLengths`, or 1 without them. `out_of_range`: a window below −1, an offset under
   * `bottom_right`, a length outside 0…S.
   */
  visibleByPosition(rule: PositionRule, queries: number, keys: number): Mask;

  /** true = takes part, the same as ours */ toSdpaMask(visible: Mask): Mask;
  fromSdpaMask(attnMask: Mask): Mask;
  /** true = blocked; `[L,S]` or `[B·H,L,S]` */ toMhaAttnMask(visible: Mask, numHeads: number): Mask;
  fromMhaAttnMask(attnMask: Mask, numHeads: number): Mask;
  /** true = ignore; `[B,S]` */ toKeyPaddingMask(validKeys: Mask): Mask;
  fromKeyPaddingMask(keyPaddingMask: Mask): Mask;
  /** 0 where visible, -Infinity where blocked */ toAdditiveMask(visible: Mask): Tensor;
  fromAdditiveMask(mask: Tensor): Mask;
  /** 1 = real, 0 = padding; `[B,S]` */ toAttentionMask(validKeys: Mask): Indices;
  fromAttentionMask(attentionMask: Indices): Mask;
}
