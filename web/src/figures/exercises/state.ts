import * as v from 'valibot';

export const exerciseCount = 6;
/** Variants are numbered, so that a class can open the same one; 0 is the chapter's own exercise. */
export const largestSeed = 9999;
/** What a field takes; longer than any number that the reader needs. */
export const longestEntry = 24;

/** At most 6 × 6 cells in an exercise. */
const entries = v.pipe(v.array(v.pipe(v.string(), v.maxLength(longestEntry))), v.maxLength(36));

const answer = v.strictObject({
  /** One text an element, as typed; in cells, flags and choices '1' or '0'. */
  typed: entries,
  /** What was typed when the answer was last checked. */
  checked: v.optional(entries),
  /** Hints shown so far. */
  hints: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9))),
  /** Whether the reference answer is shown. */
  revealed: v.optional(v.boolean()),
});

export const schema = v.object({
  exercise: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(exerciseCount)),
  seeds: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largestSeed))), v.length(exerciseCount)),
  /** By exercise, seed and part: "2/0/mixture". */
  answers: v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^[1-6]\/\d{1,4}\/[a-z_]{1,32}$/)), answer),
    v.check((answers) => Object.keys(answers).length <= 64, 'at most 64 answers'),
  ),
});

export type State = v.InferOutput<typeof schema>;
export type Answer = v.InferOutput<typeof answer>;

export const initial = (): State => ({ exercise: 1, seeds: Array<number>(exerciseCount).fill(0), answers: {} });

export const answerKey = (exercise: number, seed: number, part: string): string => `${exercise}/${seed}/${part}`;

export const seedOf = (state: State, exercise: number): number => state.seeds[exercise - 1]!;

/** Another variant of an exercise. Answers stay for the chapter's own numbers and for the variant in sight. */
export function withSeed(state: State, exercise: number, seed: number): Partial<State> {
  const seeds = state.seeds.map((old, i) => (i === exercise - 1 ? seed : old));
  return { seeds, answers: inSight(state.answers, seeds) };
}

/** What the reader did before, under what a link or this visit brought: nothing that was solved is lost. */
export function merged(now: State, before: State): State {
  return { ...now, answers: inSight({ ...before.answers, ...now.answers }, now.seeds) };
}

function inSight(answers: State['answers'], seeds: number[]): State['answers'] {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => {
    const [exercise, seed] = key.split('/').map(Number);
    return seed === 0 || seed === seeds[exercise! - 1];
  }));
}
