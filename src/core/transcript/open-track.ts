import { insertTrack, listTracks } from '../../store/track.ts';
import { findParticipant } from '../../store/participant.ts';
import { lastUtteranceEnd } from '../../store/utterance.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { newRef } from '../ids.ts';

/** `scannedSamples`: where the voice detector goes on. `cutEnd`: no range begins before. */
export type KnownTrack = {
  trackRef: string;
  participantRef: string;
  mediaTrackSid: string;
  startedAt: Date;
  scannedSamples: number;
  cutEnd: number;
  closed: boolean;
};

/** The track's row, new or as it stood before a restart; null when the meeting has no such participant. */
export async function openTrack(
  ctx: Ctx,
  input: { meetingRef: string; participantRef: string; mediaTrackSid: string; startedAt: Date },
): Promise<KnownTrack | null> {
  return inTransaction(ctx, async (tx) => {
    const participant = await findParticipant(tx.db, input.participantRef);
    if (participant?.meeting_ref !== input.meetingRef) return null;
    const row = await insertTrack(tx.db, {
      track_ref: newRef('trk'),
      meeting_ref: input.meetingRef,
      participant_ref: input.participantRef,
      media_track_sid: input.mediaTrackSid,
      started_at: input.startedAt,
    });
    return toKnownTrack(row, await lastUtteranceEnd(tx.db, row.track_ref));
  });
}

/** The tracks that were heard so far, in order of beginning. */
export async function listKnownTracks(ctx: Ctx, meetingRef: string): Promise<KnownTrack[]> {
  const rows = await listTracks(ctx.db, meetingRef);
  return Promise.all(rows.map(async (row) => toKnownTrack(row, await lastUtteranceEnd(ctx.db, row.track_ref))));
}

function toKnownTrack(row: Awaited<ReturnType<typeof insertTrack>>, cutEnd: number): KnownTrack {
  return {
    trackRef: row.track_ref,
    participantRef: row.participant_ref,
    mediaTrackSid: row.media_track_sid,
    startedAt: row.started_at,
    scannedSamples: row.scanned_samples,
    cutEnd,
    closed: row.closed,
  };
}
