import type { Participant, ParticipantList } from '../../../contract/generated/api.ts';
import type { KnownParticipantState } from '../../../contract/generated/lists.ts';
import { findTranscriptDates } from '../../store/artifact.ts';
import { findCapture } from '../../store/capture.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { listParticipantPage, type ParticipantRow } from '../../store/participant/participant.ts';
import { listConnectionQualities } from '../../store/participant/connection-quality.ts';
import { listVisits, sumSpokenSamples } from '../../store/participant/visit.ts';
import type { Actor, Ctx, Tenancy, TxCtx } from '../context.ts';
import { tenantMeeting } from '../meeting/tenant-meeting.ts';
import { pageToken, readPageToken } from '../paging/page-token.ts';
import { Problem } from '../problem.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { toParticipant } from './attendance.ts';

type ParticipantsRequest = {
  actor: Actor;
  meetingRef: string;
  states: readonly KnownParticipantState[];
  /** Null: everyone, without pages. */
  page: { size: number; token: string | null } | null;
};

/** At most this many in a table without pages. */
const MAX_ROWS = 10_000;

/**
 * Participants in the order in which they asked to join. Problems: meeting_not_found, content_expired,
 * invalid_parameter for a token of another list.
 */
export async function listParticipants(
  ctx: Ctx,
  { actor, meetingRef, states, page }: ParticipantsRequest,
): Promise<ParticipantList> {
  const meeting = await tenantMeeting(ctx, { actor, meetingRef });
  const list = { list: 'participants', tenant: actor.tenant, meetingRef, states };
  const position = page?.token ? readPageToken(ctx.linkKeys, list, page.token) : { after: 0 };
  const size = page?.size ?? MAX_ROWS;
  const { after } = position as { after: number };
  const rows = await listParticipantPage(ctx.db, meetingRef, { states, after, limit: size + 1 });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    participants: await shapesOf(ctx, meeting, shown),
    nextPageToken:
      last && page ? pageToken(ctx.linkKeys, list, { after: last.speaker_number }) : null,
  };
}

/** Problems: meeting_not_found, content_expired, participant_not_found. */
export async function readParticipant(
  ctx: Ctx | TxCtx,
  request: { actor: Tenancy; meetingRef: string; participantRef: string },
): Promise<Participant> {
  const meeting = await tenantMeeting(ctx, request);
  const { participantRef, meetingRef } = request;
  const rows = await listParticipantPage(ctx.db, meetingRef, { participantRef, limit: 1 });
  const [participant] = await shapesOf(ctx, meeting, rows);
  if (!participant) throw new Problem('participant_not_found');
  return participant;
}

async function shapesOf(
  ctx: Ctx | TxCtx,
  meeting: MeetingRow,
  rows: readonly ParticipantRow[],
): Promise<Participant[]> {
  const refs = rows.map((row) => row.participant_ref);
  const [visits, qualities, samples, capture, transcript] = await Promise.all([
    listVisits(ctx.db, refs),
    listConnectionQualities(ctx.db, refs),
    sumSpokenSamples(ctx.db, refs),
    findCapture(ctx.db, meeting.meeting_ref),
    findTranscriptDates(ctx.db, meeting.meeting_ref),
  ]);
  // Speaking time is erased with the transcript.
  const isKnown = capture !== undefined && !transcript?.expired_at;
  const now = ctx.clock.now();
  return rows.map((row) =>
    toParticipant(row, visits.get(row.participant_ref) ?? [], meeting, {
      spokeMs: isKnown
        ? Math.round((samples.get(row.participant_ref) ?? 0) / SAMPLES_PER_MS)
        : null,
      quality: qualities.get(row.participant_ref) ?? null,
      now,
    }),
  );
}
