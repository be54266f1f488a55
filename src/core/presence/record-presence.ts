import { findGuestLink } from '../../store/guest-link.ts';
import { type MeetingRow, noteAboutMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import {
  findParticipant,
  listPresent,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { closeVisitsBefore, openVisit } from '../../store/participant/visit.ts';
import { dropTask, putTaskIfAbsent } from '../../store/task.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { applyTransition } from '../meeting/apply-transition.ts';
import { isRoomFinished } from '../../store/media-event.ts';
import { letInWhoNeedNotWait } from '../waiting/admit-waiting.ts';
import { mayBePresent, noteJoined } from '../participant/note-presence.ts';
import { isOneTooMany } from '../place/places.ts';
import { emptyRoomDueAt } from './empty-room-due.ts';
import { wholeSecond } from './people-in-room.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';

type SeenPerson = {
  /** Identity in the media room. */
  participantRef: string;
  at: Date;
  /** Null when the source of this report does not know the session. */
  roomSid: string | null;
  /** When the connection began, by the media server's clock; null when the report is not the server's. */
  since: Date | null;
};

/**
 * A person is in the room: M1 if the meeting waits for that, and also M6 when that room session is known to be over.
 * A person who appears in a meeting that is over or full, or by a revoked link, is removed. `correctInRoom` removes
 * those who are no participants. Needs the meeting's row locked; returns the resulting meeting.
 */
export async function recordPresence(
  tx: TxCtx,
  meeting: MeetingRow,
  seen: SeenPerson,
): Promise<MeetingRow> {
  if (!acceptsGuests(meeting.state)) {
    await putDueTask(tx, 'close_room', meeting.meeting_ref);
    return meeting;
  }
  const participant = await findParticipant(tx.db, seen.participantRef);
  if (participant?.meeting_ref !== meeting.meeting_ref) return meeting;
  if (await isShutOut(tx, participant)) {
    await putDueTask(
      tx,
      'remove_guests',
      participant.guest_link_ref ?? participant.participant_ref,
    );
    return meeting;
  }
  if (seen.since !== null && (await isOneTooMany(tx, meeting, participant))) {
    await putDueTask(tx, 'remove_guests', participant.participant_ref);
    return meeting;
  }
  const roomSid = meeting.room_sid ?? seen.roomSid;
  await noteAboutMeeting(tx.db, meeting.meeting_ref, {
    room_sid: roomSid,
    media_seen_at: tx.clock.now(),
  });
  let current = { ...meeting, room_sid: roomSid };
  if (current.state !== 'created') await noteArrival(tx, current, seen, participant);
  else {
    current = await applyTransition(tx, current, { kind: 'person_seen', at: seen.at });
    await noteArrival(tx, current, seen, participant);
    const over =
      roomSid !== null &&
      (seen.roomSid === null || seen.roomSid === roomSid) &&
      (await isRoomFinished(tx.db, roomSid));
    if (over) return applyTransition(tx, current, { kind: 'room_emptied' });
  }
  await watchEmptiness(tx, current);
  return current;
}

/** Whether the participant may not be in the room, or the link by which they came was revoked. */
export async function isShutOut(
  { db }: Pick<Ctx | TxCtx, 'db'>,
  participant: Pick<ParticipantRow, 'guest_link_ref' | 'state' | 'admitted_at'>,
): Promise<boolean> {
  if (!mayBePresent(participant)) return true;
  const link = await findGuestLink(db, participant.guest_link_ref);
  return link !== undefined && link.revoked_at !== null;
}

/**
 * People may have left: whoever waits only for a place gets it, and the empty-room timer starts when nobody is known to
 * be there. Needs the meeting's row locked.
 */
export async function noteDeparture(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  await letInWhoNeedNotWait(tx, meeting);
  await watchEmptiness(tx, meeting);
}

/** Starts the empty-room timer when nobody is known to be there, and stops it when someone is. */
async function watchEmptiness(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  if (meeting.state !== 'in_progress') return;
  const present = await listPresent(tx.db, meeting.meeting_ref);
  if (present.length > 0) return dropTask(tx.db, 'empty_room', meeting.meeting_ref);
  await putTaskIfAbsent(tx.db, 'empty_room', meeting.meeting_ref, emptyRoomDueAt(tx, meeting));
}

/** A late report of an arrival from before the person left changes only the visits. */
async function noteArrival(
  tx: TxCtx,
  meeting: MeetingRow,
  seen: SeenPerson,
  participant: ParticipantRow,
): Promise<void> {
  const isLate = cameBeforeLeaving(seen.at, participant);
  if (!isLate) await closeEarlierVisits(tx, seen, participant);
  if (seen.since !== null && (await openVisit(tx.db, seen.participantRef, seen.since)))
    await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
  if (isLate) return;
  await noteJoined(tx, meeting, seen.participantRef, seen.at);
  if (participant.role === 'host') await letInWhoNeedNotWait(tx, meeting);
}

/** How long after someone left, while still connecting, that connection may come up. */
const CONNECTS_WITHIN_MS = 10_000;

function cameBeforeLeaving(at: Date, participant: ParticipantRow): boolean {
  const { left_at: leftAt, state_reason: reason, connected_at: connectedAt } = participant;
  if (leftAt === null) return false;
  if (at.getTime() < wholeSecond(leftAt)) return true;
  const leftWhileConnecting =
    reason === 'left' && connectedAt === null && !isAdmittedSince(leftAt, participant);
  return leftWhileConnecting && at.getTime() - leftAt.getTime() < CONNECTS_WITHIN_MS;
}

/** Whether the person has a token that is newer than their departure. */
function isAdmittedSince(leftAt: Date, { admitted_at: admittedAt }: ParticipantRow): boolean {
  return admittedAt !== null && admittedAt > leftAt;
}

/** The person is back by a new connection: those before it ended at the departure, even if nobody reported that. */
async function closeEarlierVisits(
  tx: TxCtx,
  { participantRef, since }: SeenPerson,
  participant: ParticipantRow,
): Promise<void> {
  const { left_at: leftAt, state_reason: reason } = participant;
  if (leftAt === null) return;
  // The page does not know when its connection began; one with a newer token is new.
  const isNew = since !== null || isAdmittedSince(leftAt, participant);
  if (!isNew) return;
  await closeVisitsBefore(
    tx.db,
    participantRef,
    since !== null && since < leftAt ? since : leftAt,
    {
      leftAt,
      reason: reason === 'left' ? 'left' : 'connection_lost',
    },
  );
}
