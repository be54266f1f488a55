// PostgreSQL with a replica that has every commit before it is answered, behind one port.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import {
  type PostgresAccount,
  choosePostgresAccount,
} from '../../../src/adapters/embedded/postgres-account.ts';
import { installedPostgres } from '../../../src/adapters/embedded/installed-postgres.ts';
import { clusterUrl, prepareCluster } from '../../../src/adapters/embedded/postgres-cluster.ts';
import { takeBaseBackup } from '../../../src/store/database/base-backup.ts';
import { freePorts } from '../../world/free-ports.ts';
import { balancer } from './balancer.ts';
import { until } from '../../world/until.ts';

export type ReplicatedDatabase = {
  url: string;
  /** Kills the primary and starts it again. */
  restart(): Promise<void>;
  /** Kills the primary; the replica replaces it. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
};

type Server = { process: ChildProcess; port: number; url: string };

export async function replicatedDatabase(dataDir: string): Promise<ReplicatedDatabase> {
  const account = choosePostgresAccount(dataDir, installedPostgres().native);
  const { folder, password } = prepareCluster(dataDir, account);
  const [port = 0, primaryPort = 0, replicaPort = 0] = await freePorts(3);
  const urlOf = (at: number) => clusterUrl(password, at);
  const start = async (on: string, at: number, settings: Record<string, string>) => {
    const server = launch(account, on, { ...settings, port: String(at) });
    await until('PostgreSQL answers', 20_000, () => canAsk(urlOf(at)));
    return { process: server, port: at, url: urlOf(at) };
  };
  let primary = await start(folder, primaryPort, {});
  const replicaFolder = join(dirname(folder), 'replica');
  await copyCluster(primary.url, folder, replicaFolder);
  const replica = await start(replicaFolder, replicaPort, {
    primary_conninfo: primary.url,
  });
  await until('the replica follows', 20_000, async () => {
    const rows = await ask(primary.url, 'select 1 from pg_stat_replication');
    return rows.length === 1;
  });
  await ask(primary.url, "alter system set synchronous_standby_names = '*'");
  await ask(primary.url, 'select pg_reload_conf()');
  let serving: Server = primary;
  const front = await balancer(port, () => [serving.port]);
  return {
    url: urlOf(port),
    restart: async () => {
      await end(primary.process);
      primary = await start(folder, primaryPort, {});
      serving = primary;
    },
    failOver: async () => {
      await end(primary.process);
      await ask(replica.url, 'select pg_promote()');
      serving = replica;
    },
    stop: async () => {
      front.close();
      await Promise.all([primary, replica].map((server) => end(server.process)));
    },
  };
}

function launch(
  { native, prefix, user }: PostgresAccount,
  folder: string,
  settings: Record<string, string>,
): ChildProcess {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    wal_keep_size: '256MB',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = join(native, 'bin', 'postgres');
  const [command, ...args] = [...prefix, program, '-D', folder, ...options];
  return spawn(command ?? program, args, { stdio: 'ignore', ...user });
}

/** A copy of a running cluster that follows it once it is started. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await takeBaseBackup(
    url,
    () => cp(from, to, { recursive: true }),
    async ({ label }) => {
      await rm(join(to, 'postmaster.pid'), { force: true });
      await writeFile(join(to, 'backup_label'), label);
      await writeFile(join(to, 'standby.signal'), '');
    },
  );
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(query)).rows as unknown[];
  } finally {
    await client.end();
  }
}

const canAsk = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  );

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
