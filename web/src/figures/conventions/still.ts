import type { Still } from '../../element/still';
import { formatNumber } from '../../format';
import { positionLabels } from '../../parts/positions';
import { elementWords, shownName } from './code';
import { compute } from './compute';
import { conventionIds, initial, perRecord } from './state';
import { texts } from './texts';

/** The second record of the first batch in each spelling. */
export const still: Still = (core, language) => conventionIds.map((convention) => {
  const t = texts[language];
  const state = { ...initial(), shown: 1, convention };
  const { tokens, spelled } = compute(core, state);
  const { name, meaning } = t.conventions[convention];
  return {
    caption: `${name} · ${shownName(state)} · ${meaning}`,
    rows: perRecord(state) ? spelled.shown.map((_, record) => `${t.recordAxis} ${record + 1}`) : positionLabels(tokens),
    columns: positionLabels(tokens),
    cells: spelled.shown.map((line) => line.map((value) => (convention === 'additive' ? formatNumber(value) : elementWords[convention](value)))),
  };
});
