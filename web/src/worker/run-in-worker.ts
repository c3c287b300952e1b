/** Runs a task in a worker of its own. */
import TaskWorker from 'maskscope-worker';
import { CoreError } from '../core';
import { sharedBinary } from '../load/shared-core';
import type { Message, Order } from './protocol';
import type { TaskInput, TaskName, TaskStep } from './tasks';

/** No worker can run here: a policy forbids it, its script or the module in it, or the browser has none. */
export class WorkerRefused extends Error {}

function start(): Worker {
  try {
    return new TaskWorker();
  } catch {
    throw new WorkerRefused();
  }
}

/**
 * Tells each step as it comes. Resolves when the task is done, or at once when `signal` aborts: the worker is ended in the
 * middle of whatever it computes. Rejects with `WorkerRefused`, or with the `CoreError` that the task met.
 */
export async function runInWorker<Name extends TaskName>(
  task: Name, input: TaskInput<Name>, tell: (step: TaskStep<Name>) => void, signal: AbortSignal,
): Promise<void> {
  const order: Order<Name> = { binary: await sharedBinary(), task, input };
  if (signal.aborted) return;
  const worker = start();
  try {
    await new Promise<void>((resolve, reject) => {
      let ready = false;
      const fail = (error: Error): void => reject(ready ? error : new WorkerRefused());
      signal.addEventListener('abort', () => resolve());
      worker.onerror = (event) => {
        event.preventDefault();
        fail(new Error(event.message));
      };
      worker.onmessage = ({ data }: MessageEvent<Message<Name>>) => {
        if (data.kind === 'ready') ready = true;
        else if (data.kind === 'step') tell(data.step);
        else if (data.kind === 'done') resolve();
        else fail(data.code ? new CoreError(data.code, data.message) : new Error(data.message));
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}
