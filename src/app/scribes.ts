// The scribe runs in a process of its own: a fault in native media code must not take the API down.
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Ctx } from '../core/context.ts';
import type { Log } from '../core/ports.ts';
import { releaseLeasesOfDead } from '../core/task/run-tasks.ts';
import { backoffMs } from '../core/timing.ts';
import type { ScribeHealth } from '../scribe/health-report.ts';
import type { ScribeOptions } from './scribe-options.ts';

/** A process that ran this long is restarted at once: what is said meanwhile is lost. */
const RESTARTED_AT_ONCE_AFTER_MS = 10_000;
const AT_ONCE_MS = 10;
const BACKOFF = { firstMs: 500, maxMs: 30_000 };
/** After such a run, earlier failures no longer count. */
const STEADY_MS = 60_000;
/** Audio is stored outside the JavaScript heap. */
const SMALL_HEAP = ['--max-semi-space-size=2'];
const STOP_WITHIN_MS = 9_000;

export type ScribeChild = { health(): ScribeHealth; stop(): Promise<void> };

/** Starts the scribe process, and a second one where meetings have a standby and no other process provides it. */
export function startScribes(ctx: Ctx, options: Omit<ScribeOptions, 'isReserve'>): ScribeChild {
  const start = (holder: string, isReserve: boolean): ScribeChild =>
    startScribe({ ...options, holder, isReserve }, ctx.log, () => {
      // It is known to be dead, so nobody has to wait for its leases to expire.
      releaseLeasesOfDead(ctx, { holder, diedAt: ctx.clock.now() }).catch((error: unknown) =>
        ctx.log.warn('leases could not be released and run until they expire', {
          component: 'scribe',
          error,
        }),
      );
    });
  const first = start(options.holder, false);
  if (!options.hasStandby || !options.isAlone) return first;
  const second = start(`${options.holder}:standby`, true);
  return {
    health: () => joinHealth(first.health(), second.health()),
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}

/** Meetings are transcribed as long as one of the two works. */
export function joinHealth(first: ScribeHealth, second: ScribeHealth): ScribeHealth {
  const isOneGone = (first.status === 'unavailable') !== (second.status === 'unavailable');
  if (!isOneGone) return first;
  const works = first.status === 'unavailable' ? second : first;
  return { ...works, status: 'degraded', detail: 'One of the two scribe processes does not work.' };
}

/** Starts the scribe and starts it again, with growing delays, whenever it dies. */
export function startScribe(options: ScribeOptions, log: Log, onDead: () => void): ScribeChild {
  let child: ChildProcess | undefined;
  let health: ScribeHealth = { kind: 'health', status: 'starting', engine: null, detail: null };
  let failures = 0;
  let stopping = false;
  let retry: NodeJS.Timeout | undefined;

  const start = (): void => {
    const started = Date.now();
    const startAgain = (): void => {
      if (stopping) return;
      onDead();
      const livedMs = Date.now() - started;
      failures = livedMs > STEADY_MS ? 1 : failures + 1;
      health = {
        kind: 'health',
        status: 'unavailable',
        engine: health.engine,
        detail: 'The scribe process ended and is being started again.',
      };
      const delayMs =
        livedMs > RESTARTED_AT_ONCE_AFTER_MS ? AT_ONCE_MS : backoffMs(failures, BACKOFF);
      log.warn('scribe ended, starting it again', { component: 'scribe', attempt: failures });
      retry = setTimeout(start, delayMs);
    };
    let next: ChildProcess;
    try {
      next = forkScribe();
    } catch {
      // The system has no memory for another process.
      return startAgain();
    }
    child = next;
    // Options hold secrets: they travel over the pipe, never as arguments that a process list shows.
    if (next.connected) next.send(options, () => {});
    next.on('message', (message: ScribeHealth) => {
      if (message.kind === 'health') health = message;
    });
    next.on('exit', startAgain);
    // Without enough process slots or files it does not start at all, and then there is no exit event.
    next.on('error', () => {
      if (next.pid === undefined) startAgain();
    });
  };

  start();
  return {
    health: () => health,
    stop: async () => {
      stopping = true;
      clearTimeout(retry);
      if (child) await endChild(child);
    },
  };
}

function forkScribe(): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(new URL('./scribe-main.ts', import.meta.url), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: SMALL_HEAP,
    env: {
      ...process.env,
      // Without it LiveKit's library writes debug lines to standard output.
      NODE_ENV: 'production',
      // Its other threads allocate little, so heaps of their own would only cost 10 MB.
      MALLOC_ARENA_MAX: '1',
      ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    },
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(force);
}
