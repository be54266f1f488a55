import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../core/ports.ts';
import { backoffMs } from '../../core/timing.ts';
import type { ServerProcess } from './server-process.ts';

const BACKOFF = { firstMs: 100, maxMs: 10_000 };
const STEADY_MS = 30_000;

export type KeptServer = {
  pid(): number;
  stop(end: (server: ServerProcess) => Promise<void>): Promise<void>;
};

/** Restarts a server whenever it dies, with a backoff from 0.1 s to 10 s, until stopped. */
export function keepRunning(
  first: ServerProcess,
  startAgain: () => Promise<ServerProcess>,
  { name, log }: { name: string; log: Log },
): KeptServer {
  let current = first;
  const stopping = new AbortController();
  const watching = watch();

  async function watch(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const from = Date.now();
      await Promise.race([current.exited, once(stopping.signal, 'abort')]);
      if (stopping.signal.aborted) return;
      if (Date.now() - from > STEADY_MS) failures = 0;
      log.error('embedded server died', { component: name, pid: current.pid });
      for (let runs = false; !runs && !stopping.signal.aborted;) {
        failures += 1;
        const { signal } = stopping;
        await delay(backoffMs(failures, BACKOFF), undefined, { signal }).catch(() => {});
        runs = !signal.aborted && (await restart());
      }
    }
  }

  async function restart(): Promise<boolean> {
    try {
      current = await startAgain();
      log.info('embedded server runs again', { component: name, pid: current.pid });
      return true;
    } catch (error) {
      log.error('embedded server does not start', { component: name, error });
      return false;
    }
  }

  return {
    pid: () => current.pid,
    // Waits for a start in progress, so that no server appears after the stop.
    stop: async (end) => {
      stopping.abort();
      await watching;
      await end(current);
    },
  };
}
