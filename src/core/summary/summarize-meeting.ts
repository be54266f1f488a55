import { findArtifact, keepNote } from '../../store/artifact.ts';
import { findMeeting } from '../../store/meeting.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { finishArtifact } from '../artifact/finish-artifact.ts';
import { startArtifact } from '../artifact/start-artifact.ts';
import type { Ctx } from '../context.ts';
import type { WriterNotes } from '../ports.ts';

/** A1 and A2 of the summary: writes it from the finished transcript. As whole as the transcript is. Rejects when the writer fails. */
export async function summarizeMeeting(
  ctx: Ctx,
  input: { meetingRef: string },
  signal: AbortSignal,
): Promise<void> {
  if (!(await startArtifact(ctx, { ...input, kind: 'summary' }))) return;
  const [meeting, transcript] = await Promise.all([
    findMeeting(ctx.db, input.meetingRef),
    findArtifact(ctx.db, input.meetingRef, 'transcript'),
  ]);
  if (!meeting || transcript?.status !== 'available' || transcript.content === null) return;
  const { languageCode, speakers, segments } = transcript.content as TranscriptContent;
  const about = {
    title: meeting.title,
    startedAt: meeting.started_at?.toISOString() ?? null,
    timezone: meeting.timezone,
  };
  const content = await ctx.writer.write(
    { ...about, languageCode, speakers, segments },
    signal,
    notesOf(ctx, input.meetingRef),
  );
  await finishArtifact(ctx, {
    ...input,
    kind: 'summary',
    result: transcript.result === 'partial' ? 'partial' : 'complete',
    reason: null,
    content,
  });
}

/** While a summary is being written its row holds the writer's notes; what is finished takes their place. */
function notesOf(ctx: Ctx, meetingRef: string): WriterNotes {
  return {
    read: async (key) => {
      const row = await findArtifact(ctx.db, meetingRef, 'summary');
      if (row?.status !== 'processing') return null;
      const noted = (row.content as Record<string, string> | null)?.[key];
      return noted === undefined ? null : (JSON.parse(noted) as string);
    },
    // Quoted once more: jsonb holds no NUL, which a model may well answer.
    keep: (key, answer) =>
      keepNote(ctx.db, meetingRef, 'summary', { [key]: JSON.stringify(answer) }),
  };
}
