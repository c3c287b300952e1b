import type { Still } from '../../element/still';
import { formatNumber } from '../../format';
import { compute, findingOf } from './compute';
import { initial, variants } from './state';
import { texts } from './texts';

/** Both checks for every variant, on the first change. */
export const still: Still = (core, language) => {
  const t = texts[language];
  const numbers = compute(core, initial(core));
  const cells = variants.map((variant) => {
    const { forbidden, report, refused } = findingOf(numbers, variant);
    const probe = refused !== null ? t.refusedShort : report.changed.length === 0 ? t.still
      : t.movedShort(report.changed.length, report.before.data.length, formatNumber(report.largestChange));
    return [forbidden > 0 ? t.some(formatNumber(forbidden)) : t.none, probe];
  });
  return [{ caption: t.all, rows: variants.map((variant) => t.names[variant]), columns: [t.weightCheck, t.probe], cells }];
};
