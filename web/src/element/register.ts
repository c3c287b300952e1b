/** Defines the elements, once a page, whichever script comes first. */
import { MaskscopeMatrix } from '../matrix/matrix';
import { MaskscopeFigure, type Figures } from './maskscope-figure';

export function register(figures: Figures): void {
  if (customElements.get('maskscope-figure')) {
    console.warn('maskscope-figure is already defined on this page; the first definition stays.');
    return;
  }
  MaskscopeFigure.figures = figures;
  customElements.define('maskscope-matrix', MaskscopeMatrix);
  customElements.define('maskscope-figure', MaskscopeFigure);
}
