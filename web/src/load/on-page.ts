/** What may run on the page itself. Longer work would hold the page up: it runs in a worker, or not at all. */
import { CoreError, type Core } from '../core';

/** The longest axis of an array that the page hands to the core or takes from it; in particular the largest T. */
export const longestOnPage = 256;

function requireShort(value: unknown): void {
  const shape = (value as { shape?: unknown } | null | undefined)?.shape;
  if (!Array.isArray(shape) || shape.every((extent) => extent <= longestOnPage)) return;
  throw new CoreError('too_large', `shape: expected at most ${longestOnPage} outside a worker, got [${shape.join(', ')}]`);
}

/** The core as the page has it: refuses arrays that are too long for it. */
export function pageCore(core: Core): Core {
  const guarded = Object.entries(core as unknown as Record<string, (...args: unknown[]) => unknown>).map(([name, call]) =>
    [name, (...args: unknown[]): unknown => {
      args.forEach(requireShort);
      const result = call(...args);
      requireShort(result);
      return result;
    }]);
  return Object.fromEntries(guarded) as Core;
}

/** Runs a task between two breaths of the page. Resolves when it is done, or soon after `signal` aborts. */
export async function runOnPage<Step>(steps: Iterable<Step | undefined>, tell: (step: Step) => void, signal: AbortSignal): Promise<void> {
  for (const step of steps) {
    if (step) tell(step);
    await new Promise((resolve) => { setTimeout(resolve); });
    if (signal.aborted) return;
  }
}
