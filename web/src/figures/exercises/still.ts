/** The six exercises as the chapter asks them: questions, records and numbers, without anything to fill in. */
import type { Exercise } from '../../core';
import type { Still, StillTable } from '../../element/still';
import { formatNumber } from '../../format';
import { factsOf, formattedRows, type Facts } from './facts';
import { plain } from './pieces';
import { exerciseCount } from './state';
import { texts, type Texts } from './texts';
import { exerciseTexts } from './texts/all';
import { optionText, told, type ExerciseTexts } from './texts/types';

const counted = (length: number): string[] => Array.from({ length }, (_, i) => String(i + 1));

function questions(exercise: Exercise, say: ExerciseTexts, facts: Facts, t: Texts): StillTable {
  const cells = exercise.parts.map(({ id, options }) => {
    const part = say.parts[id]!;
    const choices = options.map((option) => plain(optionText(part, option, facts)!));
    return [[plain(told(part.question, facts)), ...choices.map((choice) => `□ ${choice}`)].join(' ')];
  });
  return {
    caption: `${t.heading(exercise.number, say.title)}${t.colon}${plain(told(say.intro, facts))}`,
    rows: cells.map((_, i) => 'abcdef'[i]!), columns: [t.question], cells,
  };
}

function givens(exercise: Exercise, say: ExerciseTexts, facts: Facts): StillTable[] {
  return exercise.givens.filter(({ value }) => value.data.length > 1).map(({ id, value }) => {
    const given = say.givens[id]!;
    const cells = formattedRows(value, (x) => formatNumber(x));
    return {
      caption: given.title,
      rows: (given.rows?.(facts) ?? counted(cells.length)).map((label) => `${given.rowAxis} ${label}`),
      columns: (given.columns?.(facts) ?? counted(cells[0]!.length)).map((label) => `${given.columnAxis} ${label}`),
      cells,
    };
  });
}

function record({ tokens, targets }: Facts, t: Texts): StillTable {
  const named = targets.map((target) => (target === 'ignored' ? t.ignored : target));
  return { caption: t.record, rows: [t.input, t.target], columns: counted(tokens.length).map((slot) => `${t.position} ${slot}`), cells: [tokens, named] };
}

export const still: Still = (core, language) => counted(exerciseCount).flatMap((number) => {
  const exercise = core.exercise(Number(number), 0);
  const say = exerciseTexts(exercise.number, language);
  const facts = factsOf(core, exercise, (x) => formatNumber(x));
  return [questions(exercise, say, facts, texts[language]), ...(facts.tokens.length ? [record(facts, texts[language])] : []), ...givens(exercise, say, facts)];
});
