import { dirname, join } from 'node:path';
import { constants, type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import type { Ctx } from '../../core/context.ts';
import { isTransientDatabaseError } from '../../core/is-transient-error.ts';
import { isRef } from '../../core/ids.ts';
import type { ObjectStorePort, SpoolRange } from '../../core/ports.ts';
import { readSpoolState, type SpoolState } from '../../core/transcript/capture.ts';

/** The folder of a meeting's spool files. */
export function spoolFolder(root: string, meetingRef: string): string {
  return join(root, checked(meetingRef, 'mtg'));
}

/** The spool file of a track. */
export function spoolPath(root: string, meetingRef: string, trackRef: string): string {
  return join(spoolFolder(root, meetingRef), `${checked(trackRef, 'trk')}.pcm`);
}

/** The language and likely terms of a meeting, as the client gave them. Both may change. */
export type Spoken = Required<Pick<SpoolRange, 'languageCode' | 'terms'>>;

/** Where the sound of a meeting is, and what is spoken in it. */
export type SpokenSound = {
  meetingRef: string;
  pathOf(trackRef: string): string;
  spoken: Spoken;
};

/** A range of one of the meeting's tracks, for the recognizer. */
export function spoolRange(
  { meetingRef, pathOf, spoken: { languageCode, terms } }: SpokenSound,
  { trackRef, fromSample, toSample }: Pick<SpoolRange, 'trackRef' | 'fromSample' | 'toSample'>,
): SpoolRange {
  return {
    meetingRef,
    trackRef,
    path: pathOf(trackRef),
    fromSample,
    toSample,
    languageCode,
    terms,
  };
}

/** Opens a spool file for reading and writing; creates it and its folder if missing. */
export async function openSpoolFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

/** The silence note of a meeting's tracks. */
export function silencePath(root: string, meetingRef: string): string {
  return join(spoolFolder(root, meetingRef), 'silence.json');
}

/** The losses of a meeting's tracks. */
export function lossPath(root: string, meetingRef: string): string {
  return join(spoolFolder(root, meetingRef), 'losses.jsonl');
}

function checked(ref: string, prefix: 'mtg' | 'trk'): string {
  if (isRef(ref, prefix)) return ref;
  throw new Error('A reference that is not one of ours cannot name a file');
}

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
