import type { Ctx } from '../../core/context.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { withTimeout } from '../../core/timing.ts';
import { listWaitingUtterances } from '../../core/transcript/append-utterance.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import type { Silences } from '../spool/silence-note.ts';
import type { SpoolCopies } from '../spool/spool-copies.ts';

/** The time limit for fetching what a scribe on another machine left: the room is not received meanwhile. */
const FETCH_WITHIN_MS = 4_000;
/** Sound before a range of speech that the engine needs. */
const CONTEXT_SAMPLES = 2_000 * SAMPLES_PER_MS;

export type LeftSound = {
  ctx: Ctx;
  meetingRef: string;
  copies: SpoolCopies | null;
  known: readonly KnownTrack[];
};

/** Fetches the sound that another scribe did not scan or transcribe, and returns the silences that it noted. */
export async function fetchLeft({ ctx, meetingRef, copies, known }: LeftSound): Promise<Silences> {
  if (!copies) return new Map();
  const wanted = new Map<string, number>();
  const want = (trackRef: string, sample: number): void =>
    void wanted.set(trackRef, Math.min(sample - CONTEXT_SAMPLES, wanted.get(trackRef) ?? sample));
  for (const track of known) if (!track.closed) want(track.trackRef, track.scannedSamples);
  for (const { trackRef, fromSample } of await listWaitingUtterances(ctx, meetingRef))
    want(trackRef, fromSample);
  if (wanted.size === 0) return new Map();
  try {
    return await withTimeout(copies.fetch(wanted), FETCH_WITHIN_MS, 'no answer in time');
  } catch (error) {
    ctx.log.warn('the sound of another scribe could not be fetched from the object storage', {
      component: 'scribe',
      meetingRef,
      error,
    });
    return new Map();
  }
}
