import type { Presence } from '../../../contract/generated/guest-api.ts';
import { lockMeeting, type MeetingRow } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import { setHand } from '../../store/participant/hand.ts';
import { findParticipant } from '../../store/participant/participant.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { lockTenantMeeting } from '../meeting/tenant-meeting.ts';
import {
  type Moderated,
  onceForParticipant,
  type ParticipantRequest,
} from '../participant/moderate.ts';
import { mayBePresent } from '../participant/note-presence.ts';
import { type ParticipantProof, provenParticipant } from '../participant/proven-participant.ts';
import { updateInRoom } from '../participant/update-in-room.ts';
import { Problem } from '../problem.ts';

/** A participant's own hand, shown while the participant is present. Problem guest_link_not_usable. */
export async function raiseHand(
  ctx: Ctx,
  proof: ParticipantProof,
  raised: boolean,
): Promise<Presence> {
  const { participant_ref: participantRef, meeting_ref: meetingRef } = await provenParticipant(
    ctx,
    proof,
  );
  const meeting = await inTransaction(ctx, async (tx) => {
    const row = await lockMeeting(tx.db, meetingRef);
    if (!row) throw new Problem('guest_link_not_usable');
    await moveHand(tx, row, participantRef, raised);
    return row;
  });
  await updateInRoom(ctx, meetingRef, participantRef);
  return { meetingState: meeting.state };
}

/** Problems: meeting_not_found, content_expired, participant_not_found, and those of `once`. */
export async function lowerHand(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  const { meetingRef, participantRef } = request;
  const done = await onceForParticipant(ctx, request, {}, async (tx) => {
    const meeting = await lockTenantMeeting(tx, request);
    const participant = await findParticipant(tx.db, participantRef);
    if (participant?.meeting_ref !== meetingRef) throw new Problem('participant_not_found');
    await moveHand(tx, meeting, participantRef, false);
  });
  await updateInRoom(ctx, meetingRef, participantRef);
  return done;
}

async function moveHand(
  tx: TxCtx,
  meeting: MeetingRow,
  participantRef: string,
  raised: boolean,
): Promise<void> {
  const participant = await findParticipant(tx.db, participantRef);
  if (!participant || (raised && !mayBePresent(participant))) return;
  const now = tx.clock.now();
  if (!(await setHand(tx.db, participantRef, raised ? now : null))) return;
  const { role, state } = participant;
  recordEvent(tx, 'participant.updated', meeting, now, { participantRef, role, state });
  await notify(tx.db, { topic: 'meeting', ref: meeting.meeting_ref });
}
