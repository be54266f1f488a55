import { findArtifact, keepWriterNote } from '../../store/artifact.ts';
import { findMeeting } from '../../store/meeting.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { finishArtifact } from '../artifact/finish-artifact.ts';
import { startArtifact } from '../artifact/start-artifact.ts';
import type { Ctx } from '../context.ts';
import type { WriterNotes } from '../ports.ts';
import { summaryOutcome } from './summary-outcome.ts';

/**
 * A1 and A2 of the summary: writes it from the finished transcript. Partial if the transcript is.
 * Rejects when the writer fails.
 */
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
  const written = await ctx.writer.write(
    { ...about, languageCode, speakers, segments },
    signal,
    notesOf(ctx, input.meetingRef),
  );
  await finishArtifact(ctx, {
    ...input,
    kind: 'summary',
    ...summaryOutcome(written, { isPartial: transcript.result === 'partial' }),
  });
}

/** Answers that the writer has paid for survive a crash, until the summary is available. */
function notesOf(ctx: Ctx, meetingRef: string): WriterNotes {
  return {
    read: async (key) => {
      const row = await findArtifact(ctx.db, meetingRef, 'summary');
      const noted = row?.writer_notes[key];
      return noted === undefined ? null : (JSON.parse(noted) as string);
    },
    // Quoted once more: jsonb cannot store NUL, which a model may well send.
    keep: (key, answer) => keepWriterNote(ctx.db, meetingRef, { [key]: JSON.stringify(answer) }),
  };
}
