import { findCapture } from '../../store/capture.ts';
import { findMeeting, type MeetingRow } from '../../store/meeting.ts';
import { emptyTranscript, type TranscriptContent } from '../artifact/empty-content.ts';
import { finishArtifact } from '../artifact/finish-artifact.ts';
import { startArtifact } from '../artifact/start-artifact.ts';
import type { Ctx } from '../context.ts';
import { isTerminal } from '../meeting/transitions.ts';
import type { TaskOutcome } from '../task/task.ts';
import { assembleTranscript } from './assemble-transcript.ts';
import { judgeCoverage } from './judge-coverage.ts';

/** The scribe sends a notice when the capture is done; this is for when that is lost. */
const LOOK_AGAIN_MS = { captured: 300, capturing: 2_000 };

/** Ranges without words that are named in the log. */
const MAX_NAMED = 100;

/** A1 and A2 of the transcript of a meeting with a capture. Safe to call again at any moment. */
export async function finishTranscript(
  ctx: Ctx,
  input: { meetingRef: string },
): Promise<TaskOutcome> {
  const { meetingRef } = input;
  if (!(await startArtifact(ctx, { meetingRef, kind: 'transcript' }))) return undefined;
  const meeting = await findMeeting(ctx.db, meetingRef);
  const capture = await findCapture(ctx.db, meetingRef);
  // It was deleted meanwhile.
  if (!meeting || !capture) return undefined;
  if (capture.state !== 'done') return again(ctx, LOOK_AGAIN_MS.capturing);
  if (!isTerminal(meeting.state)) return again(ctx, LOOK_AGAIN_MS.captured);
  const { result, reason, content } = await judged(ctx, meeting, capture.refusal);
  await finishArtifact(ctx, { meetingRef, kind: 'transcript', result, reason, content });
  return undefined;
}

async function judged(ctx: Ctx, meeting: MeetingRow, refusal: string | null) {
  const { content, coverage, missing } = await assembleTranscript(ctx, meeting);
  for (const range of missing.slice(0, MAX_NAMED))
    ctx.log.warn('a transcript has no words for this range', {
      component: 'transcript',
      meetingRef: meeting.meeting_ref,
      ...range,
    });
  if (refusal !== null && coverage.words === 0)
    return { result: 'empty' as const, reason: refusal, content };
  return { ...judgeCoverage(coverage), content };
}

function again({ clock }: Ctx, inMs: number): TaskOutcome {
  return { again: new Date(clock.now().getTime() + inMs) };
}

/** What there is at the deadline: the words so far. `hasWords` false: the transcript failed. */
export async function partialTranscript(
  ctx: Ctx,
  meetingRef: string,
): Promise<{ content: TranscriptContent; hasWords: boolean }> {
  const meeting = await findMeeting(ctx.db, meetingRef);
  if (!meeting) return { content: emptyTranscript(null), hasWords: false };
  const { content } = await assembleTranscript(ctx, meeting);
  return { content, hasWords: content.segments.length > 0 };
}
