import type { Admission } from '../../../contract/generated/guest-api.ts';
import {
  countLinkUse,
  findGuestLink,
  type GuestLinkRow,
  noteMediaDown,
} from '../../store/guest-link.ts';
import { lockMeeting, type MeetingRow, noteAboutMeeting } from '../../store/meeting.ts';
import { insertParticipant, lastSpeakerNumber } from '../../store/participant.ts';
import { notify } from '../../store/notify.ts';
import { postponeTask } from '../../store/task.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { acceptsGuests, isUsableLink } from '../guest-link/usable-link.ts';
import { newRef } from '../ids.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { emptyRoomDueAt } from '../presence/record-presence.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { openMediaRoom, refuseWhenFull, writeAdmission } from './write-admission.ts';
import { provenLink } from './proven-participant.ts';

export type JoinInput = { guestLinkRef: string; secret: string; displayName: string };

/**
 * Admits one more participant and hands out a media token of ten minutes. A join that races with the end of the
 * meeting loses. Problems: guest_link_not_usable, meeting_locked, meeting_full, unavailable (the media server does
 * not answer).
 */
export async function joinMeeting(ctx: Ctx, input: JoinInput): Promise<Admission> {
  const { link, meeting } = await provenLink(ctx, input);
  const roomSid = await openRoomFor(ctx, link, meeting);
  const admission = await inTransaction(ctx, (tx) => admit(tx, link, roomSid, input.displayName));
  if (!admission) throw new Problem('guest_link_not_usable');
  return admission;
}

async function openRoomFor(ctx: Ctx, link: GuestLinkRow, meeting: MeetingRow): Promise<string> {
  try {
    return await openMediaRoom(ctx, meeting);
  } catch (error) {
    if (error instanceof Problem) await inTransaction(ctx, (tx) => noteFailedJoin(tx, link));
    throw error;
  }
}

async function admit(
  tx: TxCtx,
  known: GuestLinkRow,
  roomSid: string,
  displayName: string,
): Promise<Admission | undefined> {
  const meeting = await lockMeeting(tx.db, known.meeting_ref);
  const link = await findGuestLink(tx.db, known.guest_link_ref);
  if (!meeting || !link) return undefined;
  const now = tx.clock.now();
  if (!isUsableLink(link, meeting, now)) {
    if (!acceptsGuests(meeting.state)) await putDueTask(tx, 'close_room', meeting.meeting_ref);
    return undefined;
  }
  if (meeting.locked) throw new Problem('meeting_locked');
  await refuseWhenFull(tx, meeting);
  const participant = await insertParticipant(tx.db, {
    participant_ref: newRef('pt'),
    meeting_ref: link.meeting_ref,
    guest_link_ref: link.guest_link_ref,
    link_key_id: link.link_key_id,
    speaker_number: (await lastSpeakerNumber(tx.db, meeting.meeting_ref)) + 1,
    display_name: displayName,
    state: 'admitted',
    admitted_at: now,
    connected_at: null,
    left_at: null,
  });
  await countLinkUse(tx.db, link.guest_link_ref);
  await recordEvent(tx, 'participant.admitted', meeting, now, {
    participantRef: participant.participant_ref,
    role: participant.role,
    state: 'admitted',
  });
  await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
  await noteNewcomer(tx, meeting, roomSid);
  // The first words come soon: the scribe should be in the room before the guest.
  const { transcription } = effectiveOptions(meeting, tx.settings);
  if (meeting.state === 'created' && transcription === 'on')
    await putDueTask(tx, 'attend_meeting', meeting.meeting_ref);
  return writeAdmission(tx, meeting, participant);
}

/** A newcomer has the whole empty-room time to connect, and may have opened a new session of the room. */
export async function noteNewcomer(tx: TxCtx, meeting: MeetingRow, roomSid: string): Promise<void> {
  if (meeting.room_sid !== roomSid)
    await noteAboutMeeting(tx.db, meeting.meeting_ref, { room_sid: roomSid });
  await postponeTask(tx.db, 'empty_room', meeting.meeting_ref, emptyRoomDueAt(tx, meeting));
}

/** M4 needs to know it. */
async function noteFailedJoin(tx: TxCtx, link: GuestLinkRow): Promise<void> {
  const meeting = await lockMeeting(tx.db, link.meeting_ref);
  if (meeting?.state === 'created') await noteMediaDown(tx.db, link.guest_link_ref, tx.clock.now());
}
