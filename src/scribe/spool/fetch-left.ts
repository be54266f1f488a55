import type { Ctx } from '../../core/context.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { withTimeout } from '../../core/timing.ts';
import { listWaitingUtterances, noteWords } from '../../core/transcript/append-utterance.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { keepTrying } from '../session/keep-trying.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import type { RecentSound } from './recent-sound.ts';
import type { Silences } from './silence-note.ts';
import type { SpoolCopies } from './spool-copies.ts';
import { samplesIn } from './spool-file.ts';

/** The time limit while the meeting is in progress: the room is not received meanwhile. */
const FETCH_WITHIN_MS = 4_000;
/** Sound before a range of speech that the engine needs. */
const CONTEXT_SAMPLES = 2_000 * SAMPLES_PER_MS;

export type LeftSound = {
  ctx: Ctx;
  meetingRef: string;
  copies: SpoolCopies | null;
  known: readonly KnownTrack[];
  pathOf(trackRef: string): string;
  /** The room is over. */
  isFlushed: boolean;
  signal: AbortSignal;
};

/**
 * Fetches the sound that another scribe did not scan or transcribe, and its notes of lost sound. Returns the silences
 * that it noted. After the meeting it waits for sound that this machine lacks until `signal` aborts.
 */
export async function fetchLeft(left: LeftSound): Promise<Silences> {
  const { ctx, meetingRef, copies, known, isFlushed, signal } = left;
  if (!copies || known.length === 0) return new Map();
  const wanted = new Map<string, Range>();
  const want = (trackRef: string, fromSample: number, toSample: number): void => {
    const before = wanted.get(trackRef);
    wanted.set(trackRef, {
      fromSample: Math.min(fromSample - CONTEXT_SAMPLES, before?.fromSample ?? Infinity),
      toSample: Math.max(toSample, before?.toSample ?? 0),
    });
  };
  for (const { trackRef, scannedSamples, closed } of known)
    if (!closed) want(trackRef, scannedSamples, scannedSamples);
  for (const { trackRef, fromSample, toSample } of await listWaitingUtterances(ctx, meetingRef))
    want(trackRef, fromSample, toSample);
  const fetch = (): Promise<Silences> =>
    copies.fetch(new Map([...wanted].map(([trackRef, { fromSample }]) => [trackRef, fromSample])));
  if (isFlushed && (await lacksSound(left, wanted))) return keepTrying(ctx.log, signal, fetch);
  try {
    return await withTimeout(fetch(), FETCH_WITHIN_MS, 'no answer in time');
  } catch (error) {
    ctx.log.warn('the sound of another scribe could not be fetched from the object storage', {
      component: 'scribe',
      meetingRef,
      error,
    });
    return new Map();
  }
}

async function lacksSound(
  { pathOf }: LeftSound,
  wanted: ReadonlyMap<string, Range>,
): Promise<boolean> {
  for (const [trackRef, { toSample }] of wanted)
    if ((await samplesIn(pathOf(trackRef))) < Math.max(toSample, 1)) return true;
  return false;
}

/**
 * Utterances whose sound stayed on another machine fail. Decoded from the zeros in its place, they would seem to have
 * no words. `held`: what we received ourselves, by SID of the media track, of which nothing is in the files yet.
 */
export async function failAbsent(
  left: Pick<LeftSound, 'ctx' | 'meetingRef' | 'known' | 'pathOf'>,
  held: ReadonlyMap<string, RecentSound>,
): Promise<void> {
  const { ctx, meetingRef, known, pathOf } = left;
  const waiting = await listWaitingUtterances(ctx, meetingRef);
  for (const { trackRef, mediaTrackSid, startedAt } of known) {
    const recent = held.get(mediaTrackSid);
    const heldFrom = recent
      ? (recent.startedAtMs - startedAt.getTime()) * SAMPLES_PER_MS
      : Infinity;
    const written = await samplesIn(pathOf(trackRef));
    const absent = waiting.filter(
      ({ fromSample, toSample, ...utterance }) =>
        utterance.trackRef === trackRef &&
        Math.max(fromSample, written) < Math.min(toSample, heldFrom),
    );
    for (const utterance of absent) await noteWords(ctx, utterance, null);
    if (absent.length > 0)
      ctx.log.error('ranges of speech cannot be transcribed: their sound is on another machine', {
        component: 'scribe',
        meetingRef,
        trackRef,
      });
  }
}
