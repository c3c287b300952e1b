/** A script of this folder as a process of its own, which answers one message after the other. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** @returns {Promise<{ first: any, ask: (message: object) => Promise<any>, end: () => void }>} `first`: what it says when it is ready */
export async function startScript(url, options = {}) {
  const child = fork(url, { serialization: 'advanced', ...options });
  const answer = async () => {
    const gone = new AbortController();
    const ended = once(child, 'exit', gone).then(([code, signal]) => { throw new Error(`${url} ended (${signal ?? code})`); });
    try {
      const [message] = await Promise.race([once(child, 'message', gone), ended]);
      return message;
    } finally {
      ended.catch(() => {});
      gone.abort();
    }
  };
  return {
    first: await answer(),
    ask(message) {
      child.send(message);
      return answer();
    },
    end: () => child.disconnect(),
  };
}
