/** The script of the worker: takes one order, reports, and waits to be ended. */
import { CoreError, loadCore } from '../core';
import type { Message, Order } from './protocol';
import { tasks } from './tasks';

// `self` is typed as a window; of a worker's scope this is all that is needed
const scope = self as unknown as { postMessage(message: Message): void; onmessage: (event: MessageEvent<Order>) => void };

function failure(error: unknown): Message {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof CoreError ? { kind: 'failed', code: error.code, message } : { kind: 'failed', message };
}

async function run({ binary, task, input }: Order): Promise<void> {
  const core = await loadCore(binary);
  scope.postMessage({ kind: 'ready' });
  for (const step of tasks[task](core, input)) {
    if (step) scope.postMessage({ kind: 'step', step });
  }
  scope.postMessage({ kind: 'done' });
}

scope.onmessage = ({ data }) => {
  run(data).catch((error: unknown) => scope.postMessage(failure(error)));
};
