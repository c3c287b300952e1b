/** From what the reader typed to the core's verdict. */
import type { Core, Exercise, Grade, Part } from '../../core';
import { parseNumber } from '../../format';
import type { Language } from '../../language';
import { answerKey, exerciseCount, seedOf, type Answer, type State } from './state';

export const isMarks = (part: Part): boolean => ['cells', 'flags', 'choice'].includes(part.kind);

const sizeOf = (part: Part): number => part.shape.reduce((size, length) => size * length, 1);

export function typedOf(part: Part, answer: Answer | undefined): string[] {
  return answer?.typed ?? Array<string>(sizeOf(part)).fill(isMarks(part) ? '0' : '');
}

/** A verdict, or what has to be put right before the core can give one: a message for each element, '' where it is fine. */
export type Judgement = Grade | { verdict: 'unreadable'; complaints: string[] } | { verdict: 'none_chosen' };

/** Throws the core's error where the answer does not have the part's shape. */
export function judge(core: Core, { number, seed }: Exercise, part: Part, checked: string[], language: Language): Judgement {
  if (part.kind === 'choice' && !checked.includes('1')) return { verdict: 'none_chosen' };
  const parsed = checked.map((text) => parseNumber(text, language));
  if (parsed.some((one) => 'message' in one)) {
    return { verdict: 'unreadable', complaints: parsed.map((one) => ('message' in one ? one.message : '')) };
  }
  const data = Float64Array.from(parsed, (one) => (one as { value: number }).value);
  const shape = data.length === sizeOf(part) ? part.shape : [data.length];
  return core.grade(number, seed, part.id, { shape, data });
}

export interface Progress { solved: number; parts: number }

function progressAt(core: Core, state: State, number: number, seed: number): Progress {
  const exercise = core.exercise(number, seed);
  const solved = exercise.parts.filter((part) => {
    const checked = state.answers[answerKey(number, seed, part.id)]?.checked;
    return checked && judge(core, exercise, part, checked, 'en').verdict === 'right';
  });
  return { solved: solved.length, parts: exercise.parts.length };
}

/** For each exercise, how much is solved: with the chapter's own numbers or in the variant in sight, whichever is more. */
export function progress(core: Core, state: State): Progress[] {
  return Array.from({ length: exerciseCount }, (_, i) => {
    const tries = [...new Set([0, seedOf(state, i + 1)])].map((seed) => progressAt(core, state, i + 1, seed));
    return tries.reduce((best, one) => (one.solved > best.solved ? one : best));
  });
}
