import type { Core } from '../../core';
import type { Still, StillTable } from '../../element/still';
import type { Language } from '../../language';
import { positionLabels, positionList } from '../../parts/positions';
import { shiftedTargets } from '../../parts/records';
import { compute } from './compute';
import { initial } from './state';
import { texts } from './texts';

/** Table 16.1 for each record of the first batch. */
function recordTable(core: Core, language: Language, shown: number): StillTable {
  const t = texts[language];
  const { tokens, table, valid, scored } = compute(core, { ...initial(), shown });
  const keys = (visible: number[]): string => positionList(visible, t.list) || t.noKeys;
  const answer = (yes: number | undefined): string => (yes ? t.yes : t.no);
  return {
    caption: t.table(shown + 1),
    rows: positionLabels(tokens),
    columns: [t.future, t.paddingOnly, t.both, t.realColumn, t.target, t.scoredColumn],
    cells: shiftedTargets(tokens).map((target, query) => [
      keys(table.future[query]!), keys(table.padding[query]!), keys(table.both[query]!),
      answer(valid[shown]![query]), target ?? t.noTarget, answer(scored[shown]![query]),
    ]),
  };
}

export const still: Still = (core, language) => [0, 1].map((shown) => recordTable(core, language, shown));
