/** Every figure, by name. */
import type { FigureDefinition } from './definition';
import { maskedSoftmax } from './masked-softmax/figure';

// Each definition keeps its own state and texts; a list of them forgets which.
export const figures: FigureDefinition<any, any>[] = [maskedSoftmax];
