/** Query 2 of example 16.3: both heads' weights and the output. */
import type { Still } from '../../element/still';
import { formatNumber } from '../../format';
import { row, rows } from '../../tensor';
import { compute } from './compute';
import { initial } from './state';
import { texts } from './texts';

export const still: Still = (core, language) => {
  const t = texts[language];
  const { trace, reasons, headAt } = compute(core, initial(core));
  const text = (lines: number[][]): string[][] => lines.map((line) => line.map((x) => formatNumber(x)));
  const labels = ['1', '2', '3'];
  const byQuery = labels.map((label) => `${t.query} ${label}`);
  const coordinates = ['1', '2'].map((label) => `${t.output} ${label}`);
  const blocked = reasons.map((line) => line.map((reason) => reason !== 0));
  return [
    ...headAt.map((head) => ({
      caption: t.allWeights(t.headName(head + 1)), rows: byQuery, columns: labels.map((label) => `${t.key} ${label}`),
      cells: text(rows(trace.attention.softmax.weights, 0, head)), blocked,
    })),
    { caption: t.merged, rows: byQuery, columns: headAt.map((head) => t.headName(head + 1)), cells: text(rows(trace.merged)) },
    { caption: t.contributions(2), rows: headAt.map((head) => t.headName(head + 1)), columns: coordinates, cells: text(headAt.map((head) => row(trace.contributions, 0, head, 1))) },
    { caption: t.result, rows: byQuery, columns: coordinates, cells: text(rows(trace.output)) },
  ];
};
