import type { ArtifactKind } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { partialTranscript } from '../transcript/finish-transcript.ts';
import { emptySummary } from './empty-content.ts';
import { finishArtifact } from './finish-artifact.ts';

type GivenUp = {
  meetingRef: string;
  kind: ArtifactKind;
  reason: 'processing_failed' | 'deadline_exceeded';
};

/** A4: the artifact becomes available with what there is: a transcript with its text so far, otherwise failed. */
export async function giveUpArtifact(
  ctx: Ctx,
  { meetingRef, kind, reason }: GivenUp,
): Promise<void> {
  if (kind === 'summary') {
    await finishArtifact(ctx, {
      meetingRef,
      kind,
      result: 'failed',
      reason,
      content: emptySummary(),
    });
    return;
  }
  const { content, hasWords } = await partialTranscript(ctx, meetingRef);
  await finishArtifact(ctx, {
    meetingRef,
    kind,
    result: hasWords ? 'partial' : 'failed',
    reason,
    content,
  });
}
