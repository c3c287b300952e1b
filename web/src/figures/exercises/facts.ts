/** What the texts of an exercise may speak of: its numbers and its record, as the core gives them. */
import type { Core, Exercise, Tensor } from '../../core';

export interface Facts {
  /** A given of one number, formatted. */
  value: (given: string) => string;
  /** The numbers of a given, formatted, in rows of its last axis. */
  rows: (given: string) => string[][];
  /** The reference answer of another part, formatted, flat. */
  reference: (part: string) => string[];
  tokens: string[];
  targets: string[];
}

export function formattedRows({ shape, data }: Tensor, number: (x: number) => string): string[][] {
  const width = shape.at(-1)!;
  return Array.from({ length: data.length / width }, (_, i) => Array.from(data.slice(i * width, (i + 1) * width), (x) => number(x)));
}

export function factsOf(core: Core, exercise: Exercise, number: (x: number) => string): Facts {
  const rows = (given: string): string[][] => formattedRows(exercise.givens.find(({ id }) => id === given)!.value, number);
  return {
    value: (given) => rows(given)[0]![0]!,
    rows,
    reference: (part) => formattedRows(core.referenceAnswer(exercise.number, exercise.seed, part), number).flat(),
    tokens: exercise.tokens,
    targets: exercise.targets,
  };
}
