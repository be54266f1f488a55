// Real PostgreSQL clusters that Parley would not make: set up in another way, or of an older version.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  installedPostgres,
  majorOfCluster,
} from '../../src/adapters/embedded/installed-postgres.ts';
import { clusterFolder } from '../../src/adapters/embedded/cluster-folders.ts';
import {
  choosePostgresAccount,
  type PostgresAccount,
} from '../../src/adapters/embedded/postgres-account.ts';
import {
  clusterUrl,
  initCluster,
  makeDraft,
  passwordOf,
} from '../../src/adapters/embedded/postgres-cluster.ts';
import { adoptOrLaunch, endServer } from '../../src/adapters/embedded/postgres-server.ts';
import { launchServer, type ServerProcess } from '../../src/adapters/embedded/server-process.ts';
import { freePorts } from './free-ports.ts';
import { until } from './until.ts';
import { olderPostgres } from '../../setup/older-postgres.mjs';

const PASSWORD = 'tell-nobody';
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };

/** `settings` go to postgresql.conf. */
export async function clusterWith(
  settings: Record<string, string>,
): Promise<{ url: string } & AsyncDisposable> {
  const { account, dataDir, folder } = emptyCluster();
  const { server, port } = await adoptOrLaunch({
    account,
    folder,
    logFile: join(dataDir, 'postgres.log'),
    settings: { ...SETTINGS, ...settings },
  });
  return {
    url: clusterUrl(PASSWORD, port),
    [Symbol.asyncDispose]: () => remove(server, account, dataDir),
  };
}

/** A standby that has lost its primary. */
export async function standbyCluster(): Promise<
  { url: string; promote(): Promise<void> } & AsyncDisposable
> {
  const { account, dataDir, folder } = emptyCluster();
  writeFileSync(join(folder, 'standby.signal'), '');
  const [port = 0] = await freePorts(1);
  const url = clusterUrl(PASSWORD, port);
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const postgres = [join(account.native, 'bin', 'postgres'), '-D', folder, ...settings];
  const [command = '', ...args] = [...account.prefix, ...postgres];
  const logFile = join(dataDir, 'postgres.log');
  const { user } = account;
  const server = await launchServer({ command, args, logFile, env: { LC_ALL: 'C' }, user });
  await until('the standby answers', 20_000, () =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    promote: () => ask(url, 'select pg_promote()'),
    [Symbol.asyncDispose]: () => remove(server, account, dataDir),
  };
}

function emptyCluster(): { account: PostgresAccount; dataDir: string; folder: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-cluster-'));
  const account = choosePostgresAccount(dataDir, installedPostgres().native);
  const folder = clusterFolder(account.clusterParent);
  const draft = makeDraft(account);
  renameSync(initCluster(draft, account, PASSWORD), folder);
  rmSync(draft, { recursive: true });
  return { account, dataDir, folder };
}

async function remove(
  server: ServerProcess,
  account: PostgresAccount,
  dataDir: string,
): Promise<void> {
  await endServer(server);
  for (const path of [account.clusterParent, dataDir])
    rmSync(path, { recursive: true, force: true });
}

async function ask(url: string, query: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(query);
  } finally {
    await client.end();
  }
}

/** The version that the set-up fetches for tests. */
export const OLDER_MAJOR = 17;

/** Runs the older PostgreSQL on a data folder like that of an older Parley; creates its cluster if there is none. */
export async function startOlderPostgres(
  dataDir: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const account = choosePostgresAccount(dataDir, await olderPostgres(OLDER_MAJOR));
  const folder = clusterFolder(account.clusterParent);
  const password = passwordOf(dataDir) ?? PASSWORD;
  if (majorOfCluster(folder) === undefined) {
    writeFileSync(join(dataDir, 'postgres-password'), password, { mode: 0o600 });
    const draft = makeDraft(account);
    renameSync(initCluster(draft, account, password), folder);
    rmSync(draft, { recursive: true });
    writeFileSync(join(dataDir, 'postgres-place'), folder, { mode: 0o600 });
  }
  const settings = { ...SETTINGS, timezone: 'UTC' };
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const { server, port } = await adoptOrLaunch({ account, folder, logFile, settings });
  return {
    url: clusterUrl(password, port),
    pid: server.pid,
    stop: () => endServer(server),
  };
}
