import type { Presence } from '../../../contract/generated/guest-api.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { setHand } from '../../store/participant/hand.ts';
import type { ParticipantRow } from '../../store/participant/participant.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import {
  type Moderated,
  onceForParticipant,
  type ParticipantRequest,
} from '../participant/moderate.ts';
import { mayBePresent, noteStep } from '../participant/note-presence.ts';
import {
  lockStandingOf,
  type ParticipantProof,
  provenParticipant,
} from '../participant/proven-participant.ts';
import { updateInRoom } from '../participant/update-in-room.ts';

/**
 * A participant's own hand, shown while the participant is present. Problem guest_link_not_usable, also once the
 * meeting is over.
 */
export async function raiseHand(
  ctx: Ctx,
  proof: ParticipantProof,
  raised: boolean,
): Promise<Presence> {
  const proven = await provenParticipant(ctx, proof);
  const meetingState = await inTransaction(ctx, async (tx) => {
    const { meeting, participant } = await lockStandingOf(tx, proven);
    await moveHand(tx, meeting, participant, raised);
    return meeting.state;
  });
  await updateInRoom(ctx, proven.meeting_ref, proven.participant_ref);
  return { meetingState };
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
