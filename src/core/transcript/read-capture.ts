import type { ArtifactStatus, MeetingState } from '../../../contract/generated/api.ts';
import { findArtifact } from '../../store/artifact.ts';
import { findCapture } from '../../store/capture.ts';
import { findMeeting } from '../../store/meeting.ts';
import type { CaptureState } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';

/** `captureState` is null before the meeting begins, and when it is not transcribed. */
export type CaptureReading = { meetingState: MeetingState; captureState: CaptureState | null; transcriptStatus: ArtifactStatus };

/** How far the capture of a meeting is; null when the meeting is unknown. */
export async function readCapture(ctx: Ctx, meetingRef: string): Promise<CaptureReading | null> {
  const [meeting, capture, transcript] = await Promise.all([
    findMeeting(ctx.db, meetingRef),
    findCapture(ctx.db, meetingRef),
    findArtifact(ctx.db, meetingRef, 'transcript'),
  ]);
  if (!meeting || !transcript) return null;
  return { meetingState: meeting.state, captureState: capture?.state ?? null, transcriptStatus: transcript.status };
}

/** Whether the spool of this meeting is not needed any more: its transcript is final, or the meeting is gone. */
export async function isSpoolDone(ctx: Ctx, meetingRef: string): Promise<boolean> {
  const transcript = await findArtifact(ctx.db, meetingRef, 'transcript');
  return transcript === undefined || transcript.status === 'available';
}
