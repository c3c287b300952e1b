/** The chapter's examples and exercises. */
import type { Mask, Tensor } from './arrays.ts';
import type { MultiHeadParameters } from './heads.ts';

export interface ChapterInputs {
  x: Tensor; wQ: Tensor; wK: Tensor; wV: Tensor; q: Tensor; k: Tensor; v: Tensor; scale: number; scores: Tensor;
  twoHeads: MultiHeadParameters;
}
export interface ScalingDemo { unscaledScores: Tensor; scaledScores: Tensor; unscaledWeights: Tensor; scaledWeights: Tensor }

export type AnswerKind = 'number' | 'numbers' | 'matrix' | 'cells' | 'flags' | 'choice';
export interface Part { id: string; kind: AnswerKind; shape: number[]; options: string[]; /** which elements count */ compared: Mask }
export interface Exercise {
  number: number; seed: number; tokens: string[]; targets: string[]; givens: { id: string; value: Tensor }[]; parts: Part[];
}
export type Verdict = 'right' | 'imprecise' | 'known_mistake' | 'wrong';
export interface Grade { verdict: Verdict; mistake: string; differing: number[] }

export interface ChapterFunctions {
  chapterInputs(): ChapterInputs;
  /** 1 ≤ width ≤ 1024 */ scalingDemo(width: number, seed: number): ScalingDemo;
  /** number 1…6; seed 0 is the chapter's own */ exercise(number: number, seed: number): Exercise;
  grade(number: number, seed: number, part: string, answer: Tensor): Grade;
  referenceAnswer(number: number, seed: number, part: string): Tensor;
  /** Ids of every mistake that a grader can recognise in an exercise, over the seeds; the page has a text for each. */
  mistakeIds(number: number, seed: number): string[];
}
