/** Defines the elements, once a page, whichever script comes first. */
import { MaskscopeMatrix } from '../matrix/matrix';
import { MaskscopeCost } from './cost/meter';
import { figures } from './index';
import { MaskscopeFigure } from './maskscope-figure';

export function register(): void {
  if (customElements.get('maskscope-figure')) {
    console.warn('maskscope-figure is already defined on this page; the first definition stays.');
    return;
  }
  MaskscopeFigure.definitions = new Map(figures.map((figure) => [figure.name, figure]));
  customElements.define('maskscope-matrix', MaskscopeMatrix);
  customElements.define('maskscope-cost', MaskscopeCost);
  customElements.define('maskscope-figure', MaskscopeFigure);
}
