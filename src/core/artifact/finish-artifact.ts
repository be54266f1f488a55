import { lockMeeting } from '../../store/meeting.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { type ArtifactEnd, settleArtifact } from './settle-artifact.ts';
import type { ArtifactTrigger } from './transitions.ts';

const GIVEN_UP = ['processing_failed', 'deadline_exceeded'];
const SWITCHED_OFF = ['transcription_disabled', 'summary_disabled'];

/**
 * A2, A4 or A6: the artifact becomes `available`, which is final. False when it already was (late results are
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
    if (await settleArtifact(tx, meeting, triggerOf(input.reason), end)) return true;
    return input.reason === 'audio_missing' && settleArtifact(tx, meeting, 'switched_off', end);
  });
}

function triggerOf(reason: string | null): ArtifactTrigger {
  if (reason !== null && GIVEN_UP.includes(reason)) return 'given_up';
  if (reason !== null && SWITCHED_OFF.includes(reason)) return 'switched_off';
  return 'done';
}
