import type { Still } from '../../element/still';
import { formatNumber } from '../../format';
import { blockOf } from '../../parts/cells';
import { rows } from '../../tensor';
import { compute } from './compute';
import { initial } from './state';
import { texts } from './texts';

/** Example 16.1: the causal weights and outputs. */
export const still: Still = (core, language) => {
  const t = texts[language];
  const { trace, reasons, output } = compute(core, initial(core));
  const queries = output.map((_, i) => `${t.query} ${i + 1}`);
  const shown = (values: number[][]): string[][] => values.map((line) => line.map((x) => formatNumber(x)));
  return [
    {
      caption: t.weights, rows: queries, columns: output.map((_, i) => `${t.key} ${i + 1}`), cells: shown(rows(trace.weights)),
      blocked: reasons.map((line) => line.map((reason) => blockOf(reason) !== undefined)),
    },
    { caption: t.output, rows: queries, columns: output[0]!.map((_, i) => `${t.position} ${i + 1}`), cells: shown(output) },
  ];
};
