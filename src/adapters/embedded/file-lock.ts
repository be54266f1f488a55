import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another process has. */
const BUSY = 5;
const MAX_TRIES = 20;
/** Keeps the files from being garbage collected: that would close them and end their locks. */
const held = new Set<DatabaseSync>();

export type FileLock = { release(): void };

/**
 * Locks a file until `release` or the end of this process, however it ends. Containers on one volume see each
 * other's locks, though not each other's processes. Null when another process has it. Where the file system has no
 * locks, nothing is locked. Node has these locks only through SQLite. Never open the file otherwise: closing it again
 * would end the lock.
 */
export function lockFile(path: string): FileLock | null {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = inodeOf(path);
    const taken = tryLock(path);
    if (taken === 'impossible' || (taken === 'busy' && isLockingUnsupported(path)))
      return { release: () => {} };
    if (taken === 'busy') return null;
    if (before !== undefined && before === inodeOf(path)) return holdUntilReleased(path, taken);
    // It is new, or its former holder has removed it: another process may have locked another file in its place.
    taken.close();
  }
  return null;
}

const inodeOf = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.ino;

function holdUntilReleased(path: string, file: DatabaseSync): FileLock {
  chmodSync(path, 0o600);
  held.add(file);
  return {
    release: () => {
      if (!held.delete(file)) return;
      rmSync(path, { force: true });
      file.close();
    },
  };
}

/** Whether another process has the lock. Creates no file. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const taken = tryLock(path);
  if (taken === 'busy') return !isLockingUnsupported(path);
  if (taken !== 'impossible') taken.close();
  return false;
}

function tryLock(path: string): DatabaseSync | 'busy' | 'impossible' {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path);
    // A journal on disk would be a second file.
    file.exec('pragma journal_mode = memory; begin immediate');
    return file;
  } catch (error) {
    if (file?.isOpen) file.close();
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    return code === BUSY ? 'busy' : 'impossible';
  }
}

/** A network file system without locks refuses every lock as if another process had it. */
function isLockingUnsupported(path: string): boolean {
  const own = `${path}.${randomUUID()}`;
  const taken = tryLock(own);
  if (taken !== 'busy' && taken !== 'impossible') taken.close();
  rmSync(own, { force: true });
  return taken === 'busy';
}
