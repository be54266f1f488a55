import { dirname, join } from 'node:path';
import { constants, type FileHandle, mkdir, open } from 'node:fs/promises';
import { isRef } from '../../core/ids.ts';
import type { SpoolRange } from '../../core/ports.ts';

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
