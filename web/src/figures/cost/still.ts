/** The exact counts of the first state, all from the core. Times belong to the reader's machine. */
import type { Still } from '../../element/still';
import { grouped, inUnits } from '../../format';
import { visibleCells } from './measure';
import { blocks, initial, lengthsUpTo } from './state';
import { texts } from './texts';

export const still: Still = (core, language) => {
  const t = texts[language];
  const { largest, heads, masks } = initial();
  const counted = masks.filter(blocks);
  const lengths = lengthsUpTo(largest);
  return [{
    caption: `${t.counts} (H = ${heads})`,
    rows: lengths.map((positions) => `T = ${positions}`),
    columns: [t.cells, t.bytes, ...counted.map((mask) => t.visible(t.masks[mask]))],
    cells: lengths.map((positions) => [
      grouped(core.scoreMemory(1, 1, positions, 'float64').scores),
      inUnits(core.scoreMemory(1, heads, positions, 'float64').bytes),
      ...counted.map((mask) => grouped(visibleCells(core, mask, positions))),
    ]),
  }];
};
