import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileLock, isFileLocked, lockFile } from './file-lock.ts';
import { identifyProcess, type ProcessIdentity, stillRuns } from './process-identity.ts';

const MAX_GUARD_AGE_MS = 5_000;
const MAX_TRIES = 50;
const FILE_LOCK = 'lock.held';
const HOLDER_ID_WITHIN_MS = 200;

/** Another process serves from the same data folder. */
export class DataFolderHeld extends Error {
  /** Null: it cannot be seen from here. */
  readonly pid: number | null;
  constructor(dataDir: string, pid: number | null) {
    const [holder, fix] = pid
      ? [`held by process ${pid}`, 'stop that process']
      : [
          'in use in another container or on another machine',
          'run commands there, stop Parley there',
        ];
    super(
      `the data folder ${dataDir} is ${holder}: ${fix}, or set PARLEY_DATA_DIR to another folder`,
    );
    this.name = 'DataFolderHeld';
    this.pid = pid;
  }
}

type DataFolderHold = { release(): void };

/**
 * Creates the data folder (0700) and locks it for this process. Throws DataFolderHeld when a living process holds it;
 * the lock of a dead one is taken over. Processes that cannot see each other (containers on one volume) see the file
 * lock: two databases on the same files would destroy them.
 */
export function holdDataFolder(dataDir: string): DataFolderHold {
  createDataFolder(dataDir);
  if (isSharedFolder(dataDir))
    throw new Error(
      `other users can reach ${dataDir}, which holds other things than Parley's data: set PARLEY_DATA_DIR to ` +
        `a folder of its own, such as ${join(dataDir, 'parley')}`,
    );
  chmodSync(dataDir, 0o700);
  const fileLock = takeFileLock(dataDir);
  try {
    const hold = holdPidFile(dataDir);
    return {
      release: () => {
        hold.release();
        fileLock.release();
      },
    };
  } catch (error) {
    fileLock.release();
    throw error;
  }
}

function takeFileLock(dataDir: string): FileLock {
  const path = join(dataDir, FILE_LOCK);
  const lock = lockFile(path);
  if (lock) return lock;
  if (!isDataFolderHeld(dataDir)) {
    waitForHolderId();
    const again = lockFile(path);
    if (again) return again;
  }
  const holder = readHolder(join(dataDir, 'lock'));
  throw new DataFolderHeld(dataDir, holder && stillRuns(holder) ? holder.pid : null);
}

/** Throws DataFolderHeld when a process that cannot be seen from here runs on the folder, with its database. */
export function refuseWhenUsedElsewhere(dataDir: string): void {
  const isUnseen = (): boolean =>
    !isDataFolderHeld(dataDir) && isFileLocked(join(dataDir, FILE_LOCK));
  if (!isUnseen()) return;
  waitForHolderId();
  if (isUnseen()) throw new DataFolderHeld(dataDir, null);
}

/** Whoever has just taken the file lock is about to write its process id, or was a command that only checked. */
function waitForHolderId(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HOLDER_ID_WITHIN_MS);
}

function holdPidFile(dataDir: string): DataFolderHold {
  const path = join(dataDir, 'lock');
  const own = identifyProcess(process.pid);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (take(path, own)) return { release: () => release(path, own) };
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (stillRuns(holder)) throw new DataFolderHeld(dataDir, holder.pid);
    removeStale(path, own);
  }
  throw new Error(
    `the lock ${path} could not be taken: remove it when no Parley runs on this folder`,
  );
}

/**
 * Returns whether it was missing. Without `recursive`: below /proc, where no folder can be created, a recursive mkdir
 * never returns.
 */
export function createDataFolder(path: string): boolean {
  if (isFolder(path)) return false;
  createDataFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
  return true;
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const OTHER_USERS = 0o077;

/** A folder that was ever used as a data folder has one of these, or was given one before its first start. */
const PARLEY_FILES = [
  'instance-id',
  'link-keys.json',
  'media-keys.json',
  'postgres-place',
  'postgres-password',
];

const isParleyFile = (name: string): boolean =>
  PARLEY_FILES.includes(name) || isLockName(name) || isRestoreDraft(name);

/** What a file system, or a repository, keeps in a folder that is otherwise empty. */
export const KEPT_IN_EMPTY_FOLDERS: readonly string[] = ['lost+found', '.gitkeep', '.gitignore'];

export const canOthersReach = (folder: string): boolean =>
  (statSync(folder).mode & OTHER_USERS) !== 0;

/** Whether the folder is used for other things, such as / or /tmp. If it were made private, they would stop working. */
export function isSharedFolder(folder: string): boolean {
  const names = namesIn(folder).filter((name) => !KEPT_IN_EMPTY_FOLDERS.includes(name));
  return canOthersReach(folder) && names.length > 0 && !names.some(isParleyFile);
}

/** Empty if this user may not list it, and so cannot be its owner, who alone can make it private. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a file in a data folder is its lock, or helps to take it. */
export const isLockName = (name: string): boolean => name === 'lock' || name.startsWith('lock.');

/** Whether a living process holds the folder. Changes nothing. */
export function isDataFolderHeld(dataDir: string): boolean {
  const holder = readHolder(join(dataDir, 'lock'));
  return holder !== undefined && stillRuns(holder);
}

// A hard link appears with its content in one step, so no one reads a half-written lock.
function take(path: string, own: ProcessIdentity): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** undefined when the lock is gone; an unreadable lock counts as belonging to no process. */
function readHolder(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return { pid: -1, startedAt: null, bootId: null };
  }
}

// Of several processes that find a stale lock, the one with the guard checks again and removes it,
// so none removes a lock that another has just taken.
function removeStale(path: string, own: ProcessIdentity): void {
  const guard = `${path}.guard`;
  const made = statSync(guard, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && Date.now() - made > MAX_GUARD_AGE_MS) rmSync(guard, { force: true });
  if (!take(guard, own)) return;
  try {
    const holder = readHolder(path);
    if (holder !== undefined && !stillRuns(holder)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function release(path: string, own: ProcessIdentity): void {
  const holder = readHolder(path);
  if (holder?.pid === own.pid && holder.startedAt === own.startedAt) rmSync(path, { force: true });
}

/** A restore unpacks its file inside the data folder and moves it into place. It is finished when no draft is left. */
const DRAFT = '.restore-';

export const restoreDraftPrefix = (dataDir: string): string => join(dataDir, DRAFT);

export const isRestoreDraft = (name: string): boolean => name.startsWith(DRAFT);

export const isHalfRestored = (dataDir: string): boolean =>
  existsSync(dataDir) && readdirSync(dataDir).some(isRestoreDraft);

/** Throws when a restore is running or was killed: a start would create an empty database beside half a data folder. */
export function refuseHalfRestored(dataDir: string): void {
  if (!isHalfRestored(dataDir)) return;
  throw new Error(
    `a restore into ${dataDir} is not finished: if it was interrupted, run \`parley restore\` again`,
  );
}

/** Replaces a file in one step, which a power cut leaves whole; only its owner can read it. */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
