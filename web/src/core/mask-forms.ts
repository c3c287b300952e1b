/** The shapes in which one mask is kept, and what each weighs. */
import type { Dtype, Mask } from './arrays.ts';

/** `cells` `[L,S]`, `keys` `[B,1,1,S]`, `rows` `[B,1,L,S]`, `full` `[B,H,L,S]`. */
export type MaskForm = 'cells' | 'keys' | 'rows' | 'full';

/** B, H, L and S; 1 where left out. */
export interface ScoreAxes { batch?: number; heads?: number; queries?: number; keys?: number }

export interface MaskFormFunctions {
  /**
   * The same visibility in another form. `shape_mismatch`, naming the first cell that would be lost, where the mask differs along
   * an axis that the form leaves out.
   */
  toMaskForm(mask: Mask, form: MaskForm, axes: ScoreAxes): Mask;
  maskFormShape(form: MaskForm, axes: ScoreAxes): number[];
  /** dtype: `bool` (one byte), or an additive mask's. Nothing is allocated; `too_large` above 2⁵³ bytes. */
  maskFormCost(form: MaskForm, axes: ScoreAxes, dtype: 'bool' | Dtype): { elements: number; bytes: number };
}
