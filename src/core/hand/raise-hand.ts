import type { Presence } from '../../../contract/generated/guest-api.ts';
import { findGuestLink } from '../../store/guest-link.ts';
import { lockMeeting, type MeetingRow } from '../../store/meeting.ts';
import { setHand } from '../../store/participant/hand.ts';
import { findParticipant, type ParticipantRow } from '../../store/participant/participant.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { stillAdmitsParticipant } from '../guest-link/usable-link.ts';
import {
  type Moderated,
  onceForParticipant,
  type ParticipantRequest,
} from '../participant/moderate.ts';
import { mayBePresent, noteStep } from '../participant/note-presence.ts';
import { type ParticipantProof, provenParticipant } from '../participant/proven-participant.ts';
import { updateInRoom } from '../participant/update-in-room.ts';
import { Problem } from '../problem.ts';

/**
 * A participant's own hand, shown while the participant is present. Problem guest_link_not_usable, also once the
 * meeting is over.
 */
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
    const participant = await findParticipant(tx.db, participantRef);
    const link = await findGuestLink(tx.db, participant?.guest_link_ref ?? null);
    if (!participant || !stillAdmitsParticipant(participant, link, row))
      throw new Problem('guest_link_not_usable', { meetingState: row.state });
    await moveHand(tx, row, participant, raised);
    return row;
  });
  await updateInRoom(ctx, meetingRef, participantRef);
  return { meetingState: meeting.state };
}

/** Problems: those of `onceForParticipant`. */
export async function lowerHand(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  const done = await onceForParticipant(ctx, request, {}, (tx, meeting, participant) =>
    moveHand(tx, meeting, participant, false),
  );
  await updateInRoom(ctx, request.meetingRef, request.participantRef);
  return done;
}

async function moveHand(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
  raised: boolean,
): Promise<void> {
  if (raised && !mayBePresent(participant)) return;
  const raisedAt = raised ? tx.clock.now() : null;
  if (await setHand(tx.db, participant.participant_ref, raisedAt))
    await noteStep(tx, 'participant.updated', meeting, participant);
}
