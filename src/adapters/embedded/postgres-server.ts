// Finds, starts and stops the PostgreSQL server of one cluster.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../core/ports.ts';
import { pollUntil } from '../../core/timing.ts';
import { freeLoopbackPort } from './free-port.ts';
import type { PostgresAccount } from './postgres-account.ts';
import {
  commandLineOf,
  identifyProcess,
  pidRuns,
  type ProcessIdentity,
} from './process-identity.ts';
import {
  endProcess,
  launchServer,
  logTail,
  type ServerProcess,
  watchServer,
} from './server-process.ts';

const READY_MS = 30_000;
const START_TRIES = 20;
const BETWEEN_TRIES_MS = 500;
const POLL_MS = 15;

// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovered from at the next start).
const STOP = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 800],
  ['SIGKILL', 200],
] as const;

export type ServerPlace = {
  account: PostgresAccount;
  /** The cluster's folder. */
  folder: string;
  logFile: string;
  settings: Record<string, string>;
  log?: Log;
  readyMs?: number;
};
type RunningServer = { server: ServerProcess; port: number; adopted: boolean };

// A start may fail temporarily: the port was taken after it was chosen, backends of a killed postmaster still hold its
// shared memory, or another process has just started the same cluster (which the next attempt adopts).
export async function adoptOrLaunch(
  place: ServerPlace,
  wishedPort?: number,
): Promise<RunningServer> {
  for (let tries = 1; ; tries++) {
    const running = await findRunning(place.folder);
    if (running !== undefined)
      return { server: watchServer(running.pid), port: running.port, adopted: true };
    const port = wishedPort ?? (await freeLoopbackPort());
    const server = await launch(place, port);
    if (await becomesReady(place, server)) return { server, port, adopted: false };
    await endServer(server);
    if (tries === START_TRIES)
      throw new Error(`PostgreSQL does not start: ${logTail(place.logFile)}`);
    await delay(BETWEEN_TRIES_MS);
  }
}

/** Takes 5 s at most. */
export function endServer(server: ProcessIdentity): Promise<void> {
  return endProcess(server, STOP);
}

/** Ends the server of a cluster that a killed process left behind, if there is one. */
export async function endServerOf(folder: string): Promise<void> {
  const running = await findRunning(folder);
  if (running !== undefined) await endServer(identifyProcess(running.pid));
}

function launch(place: ServerPlace, port: number): Promise<ServerProcess> {
  const { account, folder, logFile } = place;
  const settings = Object.entries({ ...place.settings, port: String(port) }).flatMap(
    ([key, value]) => ['-c', `${key}=${value}`],
  );
  const postgres = [join(account.native, 'bin', 'postgres'), '-D', folder, ...settings];
  const [command = '', ...args] = [...account.prefix, ...postgres];
  return launchServer({ command, args, logFile, env: { LC_ALL: 'C' }, user: account.user });
}

async function becomesReady(
  { folder, log, readyMs = READY_MS }: ServerPlace,
  server: ServerProcess,
): Promise<boolean> {
  const has = (status: string) => {
    const file = readPidFile(folder);
    return file?.pid === server.pid && file.status === status;
  };
  const isSettled = () => has('ready') || !pidRuns(server.pid);
  while (!(await pollUntil(isSettled, { everyMs: POLL_MS, withinMs: readyMs }))) {
    // On a slow disk it takes minutes after a crash to recover, and a server that is ended would begin again.
    if (!has('starting')) break;
    log?.warn('the database is still recovering: do not end it', { component: 'database' });
  }
  return has('ready');
}

/** The postmaster of this cluster, once it is ready; undefined when there is none or it exits. */
async function findRunning(folder: string): Promise<{ pid: number; port: number } | undefined> {
  for (const until = performance.now() + READY_MS; ; await delay(POLL_MS)) {
    const file = readPidFile(folder);
    if (file === undefined || !pidRuns(file.pid)) return undefined;
    if (!commandLineOf(file.pid).includes(folder)) {
      // The id now belongs to an unrelated process, which PostgreSQL would take for a living postmaster.
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (file.status === 'ready') return { pid: file.pid, port: file.port };
    if (file.status !== 'starting' && performance.now() > until)
      throw new Error(`a PostgreSQL on ${folder} neither becomes ready nor ends`);
  }
}

/** postmaster.pid: line 1 the process, 4 the port, 8 the status (PostgreSQL's miscadmin.h). */
function readPidFile(folder: string): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0
      ? { pid, port: Number(lines[3]), status: lines[7] ?? '' }
      : undefined;
  } catch {
    return undefined;
  }
}
