import type { Participant } from '../../../contract/generated/api.ts';
import { findGuestLink } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import {
  findParticipant,
  listPresent,
  markRemoved,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { setMayComeAgain } from '../../store/participant/return.ts';
import { lockSource } from '../../store/participant/waiting.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { revokeLink } from '../guest-link/revoke-guest-link.ts';
import { once } from '../idempotency/once.ts';
import { type MovedMeeting, type MoveRequest, onceForMeeting } from '../meeting/move-on-request.ts';
import { lockTenantMeeting, tenantMeeting } from '../meeting/tenant-meeting.ts';
import { orUnavailable } from '../media-away.ts';
import type { MediaSource } from '../ports.ts';
import { noteDeparture } from '../presence/record-presence.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { noteStep } from './note-presence.ts';
import { readParticipant } from './read-participants.ts';
import { updateInRoom } from './update-in-room.ts';

export type ParticipantRequest = MoveRequest & { participantRef: string };
export type Moderated = { participant: Participant; replayed: boolean };

/**
 * P7: the participant is disconnected, again whenever they reappear, and never let in again. With `mayReturn` the same
 * tab may join again as a newcomer; of two calls the last one counts. Problems: those of `onceForParticipant`.
 */
export async function removeParticipant(
  ctx: Ctx,
  request: ParticipantRequest & { revokeLink: boolean; mayReturn?: boolean },
): Promise<Moderated> {
  const { participantRef, revokeLink: alsoLink, mayReturn = false } = request;
  const input = { revokeLink: alsoLink, ...(mayReturn && { mayReturn }) };
  return onceForParticipant(ctx, request, input, async (tx, meeting, participant) => {
    const { guest_link_ref: guestLinkRef } = participant;
    if (await markRemoved(tx.db, participantRef, tx.clock.now())) {
      await noteStep(tx, 'participant.removed', meeting, { ...participant, state: 'removed' });
      await putDueTask(tx, 'remove_guests', guestLinkRef ?? participantRef);
    }
    await setMayComeAgain(tx.db, participantRef, mayReturn);
    const link = alsoLink ? await findGuestLink(tx.db, guestLinkRef) : undefined;
    if (link) await revokeLink(tx, meeting, link);
    await noteDeparture(tx, meeting);
  });
}

/**
 * Mutes what the participant sends from this source; without `lock` the participant may unmute. Problems: unavailable
 * and those of `onceForParticipant`.
 */
export async function muteParticipant(
  ctx: Ctx,
  request: ParticipantRequest & { source: MediaSource; lock: boolean },
): Promise<Moderated> {
  const { meetingRef, participantRef, source, lock } = request;
  const input = { source, ...(lock && { lock }) };
  const done = await onceForParticipant(ctx, request, input, async (tx) => {
    if (lock) await lockSource(tx.db, participantRef, source);
  });
  await muteInRoom(ctx, meetingRef, [participantRef], source);
  if (lock) await updateInRoom(ctx, meetingRef, participantRef);
  return done;
}

/** Removes every lock of `mute`; turns nothing on. Problems: those of `onceForParticipant`. */
export async function unlockMedia(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  const { meetingRef, participantRef } = request;
  const done = await onceForParticipant(ctx, request, {}, (tx) =>
    lockSource(tx.db, participantRef, null),
  );
  await updateInRoom(ctx, meetingRef, participantRef);
  return done;
}

/** Mutes every microphone, once. Problems: unavailable and those of `onceForMeeting`. */
export async function muteAll(ctx: Ctx, request: MoveRequest): Promise<MovedMeeting> {
  const { meetingRef } = request;
  const done = await onceForMeeting(ctx, request, async (_, meeting) => meeting);
  const present = await listPresent(ctx.db, meetingRef);
  const refs = present.map((row) => row.participant_ref);
  await muteInRoom(ctx, meetingRef, refs, 'microphone');
  return done;
}

/**
 * Makes the change once for the call, with the meeting's row locked, and returns the resulting participant. Problems:
 * meeting_not_found, content_expired, participant_not_found, and those of `once`.
 */
export async function onceForParticipant(
  ctx: Ctx,
  request: ParticipantRequest,
  input: object,
  change: (tx: TxCtx, meeting: MeetingRow, participant: ParticipantRow) => Promise<void>,
): Promise<Moderated> {
  return inTransaction(ctx, async (tx) => {
    await tenantMeeting(tx, request);
    const { outcome, replayed } = await once(tx, request.call, input, async () => {
      const meeting = await lockTenantMeeting(tx, request);
      await request.permit?.(tx);
      const participant = await findParticipant(tx.db, request.participantRef);
      if (participant?.meeting_ref !== meeting.meeting_ref)
        throw new Problem('participant_not_found');
      await change(tx, meeting, participant);
      return readParticipant(tx, request);
    });
    return { participant: outcome, replayed };
  });
}

async function muteInRoom(
  ctx: Ctx,
  meetingRef: string,
  identities: readonly string[],
  source: MediaSource,
): Promise<void> {
  if (identities.length > 0) await orUnavailable(ctx.media.mute(meetingRef, identities, source));
}
