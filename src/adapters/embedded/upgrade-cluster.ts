import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { installedPostgres, majorOfCluster, OtherPostgres } from './installed-postgres.ts';
import {
  clusterFolder,
  draftsIn,
  findUpgraded,
  keptFolder,
  upgradedFolder,
} from './cluster-folders.ts';
import { holdDataFolder } from './data-folder.ts';
import { SETTINGS } from './postgres.ts';
import {
  choosePostgresAccount,
  type PostgresAccount,
  runPostgresProgram,
} from './postgres-account.ts';
import {
  clusterOfDraft,
  clusterUrl,
  initCluster,
  makeDraft,
  refuseLost,
  requirePassword,
} from './postgres-cluster.ts';
import { adoptOrLaunch, endServer, endServerOf, type ServerPlace } from './postgres-server.ts';
import type { ServerProcess } from './server-process.ts';

/** `from` is null when there was nothing to do; `kept` is the folder of the old cluster. */
export type ClusterUpgrade = { from: number | null; to: number; kept: string | null };

/**
 * Copies the database at the first address into the empty one at the second. Nothing else can write to the first one
 * until `end` has stopped both servers.
 */
type CopyDatabase = (from: string, to: string, end: () => Promise<void>) => Promise<void>;

type UpgradeOptions = {
  dataDir: string;
  /** The folder of that major version's programs, with `bin/postgres`. */
  programsOf(major: number): Promise<string>;
  copy: CopyDatabase;
  /** Reports progress to the operator. */
  tell(words: string): void;
  signal: AbortSignal;
};

/**
 * Upgrades the cluster of a data folder to the installed major version. Every row is copied into a new cluster; the old
 * one is only read, and kept beside it. A killed process leaves the old cluster in use, or both renamed; the next call
 * starts over, or finishes the renaming. @throws DataFolderHeld
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<ClusterUpgrade> {
  const dataDir = resolve(options.dataDir);
  const password = requirePassword(dataDir);
  const hold = holdDataFolder(dataDir);
  try {
    return await upgradeHeld({ ...options, dataDir }, password);
  } finally {
    hold.release();
  }
}

async function upgradeHeld(options: UpgradeOptions, password: string): Promise<ClusterUpgrade> {
  const { dataDir } = options;
  const { native, major: to } = installedPostgres();
  const account = choosePostgresAccount(dataDir, native);
  const parent = account.clusterParent;
  const ended = endSwap(parent);
  const folder = clusterFolder(parent);
  const from = majorOfCluster(folder);
  if (from === undefined) {
    refuseLost(dataDir, folder);
    throw new Error(`there is no database in ${folder}`);
  }
  if (from > to) throw new OtherPostgres(folder, from, to);
  await clearDrafts(parent);
  const kept = (major: number) => ({ from: major, to, kept: keptFolder(parent, major) });
  if (from === to) return ended === undefined ? { from: null, to, kept: null } : kept(ended);
  if (existsSync(keptFolder(parent, from)))
    throw new Error(`${keptFolder(parent, from)} is left from an earlier upgrade: move it away`);
  // A killed upgrade leaves its servers running.
  await endServerOf(folder);
  // The old cluster is in use, and may have changed since this copy was made.
  const upgraded = findUpgraded(parent);
  if (upgraded !== undefined) rmSync(upgraded.folder, { recursive: true, force: true });
  const oldAccount = accountFor(dataDir, account, await options.programsOf(from));
  requireMajor(oldAccount, from);
  const draft = makeDraft(account);
  try {
    if (options.signal.aborted) throw interrupted();
    options.tell(`creating a database with PostgreSQL ${to}`);
    const made = initCluster(draft, account, password);
    const logs = join(dataDir, 'logs');
    const places: ServerPlaces = {
      old: {
        account: oldAccount,
        folder,
        logFile: join(logs, 'postgres-before-upgrade.log'),
        settings: OLDER_SETTINGS,
      },
      made: { account, folder: made, logFile: join(logs, 'postgres.log'), settings: SETTINGS },
    };
    await copyBetween(places, password, options);
    options.tell('replacing the old database with it');
    swap(parent, made, from);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return kept(from);
}

// Older versions do not have it.
const { io_method: _, ...OLDER_SETTINGS } = SETTINGS;

type ServerPlaces = { old: ServerPlace; made: ServerPlace };

/** A package's programs may have to be copied to where another user can reach them; others run where they are. */
function accountFor(dataDir: string, account: PostgresAccount, native: string): PostgresAccount {
  const isPackage = existsSync(join(dirname(native), 'package.json'));
  return isPackage ? choosePostgresAccount(dataDir, native) : { ...account, native };
}

function requireMajor(account: PostgresAccount, wanted: number): void {
  const words = runPostgresProgram(account, 'postgres', ['--version']).trim();
  if (Number(/\) (\d+)/.exec(words)?.[1]) !== wanted)
    throw new Error(
      `${account.native} holds ${words}, and the database was created by PostgreSQL ${wanted}`,
    );
}

/** What killed upgrades left behind, maybe with a server or an initdb still running. */
async function clearDrafts(parent: string): Promise<void> {
  for (const name of draftsIn(parent)) {
    const draft = join(parent, name);
    await endServerOf(clusterOfDraft(draft));
    rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function copyBetween(
  places: ServerPlaces,
  password: string,
  { copy, signal, tell }: UpgradeOptions,
): Promise<void> {
  const servers: ServerProcess[] = [];
  const start = async (one: ServerPlace) => {
    const { server, port, adopted } = await adoptOrLaunch(one);
    if (adopted) throw new Error(`another program has started PostgreSQL on ${one.folder}: end it`);
    servers.push(server);
    return clusterUrl(password, port);
  };
  const end = async () => {
    for (const server of servers.splice(0)) await endServer(server);
  };
  try {
    const urls = [await start(places.old), await start(places.made)] as const;
    tell('copying');
    await Promise.race([copy(...urls, end), aborted(signal)]);
  } finally {
    await end();
  }
}

const interrupted = () => new Error('interrupted; the database is as it was');

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(interrupted());
    signal.addEventListener('abort', () => reject(interrupted()), { once: true });
  });
}

// Two folders cannot be swapped in a single step. If `postgres` is missing, the finished one beside it shows what is
// left to do.
function swap(parent: string, made: string, from: number): void {
  const upgraded = upgradedFolder(parent, from);
  rename(made, upgraded);
  rename(clusterFolder(parent), keptFolder(parent, from));
  rename(upgraded, clusterFolder(parent));
}

/** Finishes an interrupted `swap` and returns the major version that it came from. */
function endSwap(parent: string): number | undefined {
  const upgraded = findUpgraded(parent);
  if (upgraded === undefined || existsSync(clusterFolder(parent))) return undefined;
  rename(upgraded.folder, clusterFolder(parent));
  return upgraded.from;
}

/** Keeps the order of the calls even after a power failure. */
function rename(from: string, to: string): void {
  renameSync(from, to);
  const parent = openSync(dirname(to), 'r');
  try {
    fsyncSync(parent);
  } finally {
    closeSync(parent);
  }
}
