/** A part of an exercise with all that its question, its inputs and its feedback are made of. */
import type { Exercise, Part } from '../../core';
import type { View } from '../../element/definition';
import { judge, typedOf, type Judgement } from './answers';
import type { Facts } from './facts';
import { answerKey, type Answer, type State } from './state';
import type { Texts } from './texts';
import type { ExerciseTexts, PartTexts } from './texts/types';

export interface PartView {
  view: View<State, Texts>;
  exercise: Exercise;
  part: Part;
  exerciseTexts: ExerciseTexts;
  texts: PartTexts;
  facts: Facts;
  /** As precise as a reader needs who computes with it. */
  number: (x: number) => string;
  answer: Answer | undefined;
  typed: string[];
  checked: string[] | undefined;
  judgement: Judgement | undefined;
  change: (fields: Partial<Answer>) => void;
}

export function partView(
  view: View<State, Texts>, exercise: Exercise, part: Part, exerciseTexts: ExerciseTexts, facts: Facts, number: (x: number) => string,
): PartView {
  const { core, state, language } = view;
  const key = answerKey(exercise.number, exercise.seed, part.id);
  const answer = state.answers[key];
  const checked = answer?.checked;
  return {
    view, exercise, part, exerciseTexts, texts: exerciseTexts.parts[part.id]!, facts, number, answer,
    typed: typedOf(part, answer),
    checked,
    judgement: checked && judge(core, exercise, part, checked, language),
    change: (fields) => {
      view.set({ answers: { ...state.answers, [key]: { ...answer, typed: typedOf(part, answer), ...fields } } });
    },
  };
}
