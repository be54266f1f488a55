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
  /** Also a database that answers, but never this question, is waited for no longer. */
  isLastTry: boolean;
};

/** A4: the artifact becomes available with what there is: a transcript with its text so far, otherwise failed. */
export async function giveUpArtifact(ctx: Ctx, givenUp: GivenUp): Promise<void> {
  const { meetingRef, kind, reason } = givenUp;
  if (kind === 'transcript') return giveUpTranscript(ctx, givenUp);
  const content = emptySummary();
  await finishArtifact(ctx, { meetingRef, kind, result: 'failed', reason, content });
}

/** Text that cannot be assembled is left out: the client waits for an end, not for the text. */
async function giveUpTranscript(ctx: Ctx, { meetingRef, reason, isLastTry }: GivenUp) {
  const end = { meetingRef, kind: 'transcript', reason } as const;
  try {
    const { content, hasWords } = await partialTranscript(ctx, meetingRef);
    await finishArtifact(ctx, { ...end, result: hasWords ? 'partial' : 'failed', content });
  } catch (error) {
    if (isTransientDatabaseError(error) && !isLastTry) throw error;
    ctx.log.error('a transcript is given up without its text, which could not be assembled', {
      component: 'artifact',
      meetingRef,
      error,
    });
    const meeting = await findMeeting(ctx.db, meetingRef);
    const content = emptyTranscript(meeting ? heldForMs(meeting) : null);
    await finishArtifact(ctx, { ...end, result: 'failed', content });
  }
}
