import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script of this folder as a separate process and talks to it by messages. */
export function startChild(script: string, ...args: string[]): ChildProcess {
  return fork(new URL(script, import.meta.url), args, { serialization: 'advanced', execArgv: [] });
}

/** Its next message. Fails when it ends or reports a failure. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code]) =>
    Promise.reject(new Error(`a process of the bench ended with ${code}`)),
  );
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    if (typeof message === 'object' && message !== null && 'error' in message)
      throw new Error(String(message.error));
    return message as T;
  } finally {
    settled.abort();
  }
}

export async function ask<T>(child: ChildProcess, order: object): Promise<T> {
  const answer = nextMessage<T>(child);
  child.send(order);
  return answer;
}
