/**
 * What a worker can be asked to do, by name. A task is a generator: it yields a step whenever it has something to tell, and
 * `undefined` where it could pause, so that the same task can run on the page without holding it up.
 */
import type { Core } from '../core';
import { measureCost } from '../figures/cost/measure';

export type Task<Input, Step> = (core: Core, input: Input) => Generator<Step | undefined, void>;

export const tasks = { measureCost };

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = (typeof tasks)[Name] extends Task<infer Input, any> ? Input : never;
export type TaskStep<Name extends TaskName> = (typeof tasks)[Name] extends Task<any, infer Step> ? Step : never;
