import type { ArtifactStatus, MeetingState } from '../../../contract/generated/api.ts';
import { findArtifact } from '../../store/artifact.ts';
import { findCaptureReading } from '../../store/capture.ts';
import type { CaptureState } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';

const DAY_MS = 86_400_000;

/** `captureState` is null before the meeting begins, and when it is not transcribed. */
export type CaptureReading = {
  meetingState: MeetingState;
  languageCode: string | null;
  captureState: CaptureState | null;
  transcriptStatus: ArtifactStatus;
};

/** How far the capture of a meeting is; null when the meeting is unknown. */
export async function readCapture(ctx: Ctx, meetingRef: string): Promise<CaptureReading | null> {
  return (await findCaptureReading(ctx.db, meetingRef)) ?? null;
}

/**
 * Whether the spool of this meeting is not kept any more: its transcript is final and the days are
 * over, or it is gone.
 */
export async function isSpoolDone(ctx: Ctx, meetingRef: string): Promise<boolean> {
  const transcript = await findArtifact(ctx.db, meetingRef, 'transcript');
  if (transcript === undefined || transcript.expired_at !== null) return true;
  if (transcript.status !== 'available' || transcript.available_at === null) return false;
  return (
    transcript.available_at.getTime() + ctx.settings.keep.audioDays * DAY_MS <=
    ctx.clock.now().getTime()
  );
}
