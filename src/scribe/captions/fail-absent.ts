import type { Ctx } from '../../core/context.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { listWaitingUtterances, noteWords } from '../../core/transcript/append-utterance.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import type { RecentSound } from '../spool/recent-sound.ts';
import { samplesIn } from '../spool/spool-file.ts';

export type LeftUtterances = {
  ctx: Ctx;
  meetingRef: string;
  /** None of what is `held` is in their files yet. */
  known: readonly KnownTrack[];
  pathOf(trackRef: string): string;
  /** By SID of the media track: what we received ourselves. */
  held: ReadonlyMap<string, RecentSound>;
};

/**
 * Utterances whose sound stayed on another machine fail. Decoded from the zeros in its place, they would seem to have
 * no words.
 */
export async function failAbsent(left: LeftUtterances): Promise<void> {
  const { ctx, meetingRef, known, pathOf, held } = left;
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
