/** A platform measures in a process of its own, on one processor: the two ends of their talk. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The last processor that this process may use; undefined where the system does not tell. */
export function lastProcessor() {
  try {
    const [, list] = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    return list.split(/[,-]/).at(-1);
  } catch {
    return undefined;
  }
}

/**
 * Starts a script of this folder and waits until it is ready.
 * @param {string | undefined} processor where it must run, with all that it starts
 * @returns {Promise<{ about: object, ask: (question: object) => Promise<any>, end: () => void }>}
 */
export async function startPlatform(script, processor) {
  const pinned = processor === undefined ? {} : { execPath: 'taskset', execArgv: ['-c', processor, process.execPath] };
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { serialization: 'advanced', ...pinned });
  const answer = async () => {
    const settled = new AbortController();
    const message = once(child, 'message', settled);
    const exit = once(child, 'exit', settled).then(([code, signal]) => { throw new Error(`${script} ended: ${signal ?? code}`); });
    try {
      const [value] = await Promise.race([message, exit]);
      return value;
    } finally {
      // whichever did not come is cancelled, and says so
      message.catch(() => {});
      exit.catch(() => {});
      settled.abort();
    }
  };
  return {
    about: await answer(),
    ask(question) {
      child.send(question);
      return answer();
    },
    end: () => child.disconnect(),
  };
}

/** The other end: says that it is ready, then measures what it is asked for. */
export function answerAsPlatform({ about, measure, end = () => {} }) {
  process.on('message', async ({ item, effort }) => process.send(await measure(item, effort)));
  process.on('disconnect', end);
  process.send(about);
}
