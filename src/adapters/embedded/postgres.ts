import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '../../core/ports.ts';
import { installedPostgres } from './installed-postgres.ts';
import { refuseWhenUsedElsewhere } from './data-folder.ts';
import { clusterFolder } from './cluster-folders.ts';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { clusterUrl, prepareCluster, requirePassword } from './postgres-cluster.ts';
import { adoptOrLaunch, endServer } from './postgres-server.ts';
import { keepRunning, type ServerProcess } from './server-process.ts';

export const SETTINGS = {
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
  // Each check starts a process.
  autovacuum_naptime: '2min',
  // Commits write the WAL themselves; the WAL writer would wake an idle machine five times a second.
  wal_writer_delay: '10s',
  bgwriter_delay: '10s',
  // Needed for a backup of a running service.
  wal_level: 'replica',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and row values contain titles, names and transcripts.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

export type EmbeddedPostgres = {
  /** postgres://… with the password in it. Never log it. */
  url: string;
  /** The cluster's folder. */
  folder: string;
  /** The postmaster's process id; it changes when PostgreSQL dies and is restarted. */
  readonly pid: number;
  /** Whether it was already running: left by a killed process, or started by another one. */
  adopted: boolean;
  /** Ends it, within 5 s. */
  stop(): Promise<void>;
  /** Ends it if this process started it, and no longer restarts it. */
  leave(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Log;
  /** 'refused' runs a root's PostgreSQL as another user even where user namespaces work. */
  namespaces?: 'allowed' | 'refused';
  /** They replace the defaults. */
  settings?: Readonly<Record<string, string>>;
};

/**
 * PostgreSQL on loopback with its cluster under the data folder, created if missing. A server that already runs on that
 * cluster is adopted with its port; one that dies is restarted on the same port.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { log } = options;
  const account = choosePostgresAccount(dataDir, installedPostgres().native, options.namespaces);
  const cluster = prepareCluster(dataDir, account);
  if (account.clusterParent !== dataDir)
    log.warn(
      `PostgreSQL may not run as root here: the database is kept in ${cluster.folder}, not in the data folder`,
      {
        component: 'database',
      },
    );
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const settings = { ...SETTINGS, ...options.settings };
  const place = { account, folder: cluster.folder, logFile, settings, log };
  const start = (port?: number) => adoptOrLaunch(place, port);
  const { server, port, adopted } = await start();
  let isOwn = !adopted;
  const startAgain = async (): Promise<ServerProcess> => {
    const again = await start(port);
    isOwn = !again.adopted;
    return again.server;
  };
  const kept = keepRunning(server, startAgain, { name: 'database', log });
  return {
    url: clusterUrl(cluster.password, port),
    get pid() {
      return kept.pid();
    },
    folder: cluster.folder,
    adopted,
    stop: () => kept.stop(endServer),
    leave: () => kept.stop(async (last) => (isOwn ? endServer(last) : undefined)),
  };
}

/**
 * For the command line: the database of a running server, or one started for a moment, also because the running one
 * was stopped meanwhile. `stop` ends only the latter. @throws DataFolderHeld if this process cannot see the running one
 */
export async function connectEmbeddedPostgres(
  dataDir: string,
  log: Log,
): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  requirePassword(dataDir);
  refuseWhenUsedElsewhere(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log });
  const { url, folder } = server;
  return { url, folder, stop: () => server.leave() };
}

/** Where the cluster of a data folder is, and which account owns it. */
export function placeForCluster(dataDir: string): { account: PostgresAccount; folder: string } {
  const account = choosePostgresAccount(dataDir, installedPostgres().native);
  return { account, folder: clusterFolder(account.clusterParent) };
}
