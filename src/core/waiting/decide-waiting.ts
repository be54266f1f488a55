import { listWaiting, refuseWaiting } from '../../store/participant/waiting.ts';
import type { Ctx } from '../context.ts';
import { type MovedMeeting, type MoveRequest, onceForMeeting } from '../meeting/move-on-request.ts';
import {
  type Moderated,
  onceForParticipant,
  type ParticipantRequest,
} from '../participant/moderate.ts';
import { noteStep } from '../participant/note-presence.ts';
import { letIn, letInWhileThereIsRoom } from './admit-waiting.ts';

/** P2. Changes nothing for someone who no longer waits. Problems: meeting_full and those of `onceForParticipant`. */
export async function admitParticipant(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  return onceForParticipant(ctx, request, {}, letIn);
}

/** P3: final. Changes nothing for someone who no longer waits. Problems: those of `onceForParticipant`. */
export async function refuseParticipant(ctx: Ctx, request: ParticipantRequest): Promise<Moderated> {
  return onceForParticipant(ctx, request, {}, async (tx, meeting, participant) => {
    const refused = await refuseWaiting(tx.db, participant.participant_ref, tx.clock.now());
    if (refused) await noteStep(tx, 'participant.refused', meeting, refused);
  });
}

/** P2 for everyone who waits, while places are left. Problems: those of `onceForMeeting`. */
export async function admitAll(ctx: Ctx, request: MoveRequest): Promise<MovedMeeting> {
  return onceForMeeting(ctx, request, async (tx, meeting) => {
    await letInWhileThereIsRoom(tx, meeting, await listWaiting(tx.db, meeting.meeting_ref));
    return meeting;
  });
}
