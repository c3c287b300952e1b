/** Every figure's still picture, with the core that they share: what the build runs under Node. */
import type { Still } from '../element/still';

export { loadCore } from '../core';
/** By path: `./<name>/still.ts`. */
export const stills = import.meta.glob<Still>('./*/still.ts', { eager: true, import: 'still' });
