import { readdir, rm } from 'node:fs/promises';
import type { Ctx } from '../../core/context.ts';
import { isRef } from '../../core/ids.ts';
import { isTransientDatabaseError } from '../../core/is-transient-error.ts';
import type { ObjectStorePort } from '../../core/ports.ts';
import { readSpoolState, type SpoolState } from '../../core/transcript/capture.ts';
import { spoolFolder } from './spool-path.ts';

/** Where spools are: a folder, and object storage for copies if PARLEY_SPOOL names it. */
export type SpoolPlace = { root: string; store: ObjectStorePort | null };

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
  const names = await readdir(place.root).catch(() => []);
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
