import type { Admission } from '../../../contract/generated/guest-api.ts';
import type { MeetingState } from '../../../contract/generated/api.ts';
import { findGuestLink } from '../../store/guest-link.ts';
import { findMeeting, lockMeeting, type MeetingRow } from '../../store/meeting.ts';
import {
  findParticipant,
  markAdmitted,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { setHand } from '../../store/participant/hand.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { acceptsGuests, stillAdmitsParticipant } from '../guest-link/usable-link.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { mayBePresent } from './note-presence.ts';
import { type ParticipantProof, provenParticipant } from './proven-participant.ts';
import { refuseWhenFull } from '../place/places.ts';
import { postponeEmptyRoom } from '../presence/empty-room-due.ts';
import { noteRoomSession, openMediaRoom, writeAdmission } from './write-admission.ts';

/**
 * A new media token for someone who was admitted before; opens the room again if the media server lost it.
 * Problems: guest_link_not_usable (with meetingState), not_admitted (is waiting, or never got
 * further), meeting_full (was away), unavailable.
 */
export async function renewAdmission(ctx: Ctx, input: ParticipantProof): Promise<Admission> {
  const participant = await provenParticipant(ctx, input);
  if (participant.admitted_at === null) throw new Problem('not_admitted');
  const standing = await findStanding(ctx, participant);
  if ('refused' in standing) throw new Problem('guest_link_not_usable', standing.refused);
  const roomSid = await openMediaRoom(ctx, standing.meeting);
  const outcome = await inTransaction(ctx, (tx) => renew(tx, participant, roomSid));
  if ('refused' in outcome) throw new Problem('guest_link_not_usable', outcome.refused);
  return outcome.admission;
}

/** A raised hand stays up for someone who comes back within this time. */
const HAND_KEPT_MS = 120_000;

type Refusal = { meetingState?: MeetingState };

async function findStanding(
  ctx: Ctx,
  participant: ParticipantRow,
): Promise<{ meeting: MeetingRow } | { refused: Refusal }> {
  const [link, meeting] = await Promise.all([
    findGuestLink(ctx.db, participant.guest_link_ref),
    findMeeting(ctx.db, participant.meeting_ref),
  ]);
  if (!meeting) return { refused: {} };
  return stillAdmitsParticipant(participant, link, meeting)
    ? { meeting }
    : { refused: { meetingState: meeting.state } };
}

async function renew(
  tx: TxCtx,
  participant: ParticipantRow,
  roomSid: string,
): Promise<{ admission: Admission } | { refused: Refusal }> {
  const meeting = await lockMeeting(tx.db, participant.meeting_ref);
  const link = await findGuestLink(tx.db, participant.guest_link_ref);
  if (!meeting) return { refused: {} };
  if (!stillAdmitsParticipant(participant, link, meeting)) {
    if (!acceptsGuests(meeting.state)) await putDueTask(tx, 'close_room', meeting.meeting_ref);
    return { refused: { meetingState: meeting.state } };
  }
  const current = await findParticipant(tx.db, participant.participant_ref);
  // A host may have removed the person while the media server was asked.
  if (!current || !mayBePresent(current)) return { refused: { meetingState: meeting.state } };
  // Someone who was away gets no place ahead of those who came meanwhile.
  const isInside = current.connected_at && !current.left_at;
  if (!isInside)
    await refuseWhenFull(tx, meeting, {
      role: current.role,
      participantRef: current.participant_ref,
    });
  const now = tx.clock.now();
  await markAdmitted(tx.db, participant.participant_ref, now);
  if (current.left_at && now.getTime() - current.left_at.getTime() > HAND_KEPT_MS)
    await setHand(tx.db, participant.participant_ref, null);
  await noteRoomSession(tx, meeting, roomSid);
  await postponeEmptyRoom(tx, meeting);
  const renewed = await findParticipant(tx.db, participant.participant_ref);
  return { admission: await writeAdmission(tx, meeting, renewed ?? current) };
}
