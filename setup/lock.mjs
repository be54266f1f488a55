import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './places.mjs';
import { stillRuns, identify } from './process-identity.mjs';
import { say } from './progress.mjs';

const POLL_MS = 200;
const MAX_GUARD_AGE_MS = 10_000;

/**
 * The name of a lock for work in this checkout, which does not hold up other checkouts.
 * @param {string} step
 */
export function checkoutLock(step) {
  return `${step}-${createHash('sha256').update(projectRoot()).digest('hex').slice(0, 12)}`;
}

/**
 * Runs `work` while no other process runs work under the same lock file. A lock whose process is gone is taken over;
 * a living one is waited for without limit, and `tell` receives one line about it.
 * @template T
 * @param {string} path
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [tell]
 * @returns {Promise<T>}
 */
export async function withLock(path, name, work, tell = say) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!take(path)) {
    const holder = read(path);
    if (isStale(holder)) {
      removeStale(path);
      continue;
    }
    if (!told && holder !== undefined) tell(`${name}: waiting for another process (${holder.pid})`);
    told = true;
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

// A hard link appears with its content in one step, so no one ever reads a half-written lock.
function take(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function isStale(holder) {
  return holder === null || (holder !== undefined && !stillRuns(holder));
}

/** undefined when the lock is gone, null when a power failure left it empty. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return error instanceof SyntaxError ? null : undefined;
  }
}

// Two processes may find the same stale lock: only the one that holds the guard checks again and removes it,
// so the second cannot remove the lock that the first has taken meanwhile.
function removeStale(path) {
  const guard = `${path}.guard`;
  const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > MAX_GUARD_AGE_MS) rmSync(guard, { force: true });
  if (!take(guard)) return;
  try {
    const holder = read(path);
    if (isStale(holder)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}
