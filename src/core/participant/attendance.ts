import type { Participant, Visit } from '../../../contract/generated/api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import type { ConnectionQualityRow } from '../../store/participant/connection-quality.ts';
import type { VisitRow } from '../../store/participant/visit.ts';
import { toConnectionQuality } from '../connection-quality/connection-quality.ts';

type Person = Pick<ParticipantRow, 'state' | 'state_reason' | 'left_at'>;
type Span = Pick<MeetingRow, 'started_at' | 'ending_at' | 'ended_at'>;

/**
 * A person's visits as reported: one after another, within the meeting, and ended once the person has left or the
 * meeting is over. The media server reports connections late, twice or never. Pure.
 */
export function attendanceOf(
  person: Person,
  connections: readonly Pick<VisitRow, 'joined_at' | 'left_at' | 'reason'>[],
  meeting: Span,
  now: Date,
): { visits: Visit[]; attendedMs: number } {
  // Of a meeting that never began, the media server may still report a connection.
  if (meeting.started_at === null) return { visits: [], attendedMs: 0 };
  const over = meeting.ended_at ?? meeting.ending_at;
  const inOrder = connections.toSorted((a, b) => a.joined_at.getTime() - b.joined_at.getTime());
  const visits: Visit[] = [];
  let attendedMs = 0;
  for (const [at, connection] of inOrder.entries()) {
    const next = inOrder[at + 1]?.joined_at ?? null;
    const joined = later(connection.joined_at, meeting.started_at);
    const end = endOf(person, connection, next, over);
    const lengthMs = (end?.at ?? now).getTime() - joined.getTime();
    if (end !== null && lengthMs <= 0) continue;
    attendedMs += Math.max(0, lengthMs);
    visits.push({
      joinedAt: joined.toISOString(),
      leftAt: end?.at.toISOString() ?? null,
      reason: end?.reason ?? null,
    });
  }
  return { visits, attendedMs };
}

type End = { at: Date; reason: string };

/** The earliest end of the connection; null while it lasts. */
function endOf(
  person: Person,
  connection: Pick<VisitRow, 'left_at' | 'reason'>,
  next: Date | null,
  over: Date | null,
): End | null {
  const isLast = next === null;
  const ends: (End | null)[] = [
    connection.left_at && {
      at: connection.left_at,
      reason: connection.reason ?? 'connection_lost',
    },
    next && { at: next, reason: 'replaced' },
    over && { at: over, reason: 'meeting_ended' },
    isLast && !connection.left_at && person.state !== 'present' && person.left_at
      ? { at: person.left_at, reason: person.state_reason ?? 'connection_lost' }
      : null,
  ];
  return ends
    .filter((end) => end !== null)
    .reduce<End | null>((first, end) => (first === null || end.at < first.at ? end : first), null);
}

export const later = (a: Date, b: Date | null): Date => (b !== null && b > a ? b : a);

/** The wire shape of the contract. `spokeMs` is null where nothing was transcribed. */
export function toParticipant(
  row: ParticipantRow,
  connections: readonly VisitRow[],
  meeting: MeetingRow,
  {
    spokeMs,
    quality,
    now,
  }: { spokeMs: number | null; quality: ConnectionQualityRow | null; now: Date },
): Participant {
  return {
    participantRef: row.participant_ref,
    meetingRef: row.meeting_ref,
    guestLinkRef: row.guest_link_ref,
    displayName: row.display_name,
    role: row.role,
    kind: row.kind,
    state: row.state,
    stateReason: row.state_reason,
    consent: row.consent,
    consentAt: row.consent_at?.toISOString() ?? null,
    spokeMs,
    ...attendanceOf(row, connections, meeting, now),
    handRaisedAt: row.state === 'present' ? (row.hand_raised_at?.toISOString() ?? null) : null,
    connection: quality && toConnectionQuality(quality),
  };
}
