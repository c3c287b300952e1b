import type { Still } from '../../element/still';
import { formatNumber } from '../../format';
import { row } from '../../tensor';
import { compute } from './compute';
import { initial } from './state';
import { texts } from './texts';

/** Table 16.2. */
export const still: Still = (core, language) => {
  const t = texts[language];
  const state = initial();
  const { table } = compute(core, state);
  return [{
    caption: t.table(String(state.ratio)),
    rows: [t.futures.visible, t.futures.causal],
    columns: [t.recordColumn('red'), t.recordColumn('blue'), t.meanLoss],
    cells: [table.visible, table.causal].map((copier) => [...row(copier.correct), copier.loss].map((x) => formatNumber(x))),
  }];
};
