import type { ArtifactReason, ArtifactResult } from '../../../contract/generated/api.ts';
import { findArtifact, markAvailable } from '../../store/artifact.ts';
import { findCapture } from '../../store/capture.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { ArtifactKind } from '../../store/schema.ts';
import { dropTask } from '../../store/task.ts';
import type { CoreSettings, TxCtx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { putDueTask } from '../task/put-due-task.ts';
import {
  emptySummary,
  emptyTranscript,
  type SummaryBody,
  type TranscriptContent,
} from './empty-content.ts';
import { type ArtifactTrigger, decideArtifactMove } from './transitions.ts';
import { DAY_MS } from '../timing.ts';

export type ArtifactEnd = { result: ArtifactResult; reason: ArtifactReason } & (
  { kind: 'transcript'; content: TranscriptContent } | { kind: 'summary'; content: SummaryBody }
);

/**
 * Makes an artifact `available` if the table allows it, writes the event, and does what follows for the summary.
 * Needs the meeting's row locked. False when nothing changed.
 */
export async function settleArtifact(
  tx: TxCtx,
  meeting: MeetingRow,
  trigger: ArtifactTrigger,
  end: ArtifactEnd,
): Promise<boolean> {
  const artifact = await findArtifact(tx.db, meeting.meeting_ref, end.kind);
  if (!artifact) return false;
  const facts = {
    kind: end.kind,
    status: artifact.status,
    meetingState: meeting.state,
    transcriptHasText: await transcriptHasText(tx, meeting.meeting_ref, end.kind),
  };
  if (decideArtifactMove(facts, trigger) !== 'available') return false;
  const availableAt = tx.clock.now();
  if (
    !(await markAvailable(tx.db, meeting.meeting_ref, end.kind, {
      result: end.result,
      reason: end.reason,
      content: end.content,
      availableAt,
      keepUntil: keepUntil(meeting, availableAt),
    }))
  )
    return false;
  recordEvent(tx, `${end.kind}.available`, meeting, availableAt);
  await notify(tx.db, { topic: 'artifact', ref: meeting.meeting_ref });
  await dropTask(tx.db, `${end.kind}_deadline`, meeting.meeting_ref);
  if (end.kind === 'transcript') await letSummaryFollow(tx, meeting, trigger, end);
  return true;
}

/** Whether the transcript is available and has text to summarize; always false for a transcript. */
export async function transcriptHasText(
  tx: TxCtx,
  meetingRef: string,
  kind: ArtifactKind,
): Promise<boolean> {
  const transcript =
    kind === 'summary' ? await findArtifact(tx.db, meetingRef, 'transcript') : undefined;
  if (transcript?.status !== 'available' || transcript.content === null) return false;
  return (transcript.content as TranscriptContent).segments.length > 0;
}

/** A summary is never available before its transcript. */
async function letSummaryFollow(
  tx: TxCtx,
  meeting: MeetingRow,
  trigger: ArtifactTrigger,
  { content, reason }: Extract<ArtifactEnd, { kind: 'transcript' }>,
): Promise<void> {
  if (trigger === 'never_came') return settleEmptySummary(tx, meeting, trigger, reason);
  const offReason = whyNoSummary(meeting, tx.settings);
  if (offReason !== null) return settleEmptySummary(tx, meeting, 'switched_off', offReason);
  if (content.segments.length > 0) return putDueTask(tx, 'write_summary', meeting.meeting_ref);
  const summaryReason = reason === 'no_speech' ? 'no_speech' : 'transcript_unavailable';
  await settleEmptySummary(tx, meeting, 'transcript_without_text', summaryReason);
}

async function settleEmptySummary(
  tx: TxCtx,
  meeting: MeetingRow,
  trigger: ArtifactTrigger,
  reason: ArtifactReason,
): Promise<void> {
  await settleArtifact(tx, meeting, trigger, {
    kind: 'summary',
    result: 'empty',
    reason,
    content: emptySummary(),
  });
}

/** A5: the meeting was never held. */
export async function settleNeverCame(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  const reason =
    meeting.state === 'failed'
      ? 'meeting_failed'
      : meeting.state_reason === 'never_held'
        ? 'never_held'
        : 'meeting_cancelled';
  await settleArtifact(tx, meeting, 'never_came', {
    kind: 'transcript',
    result: 'empty',
    reason,
    content: emptyTranscript(0),
  });
}

/** A6: the meeting is over, and was not transcribed. */
export async function settleSwitchedOff(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  if (await findCapture(tx.db, meeting.meeting_ref)) return;
  await settleArtifact(tx, meeting, 'switched_off', {
    kind: 'transcript',
    result: 'empty',
    reason: whyNotTranscribed(tx.settings),
    content: emptyTranscript(heldForMs(meeting)),
  });
}

/** Null when a summary is wanted. */
function whyNoSummary(
  { options }: MeetingRow,
  { summary }: Pick<CoreSettings, 'summary'>,
): ArtifactReason {
  if (summary === 'off') return 'summary_disabled';
  const isWanted = options.summary !== 'off' && options.transcription !== 'off';
  return isWanted ? null : 'not_requested';
}

/** Why there was no capture. */
function whyNotTranscribed({ speech }: Pick<CoreSettings, 'speech'>): ArtifactReason {
  return speech === 'off' ? 'transcription_disabled' : 'not_requested';
}

/** Null when only the operator's setting decides. */
function keepUntil({ options }: MeetingRow, availableAt: Date): Date | null {
  const days = options.keepTranscriptDays ?? 0;
  return days === 0 ? null : new Date(availableAt.getTime() + days * DAY_MS);
}

/** Null while the meeting is not over. */
export function heldForMs(meeting: MeetingRow): number | null {
  return meeting.started_at && meeting.ended_at
    ? meeting.ended_at.getTime() - meeting.started_at.getTime()
    : null;
}
