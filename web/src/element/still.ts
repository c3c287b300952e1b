/**
 * The still picture of a figure: small tables of its default state, computed by the core when the page is built. They stand
 * where scripts are off, where WebAssembly is missing, and until the figure wakes.
 *
 * A figure's folder may hold a `still.ts` that exports `still: Still`. It is run by Node, so it must not import Lit.
 */
import type { Core } from '../core';
import type { Language } from '../language';

export interface StillTable {
  caption: string;
  rows: string[];
  columns: string[];
  /** `[rows][columns]`, formatted */
  cells: string[][];
  /** `[rows][columns]`, true where a query may not read a key */
  blocked?: boolean[][];
}

export type Still = (core: Core, language: Language) => StillTable[];
