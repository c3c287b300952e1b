/** The steps of one element, and the chapter's memory example. */
import type { Still } from '../../element/still';
import { compute } from './compute';
import { initial } from './state';
import { texts, type StepName } from './texts';

export const still: Still = (core, language) => {
  const t = texts[language];
  const { trace, memory } = compute(core, initial());
  const list = (items: readonly (string | number)[]): string => `[${items.join(', ')}]`;
  const done = memory.flatMap(({ positions, result }) => ('scores' in result ? [{ positions, ...result }] : []));
  return [
    {
      caption: t.table, rows: trace.right.map(({ step }) => t.names[step as StepName]), columns: [t.shape, t.index, t.offset],
      cells: trace.right.map(({ axes, shape, index, offset }) => [`${list(axes)} = ${list(shape)}`, list(index), String(offset)]),
    },
    {
      caption: t.memory, rows: done.map(({ positions }) => `T = ${positions}`), columns: [t.scoresColumn, t.bytesColumn],
      cells: done.map(({ scores, bytes }) => [String(scores), String(bytes)]),
    },
  ];
};
