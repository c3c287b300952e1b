/** Every figure by the name of its folder, with the function that loads it: it comes when it is first shown. */
import type { FigureDefinition } from '../element/definition';

// Each definition keeps its own state and texts; a list of them forgets which.
type AnyDefinition = FigureDefinition<any, any>;

const loaders = import.meta.glob<AnyDefinition>('./*/figure.ts', { import: 'figure' });

export const figures = new Map(Object.entries(loaders).map(([path, load]) => [path.split('/')[1]!, load]));
