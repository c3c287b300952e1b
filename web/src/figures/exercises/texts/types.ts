import type { Facts } from '../facts';

/**
 * Texts are plain strings in which `W_O` between back quotes is set as mathematics. Those that depend on the numbers of
 * the exercise are functions of them, so that they hold for every seed.
 */
export type Text = string | ((facts: Facts) => string);

export interface GivenTexts {
  title: string;
  /** A symbol for copied code. */
  name: string;
  rowAxis: string;
  columnAxis: string;
  /** Default: 1, 2, 3 … */
  rows?: (facts: Facts) => string[];
  columns?: (facts: Facts) => string[];
}

export interface PartTexts {
  question: Text;
  /** What each element of the answer is called, where it has more than one. */
  elements?: (facts: Facts) => string[];
  /** What flags and choices say. */
  options?: Record<string, string> | ((option: string, facts: Facts) => string);
  hints: Text[];
  /** Stands below the reference answer. */
  reasoning: Text;
  /** By mistake, before those of the exercise and those that all share. */
  mistakes: Record<string, Text>;
}

export interface ExerciseTexts {
  title: string;
  intro: Text;
  /** Givens that are shown as matrices; single numbers stand in the texts. */
  givens: Record<string, GivenTexts>;
  parts: Record<string, PartTexts>;
  mistakes?: Record<string, Text>;
}

export const told = (text: Text, facts: Facts): string => (typeof text === 'string' ? text : text(facts));

export function optionText(part: PartTexts, option: string, facts: Facts): string | undefined {
  return typeof part.options === 'function' ? part.options(option, facts) : part.options?.[option];
}

/** What is said of a recognised mistake. Absent only where a text is missing, which a test rules out. */
export function mistakeText(exercise: ExerciseTexts, part: string, mistake: string, facts: Facts): string | undefined {
  const text = exercise.parts[part]?.mistakes[mistake] ?? exercise.mistakes?.[mistake];
  return text === undefined ? undefined : told(text, facts);
}
