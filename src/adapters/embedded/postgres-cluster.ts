import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { majorOfCluster, requireInstalledMajor } from './installed-postgres.ts';
import { clusterFolder, draftPrefix, draftsIn, findUpgraded } from './cluster-folders.ts';
import { refuseHalfRestored, writePrivate } from './data-folder.ts';
import {
  clusterParentOf,
  giveTo,
  type PostgresAccount,
  runPostgresProgram,
} from './postgres-account.ts';
import { pidRuns } from './process-identity.ts';

const USER = 'parley';
const DATABASE = 'parley';

export type Cluster = { folder: string; password: string };

type ClusterState =
  /** Without its password it cannot be opened. */
  | { kind: 'there'; major: number; password: string | undefined }
  /** Killed between the two renames: the old cluster has been moved away, the new one is not in place yet. */
  | { kind: 'half_upgraded' }
  /** The data folder's cluster is missing. */
  | { kind: 'lost' }
  | { kind: 'none' };

export function stateOfCluster(dataDir: string, parent: string): ClusterState {
  const major = majorOfCluster(clusterFolder(parent));
  if (major !== undefined) return { kind: 'there', major, password: passwordOf(dataDir) };
  if (findUpgraded(parent) !== undefined) return { kind: 'half_upgraded' };
  return { kind: existsSync(placeFile(dataDir)) ? 'lost' : 'none' };
}

/**
 * The cluster in the account's parent folder and its password from the data folder; both are
 * created at the first start.
 * Throws when the data folder's cluster is missing, or its restore is not finished: an empty one
 * would look like a service that lost all its data.
 */
export function prepareCluster(dataDir: string, account: PostgresAccount): Cluster {
  const folder = clusterFolder(account.clusterParent);
  const passwordFile = passwordFileOf(dataDir);
  refuseHalfRestored(dataDir);
  const state = stateOfCluster(dataDir, account.clusterParent);
  if (state.kind === 'there') {
    requireInstalledMajor(folder);
    const password = requirePassword(dataDir, account.clusterParent);
    notePlace(dataDir, folder);
    return { folder, password };
  }
  if (state.kind === 'half_upgraded')
    throw new Error(
      'the upgrade of the database was interrupted: run `parley upgrade-database` again to finish it',
    );
  refuseLost(dataDir, folder);
  const password = passwordOf(dataDir) ?? newPassword(passwordFile);
  makeCluster(folder, account, password);
  notePlace(dataDir, folder);
  return { folder, password };
}

/** The URL of Parley's database on loopback. Never log it. */
export const clusterUrl = (password: string, port: number): string =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;

const placeFile = (dataDir: string): string => join(dataDir, 'postgres-place');

// Only once the cluster exists: an interrupted first start may start over.
function notePlace(dataDir: string, folder: string): void {
  const path = placeFile(dataDir);
  if (existsSync(path) && readFileSync(path, 'utf8') === folder) return;
  writePrivate(path, folder);
}

/** Throws when the data folder had a cluster, and says where. */
export function refuseLost(dataDir: string, folder: string): void {
  const path = placeFile(dataDir);
  if (!existsSync(path)) return;
  const [before, apiKey] = [readFileSync(path, 'utf8'), join(dataDir, 'api-key')];
  const moved = before === folder ? '' : `; it was kept in ${before}`;
  throw new Error(
    `the database of this data folder is missing: there is none in ${folder}${moved}.\n  ` +
      `Put it there with its owner and modes, or remove ${path} and ${apiKey} to begin with ` +
      'an empty one',
  );
}

// Created under another name and renamed: an interrupted initdb leaves nothing that looks like a cluster.
function makeCluster(folder: string, account: PostgresAccount, password: string): void {
  removeInterrupted(account.clusterParent);
  const draft = makeDraft(account);
  try {
    renameSync(initCluster(draft, account, password), folder);
  } catch (error) {
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A folder for a cluster that is not finished yet, beside the one in use. */
export function makeDraft(account: PostgresAccount): string {
  const draft = mkdtempSync(`${draftPrefix(account.clusterParent)}${process.pid}-`);
  giveTo(account, draft);
  return draft;
}

/** Where `initCluster` creates the cluster of a draft. */
export const clusterOfDraft = (draft: string): string => join(draft, 'cluster');

/** Creates an empty database in the draft and returns its folder. */
export function initCluster(draft: string, account: PostgresAccount, password: string): string {
  const cluster = clusterOfDraft(draft);
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, passwordFile);
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const access = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  runPostgresProgram(account, 'initdb', [
    `--pgdata=${cluster}`,
    ...access,
    ...locale,
    '--no-instructions',
  ]);
  runPostgresProgram(
    account,
    'postgres',
    ['--single', '-D', cluster, 'postgres'],
    `create database ${DATABASE};\n`,
  );
  return cluster;
}

function removeInterrupted(parent: string): void {
  for (const name of draftsIn(parent)) {
    const pid = /^\.postgres-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !pidRuns(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

export const passwordFileOf = (dataDir: string): string => join(dataDir, 'postgres-password');

/** Throws when the data folder has no database, or has lost the password of the one in `parent`. */
export function requirePassword(dataDir: string, parent?: string): string {
  const password = passwordOf(dataDir);
  if (password !== undefined) return password;
  const folder = existsSync(dataDir) ? clusterFolder(parent ?? clusterParentOf(dataDir)) : null;
  throw new Error(
    folder !== null && existsSync(folder)
      ? `${passwordFileOf(dataDir)} is missing or empty, and without it ${folder} cannot be opened`
      : `there is no database of Parley in ${dataDir}: set PARLEY_DATA_DIR to its data folder, ` +
          'or start the service there once',
  );
}

/** undefined when it is missing or empty. Throws when this user may not look. */
export function passwordOf(dataDir: string): string | undefined {
  try {
    return readFileSync(passwordFileOf(dataDir), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function newPassword(path: string): string {
  writePrivate(path, randomBytes(24).toString('base64url'));
  return readFileSync(path, 'utf8');
}
