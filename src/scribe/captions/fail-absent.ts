import type { Ctx } from '../../core/context.ts';
import { listWaitingUtterances, noteWords } from '../../core/transcript/append-utterance.ts';
import type { RecentSound } from '../spool/recent-sound.ts';
import type { EarTrack } from '../spool/spool-track-audio.ts';

export type LeftUtterances = {
  ctx: Ctx;
  meetingRef: string;
  /** None of what is `held` is in their files yet. */
  tracks: Iterable<Pick<EarTrack, 'known' | 'spool'>>;
  /** By SID of the media track: what we received ourselves. */
  held: ReadonlyMap<string, RecentSound>;
};

/**
 * Utterances whose sound stayed on another machine fail. Decoded from the zeros in its place, they would seem to have
 * no words.
 */
export async function failAbsent(left: LeftUtterances): Promise<void> {
  const { ctx, meetingRef, tracks, held } = left;
  const waiting = await listWaitingUtterances(ctx, meetingRef);
  for (const { known, spool } of tracks) {
    const { trackRef } = known;
    const recent = held.get(known.mediaTrackSid);
    const heldFrom = recent ? spool.sampleAt(recent.startedAtMs) : Infinity;
    const absent = waiting.filter(
      ({ fromSample, toSample, ...utterance }) =>
        utterance.trackRef === trackRef &&
        Math.max(fromSample, spool.written) < Math.min(toSample, heldFrom),
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
