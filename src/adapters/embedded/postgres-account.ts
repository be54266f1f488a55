// PostgreSQL refuses to run as root. Root runs it in a user namespace where root appears as uid 1000, so it can access
// every folder that root can. Where namespaces are refused (plain Docker), it runs as another user of the machine,
// with its cluster and its programs under /var/lib/parley, since that user may not enter our folders. A cluster that an
// ordinary user created is run as that user.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, readdir } from 'node:fs/promises';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clusterFolder, findUpgraded } from './cluster-folders.ts';

const STATE_DIR = '/var/lib/parley';
const USERS = ['parley', 'postgres', 'nobody'];
const CHECK_MS = 5_000;
/** initdb takes seconds, and more than a minute on a machine that is busy or has a slow disk. */
const PROGRAM_MS = 300_000;

export type PostgresAccount = {
  kind: 'same' | 'namespace' | 'other_user';
  /** The parent of the cluster's folder and of the programs. */
  clusterParent: string;
  native: string;
  /** Command and arguments to put in front. */
  prefix: string[];
  user?: { uid: number; gid: number };
};

export function choosePostgresAccount(
  dataDir: string,
  native: string,
  namespaces = 'allowed',
): PostgresAccount {
  const same: PostgresAccount = { kind: 'same', clusterParent: dataDir, native, prefix: [] };
  if (process.getuid?.() !== 0) return same;
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const owner = ownerOfCluster(dataDir);
  if (owner !== undefined && owner.uid !== 0)
    return { ...same, kind: 'other_user', user: { uid: owner.uid, gid: owner.gid } };
  if (namespaces === 'allowed' && runs([...prefix, ...reach(dataDir, native)]))
    return { ...same, kind: 'namespace', prefix };
  return otherUser(dataDir, native);
}

/** Where the cluster of a data folder is, as chosen earlier by `choosePostgresAccount`. Changes nothing. */
export function clusterParentOf(dataDir: string): string {
  const other = parentOfOtherUser(dataDir);
  const isThere = process.getuid?.() === 0 && existsSync(other);
  return isThere && ownerOfCluster(dataDir) === undefined ? other : dataDir;
}

/** Runs one of PostgreSQL's programs and returns its output. Throws with its error message. */
export function runPostgresProgram(
  account: PostgresAccount,
  program: string,
  args: string[],
  input = '',
): string {
  const [command = '', ...rest] = [
    ...account.prefix,
    join(account.native, 'bin', program),
    ...args,
  ];
  const done = spawnSync(command, rest, {
    input,
    encoding: 'utf8',
    timeout: PROGRAM_MS,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    ...account.user,
  });
  if (done.status !== 0)
    throw new Error(`${program} failed: ${done.error?.message ?? done.stderr.trim()}`);
  return done.stdout;
}

/** Makes the account the owner of a file or folder, if it is another user. */
export function giveTo(account: PostgresAccount, path: string): void {
  if (account.user !== undefined) chownSync(path, account.user.uid, account.user.gid);
}

/** The same for a folder and everything in it. */
export async function giveAllTo({ user }: PostgresAccount, folder: string): Promise<void> {
  if (user === undefined) return;
  await chown(folder, user.uid, user.gid);
  for (const name of await readdir(folder, { recursive: true }))
    await chown(join(folder, name), user.uid, user.gid);
}

/** An interrupted upgrade leaves the cluster under another name. */
function ownerOfCluster(dataDir: string): { uid: number; gid: number } | undefined {
  const folder = findUpgraded(dataDir)?.folder ?? clusterFolder(dataDir);
  return statSync(folder, { throwIfNoEntry: false });
}

/** Root in a namespace can access root's folders, but not those of every other user. */
function reach(dataDir: string, native: string): string[] {
  return [
    'sh',
    '-c',
    'test -w "$1" && "$2" --version',
    'sh',
    dataDir,
    join(native, 'bin', 'postgres'),
  ];
}

function runs([command = '', ...args]: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: CHECK_MS });
    return true;
  } catch {
    return false;
  }
}

function otherUser(dataDir: string, native: string): PostgresAccount {
  const user = findUser();
  // The other user must be able to run what is copied here.
  const umask = process.umask(0o022);
  try {
    mkdirSync(STATE_DIR, { recursive: true });
    const clusterParent = parentOfOtherUser(dataDir);
    mkdirSync(clusterParent, { recursive: true, mode: 0o700 });
    chmodSync(clusterParent, 0o700);
    chownSync(clusterParent, user.uid, user.gid);
    return { kind: 'other_user', clusterParent, native: copyPrograms(native), prefix: [], user };
  } finally {
    process.umask(umask);
  }
}

const parentOfOtherUser = (dataDir: string): string =>
  join(STATE_DIR, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

function findUser(): { uid: number; gid: number } {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of USERS) {
    const row = rows.find(([found]) => found === name);
    if (row !== undefined) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root here, and there is no user parley, postgres or nobody to run it',
  );
}

/** 60 MB, once per version of the package. */
function copyPrograms(native: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(STATE_DIR, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = join(STATE_DIR, `.${basename(copy)}.${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another service may have made the same copy meanwhile.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
