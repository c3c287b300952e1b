/** Every figure, by name. */
import { axes } from './axes/figure';
import { conventions } from './conventions/figure';
import { cost } from './cost/figure';
import type { FigureDefinition } from './definition';
import { exercises } from './exercises/figure';
import { leakCopier } from './leak-copier/figure';
import { leakProbe } from './leak-probe/figure';
import { maskedSoftmax } from './masked-softmax/figure';
import { scaling } from './scaling/figure';
import { twoHeads } from './two-heads/figure';
import { visibility } from './visibility/figure';

// Each definition keeps its own state and texts; a list of them forgets which.
export const figures: FigureDefinition<any, any>[] = [axes, scaling, leakCopier, leakProbe, maskedSoftmax, twoHeads, visibility, conventions, exercises, cost];
