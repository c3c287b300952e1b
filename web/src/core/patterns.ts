/**
 * Visibilities by name: who may read what in the sparse and structured attentions. p stands for the position of a query, j for a
 * key. All combine with `visibleAnd`, `visibleOr` and `visibleNot`.
 */
import type { Indices, Mask } from './arrays.ts';

/**
 * L queries by S keys; query i stands at position i + offset. Offset 0, the default, lays the top-left corners together, S − L
 * the bottom-right ones. Refused: no queries or keys (`empty_input`), above 4096 of them (`too_large`), an offset beyond ±2³⁰
 * (`out_of_range`).
 */
export interface Cells { queries: number; keys: number; offset?: number }

export interface SegmentOptions {
  /** `[B,S]`; default the queries' own ids */
  keyIds?: Indices;
  /** within a segment only j ≤ p */
  causal?: boolean;
  /** the id that marks padding; default: every id is a segment */
  padId?: number;
  /**
   * What a padding query reads; real ones never read padding. `reads_nothing` (the default), `own_segment`: all padding counts as
   * one more segment, `itself`: only the key at its own position.
   */
  padding?: 'reads_nothing' | 'own_segment' | 'itself';
  /** position of query 0, as in `Cells` */
  offset?: number;
}

export interface RandomPattern {
  /** 0…2³² − 1, default 0; the same seed gives the same mask on every machine */
  seed?: number;
  /** default true: the own position may always be read */
  diagonal?: boolean;
  /** only keys up to the own position are drawn */
  causal?: boolean;
}

export interface PatternCounts {
  cells: number;
  visible: number;
  /** visible / cells */ density: number;
  /** queries that read no key */ emptyRows: number;
  /** columns that no query reads */ unreadKeys: number;
}

/** Masks are `[L,S]` unless said otherwise. A number outside its limits is refused with `out_of_range`. */
export interface PatternFunctions {
  /** j − p < diagonal: 1 (the default) is the causal rule, 0 blocks the own position too. */
  lookAhead(cells: Cells, diagonal?: number): Mask;
  /** The last `window` keys up to and with the own: a window of w keeps w keys. */
  slidingWindow(cells: Cells, window: number): Mask;
  /** The other reading of a window: the own key and `keysBack` before it. */
  slidingWindowBack(cells: Cells, keysBack: number): Mask;
  /** `window` keys up to the own, `dilation` apart; with `causal` false (default true) the same keys ahead as well. */
  dilated(cells: Cells, window: number, dilation: number, causal?: boolean): Mask;
  /** Every `stride`-th key back from the own, without limit. */
  strided(cells: Cells, stride: number): Mask;
  /** j < length or j ≤ p: everybody reads the whole prefix, the rest is causal. */
  prefix(cells: Cells, length: number): Mask;
  /** `[B,1,L,S]`: a prefix length for each record. */
  prefixPerRecord(cells: Cells, lengths: number[]): Mask;
  /** `[B,1,L,S]` from ids of the queries `[B,L]`: packed documents do not read each other. */
  segments(queryIds: Indices, options?: SegmentOptions): Mask;
  /** These keys, read by every query, and nothing else. */
  globalKeys(cells: Cells, positions: number[]): Mask;
  /** The queries at these positions read every key, the others nothing. */
  globalQueries(cells: Cells, positions: number[]): Mask;
  /** The "or" of the two. */
  globalTokens(cells: Cells, positions: number[]): Mask;
  /** `[...,L,S]` from a block-sparse layout `[...,R,C]`; the last blocks may be cut off. */
  blocks(layout: Mask, blockQueries: number, blockKeys: number, cells: Cells): Mask;
  /** `[...,R,C]`: the blocks of a visibility `[...,L,S]` with at least one visible cell. */
  blockLayout(visible: Mask, blockQueries: number, blockKeys: number): Mask;
  /** Bars of a piece of music: all of the current bar up to the own position, the starts of earlier bars. */
  bars(cells: Cells, starts: number[]): Mask;
  /** First positions of bars, from a bar number for each position `[T]`. */
  barStarts(barIds: Indices): number[];
  /** Each cell visible with probability `density`, independently. */
  randomCells(cells: Cells, density: number, options?: RandomPattern): Mask;
  /** Each query reads `count` different keys, besides the diagonal where that is always visible. */
  randomKeys(cells: Cells, count: number, options?: RandomPattern): Mask;
  /** H masks `[L,S]` become `[H,L,S]`, H masks `[B,1,L,S]` become `[B,H,L,S]`; `shape_mismatch` for others. */
  perHead(masks: Mask[]): Mask;
  /** N masks of one shape become `[N,...]`. */
  perLayer(masks: Mask[]): Mask;
  /** The mask of layer n, 0-based, out of `[N,...]`. */
  layer(masks: Mask, n: number): Mask;
  /** Over all `[L,S]` of a visibility `[...,L,S]`. */
  countPattern(visible: Mask): PatternCounts;
}
