import { insertFinishedRoom, insertMediaEvent } from '../../store/media-event.ts';
import { lockMeeting, type MeetingRow, noteAboutMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import {
  correctReason,
  findParticipant,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import type { VisitReason } from '../../store/participant/participant-schema.ts';
import { closeVisit, findLatestJoin } from '../../store/participant/visit.ts';
import { putTaskIfAbsent } from '../../store/task.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { type MediaEvent, TRIAL_PREFIX } from '../ports.ts';
import { correctInRoom } from './correct-in-room.ts';
import { emptyRoomDueAt } from './empty-room-due.ts';
import { attendanceOf } from '../participant/attendance.ts';
import { noteLeft } from '../participant/note-presence.ts';
import { traceStep } from '../trace-step.ts';
import { isShutOut, recordPresence, noteDeparture } from './record-presence.ts';

/**
 * Handles an event of the media server. Events may come in any order and any number of times; unknown
 * rooms and events change nothing.
 */
export async function noteMediaEvent(ctx: Ctx, event: MediaEvent): Promise<void> {
  const { meetingRef, kind } = event;
  if (meetingRef?.startsWith(TRIAL_PREFIX))
    return void (await insertMediaEvent(ctx.db, meetingRef, ctx.clock.now()));
  // The room of a connection check belongs to no meeting.
  if (!meetingRef?.startsWith('mtg_') || kind === 'other') return;
  await traceStep(ctx, { name: `media_${kind}`, meetingRef }, () =>
    noteEventOf(ctx, meetingRef, event),
  );
}

async function noteEventOf(ctx: Ctx, meetingRef: string, event: MediaEvent): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (!meeting) return;
    if (!(await insertMediaEvent(tx.db, event.eventId, tx.clock.now()))) return;
    if (meeting.state === 'in_progress')
      await noteAboutMeeting(tx.db, meetingRef, { media_seen_at: tx.clock.now() });
    await takeIn(tx, meeting, event);
  });
  const { kind, participant } = event;
  if (kind === 'participant_joined' && participant?.kind === 'person')
    await correctInRoom(ctx, meetingRef, [
      { participantRef: participant.identity, current: participant.current },
    ]);
}

async function takeIn(tx: TxCtx, meeting: MeetingRow, event: MediaEvent): Promise<void> {
  const person = event.participant?.kind === 'person' ? event.participant.identity : null;
  if (event.kind === 'participant_joined' && person) {
    await recordPresence(tx, meeting, {
      participantRef: person,
      at: notAfter(event.at, tx.clock.now()),
      roomSid: event.roomSid,
      since: event.since,
    });
  } else if (event.kind === 'participant_left' && person) {
    await notePersonLeft(tx, meeting, person, event);
  } else if (event.kind === 'room_finished' && event.roomSid) {
    await noteRoomFinished(tx, meeting, event.roomSid);
  }
}

async function notePersonLeft(
  tx: TxCtx,
  meeting: MeetingRow,
  participantRef: string,
  event: MediaEvent,
): Promise<void> {
  const participant = await findParticipant(tx.db, participantRef);
  if (event.roomSid !== null && meeting.room_sid !== null && event.roomSid !== meeting.room_sid)
    return;
  // Someone who asked for a token while the old connection still seemed to be up returns with that token.
  const mayReturn = event.since !== null && event.since < (participant?.admitted_at ?? event.since);
  const at = notAfter(event.at, tx.clock.now());
  const latestJoin = participant && (await findLatestJoin(tx.db, participantRef));
  const seenAt = notAfter(event.lastSeenAt, at);
  // If the connection began after that, the figure is of an earlier one.
  const lastSeenAt = event.since !== null && seenAt < event.since ? at : seenAt;
  if (participant) await noteVisitEnd(tx, meeting, participant, event, lastSeenAt);
  // The end of an older connection arrives late: the person is there by a newer one.
  if (event.since !== null && latestJoin && latestJoin > event.since) return;
  const reason = event.reason ?? 'connection_lost';
  await noteLeft(tx, meeting, [participantRef], { at, lastSeenAt, reason, mayReturn });
  await noteDeparture(tx, meeting);
}

/**
 * We also remove people who left by themselves from the room: then the reason that we recorded counts. A participant
 * who was recorded as never connected turns out to have been there.
 */
async function noteVisitEnd(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
  event: MediaEvent,
  at: Date,
): Promise<void> {
  const joinedAt = event.since ?? (await findLatestJoin(tx.db, participant.participant_ref));
  if (joinedAt === null) return;
  // Someone who returned with an old token was not let in again, and is removed.
  const { left_at: shutOutAt } = participant;
  if ((shutOutAt === null || joinedAt >= shutOutAt) && (await isShutOut(tx, participant))) return;
  const known = VISIT_REASONS.find((reason) => reason === participant.state_reason);
  const reason = (event.reason === 'removed' ? known : null) ?? event.reason ?? 'connection_lost';
  const knownAt = event.reason === 'removed' && known ? participant.left_at : null;
  const end = { leftAt: knownAt ?? at, reason };
  if (!(await closeVisit(tx.db, participant.participant_ref, joinedAt, end))) return;
  if (participant.state_reason === 'never_connected') {
    const connection = { joined_at: joinedAt, left_at: end.leftAt, reason };
    const [visit] = attendanceOf(participant, [connection], meeting, at).visits;
    if (visit) await correctReason(tx.db, participant.participant_ref, visit.reason);
  }
  await notify(tx.db, { topic: 'meeting', ref: participant.meeting_ref });
}

const VISIT_REASONS: readonly VisitReason[] = ['left', 'link_revoked', 'meeting_ended'];

/**
 * M6 as if everybody had left now: a cluster also ends a room that it has just moved from a lost node, while people
 * reconnect. The task asks the media server whether the room is really empty.
 */
async function noteRoomFinished(tx: TxCtx, meeting: MeetingRow, roomSid: string): Promise<void> {
  await insertFinishedRoom(tx.db, roomSid, meeting.meeting_ref, tx.clock.now());
  if (meeting.state === 'in_progress' && roomSid === meeting.room_sid)
    await putTaskIfAbsent(tx.db, 'empty_room', meeting.meeting_ref, emptyRoomDueAt(tx, meeting));
}

function notAfter(at: Date, now: Date): Date {
  return at.getTime() <= now.getTime() ? at : now;
}
