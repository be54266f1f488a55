import { findArtifact } from '../../store/artifact.ts';
import { lockMeeting } from '../../store/meeting.ts';
import { insertTrack, listTracks, type TrackRow } from '../../store/track.ts';
import {
  findParticipant,
  listParticipants,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { listVisits, type VisitRow } from '../../store/participant/visit.ts';
import { findLastCut } from '../../store/utterance.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { newRef } from '../ids.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { type Attending, holdLease } from './append-utterance.ts';
import { type LastCut, NOTHING_CUT } from './cut-utterances.ts';

/** `scannedSamples`: where the voice detector continues. No range begins before `lastCut`. */
export type KnownTrack = {
  trackRef: string;
  participantRef: string;
  mediaTrackSid: string;
  startedAt: Date;
  scannedSamples: number;
  lastCut: LastCut;
  closed: boolean;
};

/**
 * The scribe connects within this time after the first person; counting it as missing would make most
 * meetings `partial`.
 */
const MIN_MISSED_MS = 3_000;

/**
 * The track's row, new or as it was before a restart; null when the meeting has no such
 * participant, or its transcript is final. Throws LeaseOver.
 */
export async function openTrack(
  ctx: Ctx,
  input: {
    meetingRef: string;
    participantRef: string;
    mediaTrackSid: string;
    startedAt: Date;
    wasThere?: boolean;
    run?: Attending;
  },
): Promise<KnownTrack | null> {
  return inTransaction(ctx, async (tx) => {
    const participant = await findParticipant(tx.db, input.participantRef);
    if (participant?.meeting_ref !== input.meetingRef) return null;
    // Locked against an erasure, which would miss this track.
    await lockMeeting(tx.db, input.meetingRef);
    await holdLease(tx, input.run ?? null);
    if ((await findArtifact(tx.db, input.meetingRef, 'transcript'))?.status === 'available')
      return null;
    const row = await insertTrack(tx.db, {
      track_ref: newRef('trk'),
      meeting_ref: input.meetingRef,
      participant_ref: input.participantRef,
      media_track_sid: input.mediaTrackSid,
      started_at: input.wasThere
        ? await beginningOf(tx, participant, input.startedAt)
        : input.startedAt,
    });
    return toKnownTrack(row, await findLastCut(tx.db, row.track_ref));
  });
}

/**
 * Since when a track may have carried speech before the scribe received it: the start of a spool
 * whose beginning is missing.
 */
async function beginningOf(tx: TxCtx, person: ParticipantRow, firstHeard: Date): Promise<Date> {
  if (!person.connected_at) return firstHeard;
  const earlier = (await listTracks(tx.db, person.meeting_ref)).filter(
    (track) => track.participant_ref === person.participant_ref,
  );
  const heardUntil = earlier.map(
    (track) => track.started_at.getTime() + track.scanned_samples / SAMPLES_PER_MS,
  );
  const since = Math.max(person.connected_at.getTime(), ...heardUntil);
  return firstHeard.getTime() - since >= MIN_MISSED_MS ? new Date(since) : firstHeard;
}

/** `leftAt`: when its connection ended, as far as is known. */
export type LeftTrack = KnownTrack & { leftAt: Date | null };

/** The tracks received so far, in order of their start. */
export async function listKnownTracks(ctx: Ctx, meetingRef: string): Promise<LeftTrack[]> {
  const [rows, people] = await Promise.all([
    listTracks(ctx.db, meetingRef),
    listParticipants(ctx.db, meetingRef),
  ]);
  const leftAt = new Map(people.map((person) => [person.participant_ref, person.left_at]));
  const visits = await listVisits(ctx.db, [...leftAt.keys()]);
  return Promise.all(
    rows.map(async (row) => ({
      ...toKnownTrack(row, await findLastCut(ctx.db, row.track_ref)),
      leftAt:
        connectionEnd(row, visits.get(row.participant_ref)) ??
        leftAt.get(row.participant_ref) ??
        null,
    })),
  );
}

/** A person who came back has left with their earlier tracks only. */
function connectionEnd(track: TrackRow, visits: readonly VisitRow[] = []): Date | null {
  const visit = visits.findLast(({ joined_at: joinedAt }) => joinedAt <= track.started_at);
  return visit?.left_at && visit.left_at > track.started_at ? visit.left_at : null;
}

function toKnownTrack(
  row: TrackRow,
  cut: { to_sample: number; is_forced: boolean } | undefined,
): KnownTrack {
  return {
    trackRef: row.track_ref,
    participantRef: row.participant_ref,
    mediaTrackSid: row.media_track_sid,
    startedAt: row.started_at,
    scannedSamples: row.scanned_samples,
    lastCut: cut ? { endSample: cut.to_sample, isForced: cut.is_forced } : NOTHING_CUT,
    closed: row.closed,
  };
}
