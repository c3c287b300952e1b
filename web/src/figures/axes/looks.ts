/** How the cells of an array of elements look. */
import type { Numbers } from './compute';
import type { CellLook } from './picture';
import type { State } from './state';

/** Letters of the indices that run along the axes. */
export function letters(axes: string[]): string[] {
  const small: Record<string, string> = { B: 'b', T: 't', C: 'c', H: 'h', d: 'j' };
  return axes.map((axis) => small[axis]!);
}

/** The followed element, and the other coordinates of its position. */
export function elementLook({ indices, followed }: Numbers, { b, t }: State, elements: ArrayLike<number>): (offset: number) => CellLook {
  return (offset) => {
    const element = elements[offset]!;
    const [record, position] = indices[element]!;
    return { marked: element === followed, tinted: record === b && position === t, text: String(element) };
  };
}
