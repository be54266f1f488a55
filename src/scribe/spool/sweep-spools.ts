import { readdir, rm } from 'node:fs/promises';
import type { Ctx } from '../../core/context.ts';
import { isRef } from '../../core/ids.ts';
import { isTransientDatabaseError } from '../../core/is-transient-error.ts';
import type { ObjectStorePort } from '../../core/ports.ts';
import { waitAtMost } from '../../core/timing.ts';
import { readSpoolState, type SpoolState } from '../../core/transcript/capture.ts';
import { spoolFolder } from './spool-path.ts';

const EVERY_MS = 300_000;
const STOP_WITHIN_MS = 1_000;

/** Where spools are: a folder, and object storage for copies if PARLEY_SPOOL names it. */
export type SpoolPlace = { root: string; store: ObjectStorePort | null };

/**
 * Deletes audio that is no longer kept: now, every 5 minutes, and that of a meeting when told that its transcript
 * changed. `stop` waits up to 1 s for a sweep under way.
 */
export function keepSweeping(
  ctx: Ctx,
  place: SpoolPlace,
): { tell(meetingRef: string): void; stop(): Promise<void> } {
  let hasWarned = false;
  const warnOfFailure = (error: unknown): void =>
    ctx.log.warn('spools could not be deleted and are kept for now', {
      component: 'scribe',
      error,
    });
  const sweep = async (): Promise<void> => {
    const count = await deleteDoneSpools(ctx, place);
    if (count === 0 || hasWarned) return;
    hasWarned = true;
    ctx.log.warn(
      'the audio of meetings that the database does not know is kept: check DATABASE_URL, or delete it yourself',
      { component: 'scribe', count },
    );
  };
  let running = sweep().catch(warnOfFailure);
  const timer = setInterval(() => (running = sweep().catch(warnOfFailure)), EVERY_MS);
  return {
    tell: (meetingRef) => void deleteSpoolIfDone(ctx, place, meetingRef).catch(warnOfFailure),
    stop: async () => {
      clearInterval(timer);
      await waitAtMost(running, STOP_WITHIN_MS);
    },
  };
}

/** Deletes a meeting's audio if it is no longer kept; returns what it found, null for other names. */
export async function deleteSpoolIfDone(
  ctx: Ctx,
  { root, store }: SpoolPlace,
  meetingRef: string,
): Promise<SpoolState | null> {
  // Any other name is not one of our folders.
  if (!isRef(meetingRef, 'mtg')) return null;
  const state = await readSpoolState(ctx, meetingRef);
  if (state !== 'done') return state;
  await rm(spoolFolder(root, meetingRef), { recursive: true, force: true });
  await store?.deleteAll(`${meetingRef}/`);
  return state;
}

/**
 * Deletes the audio of every meeting that is no longer kept, if no notice did or an earlier run left it behind. Returns
 * for how many meetings it is kept only because the database does not know them. Rejects with the first failure after
 * it has tried all, or at once when the database fails.
 */
export async function deleteDoneSpools(ctx: Ctx, place: SpoolPlace): Promise<number> {
  const failures: unknown[] = [];
  const names = await readdir(place.root).catch((error: NodeJS.ErrnoException) => {
    // Nothing was spooled yet.
    if (error.code !== 'ENOENT') failures.push(error);
    return [];
  });
  let { store } = place;
  const copied = await store?.listFolders().catch((error: unknown) => {
    failures.push(error);
    // The next run finds the copies of what this one deletes.
    store = null;
  });
  let unknown = 0;
  for (const name of new Set([...names, ...(copied ?? [])]))
    try {
      if ((await deleteSpoolIfDone(ctx, { ...place, store }, name)) === 'unknown') unknown += 1;
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return unknown;
}
