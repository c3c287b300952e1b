import type { Language } from '../../../language';
import { exercise1 } from './exercise-1';
import { exercise2 } from './exercise-2';
import { exercise3 } from './exercise-3';
import { exercise4 } from './exercise-4';
import { exercise5 } from './exercise-5';
import { exercise6 } from './exercise-6';
import type { ExerciseTexts } from './types';

const all: Record<Language, ExerciseTexts>[] = [exercise1, exercise2, exercise3, exercise4, exercise5, exercise6];

/** The texts of exercise 1…6. */
export const exerciseTexts = (exercise: number, language: Language): ExerciseTexts => all[exercise - 1]![language];
