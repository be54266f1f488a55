import { findMeeting } from '../../store/meeting.ts';
import type { ArtifactKind } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { isTransientDatabaseError } from '../is-transient-error.ts';
import { partialTranscript } from '../transcript/finish-transcript.ts';
import { emptySummary, emptyTranscript } from './empty-content.ts';
import { finishArtifact } from './finish-artifact.ts';
import { heldForMs } from './settle-artifact.ts';

type GivenUp = {
  meetingRef: string;
  kind: ArtifactKind;
  reason: 'processing_failed' | 'deadline_exceeded';
  /** Gives up even if the database may answer later. */
  isLastAttempt: boolean;
};

/** A4: the artifact becomes available with what there is: a transcript with its text so far, otherwise failed. */
export async function giveUpArtifact(ctx: Ctx, givenUp: GivenUp): Promise<void> {
  const { meetingRef, kind, reason } = givenUp;
  if (kind === 'transcript') return giveUpTranscript(ctx, givenUp);
  const content = emptySummary();
  await finishArtifact(ctx, { meetingRef, kind, result: 'failed', reason, content });
}

/** A transcript whose text cannot be assembled ends without it, so that clients do not wait forever. */
async function giveUpTranscript(ctx: Ctx, { meetingRef, reason, isLastAttempt }: GivenUp) {
  const end = { meetingRef, kind: 'transcript', reason } as const;
  try {
    const { content, hasWords } = await partialTranscript(ctx, meetingRef);
    await finishArtifact(ctx, { ...end, result: hasWords ? 'partial' : 'failed', content });
  } catch (error) {
    if (isTransientDatabaseError(error) && !isLastAttempt) throw error;
    ctx.log.error('a transcript failed: its text could not be assembled', {
      component: 'artifact',
      meetingRef,
      error,
    });
    const meeting = await findMeeting(ctx.db, meetingRef);
    const content = emptyTranscript(meeting ? heldForMs(meeting) : null);
    await finishArtifact(ctx, { ...end, result: 'failed', content });
  }
}
