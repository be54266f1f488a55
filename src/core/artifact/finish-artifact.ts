import { lockMeeting } from '../../store/meeting.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { type ArtifactEnd, settleArtifact } from './settle-artifact.ts';

const GIVEN_UP = ['processing_failed', 'deadline_exceeded'];

/**
 * A2 or A4: the artifact becomes `available`, which is final. False when it already was (late results are
 * discarded), when it was never started, or when the meeting is not over yet.
 */
export async function finishArtifact(
  ctx: Ctx,
  input: { meetingRef: string } & ArtifactEnd,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, input.meetingRef);
    if (!meeting) return false;
    const { meetingRef: _, ...end } = input;
    return settleArtifact(
      tx,
      meeting,
      GIVEN_UP.includes(end.reason ?? '') ? 'given_up' : 'done',
      end,
    );
  });
}
