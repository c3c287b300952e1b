/** What the page and a worker say to each other. A worker runs one task and is then ended. */
import type { ErrorCode } from '../core';
import type { TaskInput, TaskName, TaskStep } from './tasks';

/** To the worker, once. */
export interface Order<Name extends TaskName = TaskName> {
  /** The module's bytes, which the page has already: the worker loads nothing. */
  binary: Uint8Array;
  task: Name;
  input: TaskInput<Name>;
}

/** From the worker. `ready` comes first: the module runs there. Without a code, `failed` is no refusal of the core's. */
export type Message<Name extends TaskName = TaskName> =
  | { kind: 'ready' }
  | { kind: 'step'; step: TaskStep<Name> }
  | { kind: 'done' }
  | { kind: 'failed'; code?: ErrorCode; message: string };
