import type { KnownParticipantState } from '../../../contract/generated/lists.ts';
import type { KnownEventType } from '../../../contract/generated/lists.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import {
  findParticipant,
  type Leaving,
  listParticipants,
  markConnected,
  markLeft,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import type { VisitReason } from '../../store/participant/participant-schema.ts';
import { findLatestJoin } from '../../store/participant/visit.ts';
import type { TxCtx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { later } from './attendance.ts';

/** States from which a participant who connects to media becomes present (P5). */
const MAY_BE_PRESENT: readonly KnownParticipantState[] = ['admitted', 'present', 'left'];

/** Whether the participant may be in the room: was admitted and has not been removed since. */
export function mayBePresent(participant: Pick<ParticipantRow, 'state' | 'admitted_at'>): boolean {
  return participant.admitted_at !== null && MAY_BE_PRESENT.includes(participant.state);
}

/** P5: a participant is connected to media; a step if that is new. Needs the meeting's row locked. */
export async function noteJoined(
  tx: TxCtx,
  meeting: MeetingRow,
  participantRef: string,
  at: Date,
): Promise<void> {
  const participant = await findParticipant(tx.db, participantRef);
  if (participant?.meeting_ref !== meeting.meeting_ref || !mayBePresent(participant)) return;
  await markConnected(tx.db, meeting.meeting_ref, participantRef, at);
  if (participant.state === 'present') return;
  await noteStep(tx, 'participant.joined', meeting, { ...participant, state: 'present' });
}

/** Writes the event of the participant's new state, role, consent or hand, and tells those who follow the meeting. */
export async function noteStep(
  tx: TxCtx,
  type: Extract<KnownEventType, `participant.${string}`>,
  meeting: MeetingRow,
  participant: Pick<ParticipantRow, 'participant_ref' | 'role' | 'state'>,
): Promise<void> {
  const { participant_ref: participantRef, role, state } = participant;
  recordEvent(tx, type, meeting, tx.clock.now(), { participantRef, role, state });
  await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
}

export type LeaveReason = VisitReason | 'never_connected';

/**
 * P6 and P8: these are gone; writes an event for each who was not gone already, and tells those who follow the meeting.
 * Needs the meeting's row locked.
 */
export async function noteLeft(
  tx: TxCtx,
  meeting: MeetingRow,
  participantRefs: readonly string[],
  leaving: Leaving & { reason: LeaveReason; lastSeenAt?: Date },
): Promise<void> {
  const seenAt = leaving.lastSeenAt ?? leaving.at;
  const left = await markLeft(tx.db, meeting.meeting_ref, participantRefs, leaving);
  for (const row of left) {
    const joinedAt = (await findLatestJoin(tx.db, row.participant_ref)) ?? row.connected_at;
    const wasPresent = row.state === 'present' && joinedAt !== null;
    const visitMs = wasPresent
      ? seenAt.getTime() - later(joinedAt, meeting.started_at).getTime()
      : 0;
    recordEvent(tx, 'participant.left', meeting, tx.clock.now(), {
      participantRef: row.participant_ref,
      role: row.role,
      state: 'left',
      durationMs: Math.max(0, visitMs),
      reason: leaving.reason,
    });
  }
  if (left.length > 0) await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
}

/** Everyone still present leaves with the meeting, and those who have not connected never will. */
export async function noteEverybodyLeft(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  const people = await listParticipants(tx.db, meeting.meeting_ref);
  const refsIn = (state: KnownParticipantState) =>
    people.filter((row) => row.state === state).map((row) => row.participant_ref);
  const at = meeting.ended_at ?? meeting.ending_at ?? tx.clock.now();
  await noteLeft(tx, meeting, refsIn('present'), { at, reason: 'meeting_ended' });
  await noteLeft(tx, meeting, refsIn('waiting'), { at, reason: 'meeting_ended' });
  await noteLeft(tx, meeting, refsIn('admitted'), { at, reason: 'never_connected' });
}
