import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { copyFile, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setInterval as every, setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../core/ports.ts';
import { backoffMs, pollUntil } from '../../core/timing.ts';
import { identifyProcess, type ProcessIdentity, stillRuns } from './process-identity.ts';

const MAX_LOG_BYTES = 10_000_000;
const LOOK_AT_LOG_MS = 60_000;
const LOG_TAIL_BYTES = 2_000;
/** PostgreSQL writes four more after the one that says why it does not start. */
const LOG_TAIL_LINES = 6;
const WATCH_MS = 250;
const BACKOFF = { firstMs: 100, maxMs: 10_000 };
const STEADY_MS = 30_000;

/** A server that outlives a killed parent. `exited` resolves when it is gone. */
export type ServerProcess = ProcessIdentity & { exited: Promise<void> };

type Launch = {
  command: string;
  args: string[];
  logFile: string;
  env?: Record<string, string>;
  user?: { uid: number; gid: number } | undefined;
};

/**
 * Starts a server in its own session, so Ctrl-C in the terminal reaches only us and we stop it in an orderly way.
 * Its output goes to a file: a pipe would break when we are killed.
 */
export async function launchServer({
  command,
  args,
  logFile,
  env,
  user,
}: Launch): Promise<ServerProcess> {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  const log = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...env },
      ...user,
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const small = keepLogSmall(logFile);
    child.once('exit', small.stop).once('error', small.stop);
    await once(child, 'spawn');
    child.unref();
    return { ...identifyProcess(child.pid ?? -1), exited };
  } finally {
    closeSync(log);
  }
}

/** A server that another process started. */
export function watchServer(pid: number): ServerProcess {
  const identity = identifyProcess(pid);
  const exited = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (stillRuns(identity)) return;
      clearInterval(timer);
      resolve();
    }, WATCH_MS);
    timer.unref();
  });
  return { ...identity, exited };
}

/**
 * Sends the signals one after the other, each with its own timeout, until the process is gone. Another process that has
 * its id by now is left alone.
 */
export async function endProcess(
  identity: ProcessIdentity,
  steps: readonly (readonly [NodeJS.Signals, number])[],
): Promise<void> {
  for (const [signal, patienceMs] of steps) {
    if (!stillRuns(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch {
      return;
    }
    if (await pollUntil(() => !stillRuns(identity), { everyMs: 10, withinMs: patienceMs })) return;
  }
}

/** The end of a server's log, for an error message. */
export function logTail(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8')
      .slice(-LOG_TAIL_BYTES)
      .trim()
      .split('\n')
      .slice(-LOG_TAIL_LINES)
      .join(' | ');
  } catch {
    return '(no output)';
  }
}

/**
 * Copies a log to `<path>.1` and truncates it whenever it exceeds `maxBytes`, now and until stopped. The server keeps
 * writing to the same file, which it opened for appending; lines written between copy and truncation are lost.
 */
export function keepLogSmall(
  path: string,
  { maxBytes = MAX_LOG_BYTES, everyMs = LOOK_AT_LOG_MS } = {},
): { stop(): void } {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    if ((await stat(path)).size <= maxBytes) return;
    // On a full disk the copy fails: then free space matters more than old lines.
    await copyFile(path, `${path}.1`).catch(() => {});
    await truncate(path);
  };
  const keep = async (): Promise<void> => {
    await look().catch(() => {});
    // One check at a time: a copy of a file that another check just truncated would be empty.
    for await (const _ of every(everyMs, undefined, { signal: stopping.signal, ref: false }))
      await look().catch(() => {});
  };
  keep().catch(() => {});
  return { stop: () => stopping.abort() };
}

type KeptServer = {
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
