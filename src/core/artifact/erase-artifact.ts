import { expireArtifact, findArtifact } from '../../store/artifact.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import type { ArtifactKind } from '../../store/schema.ts';
import { dropTask } from '../../store/task.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { lockTenantMeeting } from '../meeting/tenant-meeting.ts';
import { isTerminal } from '../meeting/transitions.ts';
import { Problem } from '../problem.ts';
import { emptySummary, emptyTranscript } from './empty-content.ts';
import { heldForMs, settleArtifact } from './settle-artifact.ts';
import { deleteSpokenWords } from '../../store/utterance.ts';
import { forgetNames } from '../idempotency/forget-names.ts';

/**
 * Permanently erases a transcript or a summary, finished or not; reading it is then content_expired.
 * The text and names behind the transcript are erased with it, and so is its audio (by the scribe
 * that keeps the spool and receives the notice).
 * Problems: meeting_not_found, content_expired (the whole meeting), invalid_state before the meeting is over.
 */
export async function eraseArtifact(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string; kind: ArtifactKind },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const meeting = await lockTenantMeeting(tx, request);
    if (!isTerminal(meeting.state))
      throw new Problem('invalid_state', { meetingState: meeting.state });
    await expireContent(tx, meeting, request.kind);
  });
}

/** The same for a meeting that is over and whose row is held. */
export async function expireContent(
  tx: TxCtx,
  meeting: MeetingRow,
  kind: ArtifactKind,
): Promise<void> {
  const meetingRef = meeting.meeting_ref;
  if (kind === 'transcript') await giveUpTranscript(tx, meeting);
  else await giveUpSummary(tx, meeting, 'erased');
  if (!(await expireArtifact(tx.db, meetingRef, kind, tx.clock.now()))) return;
  if (kind === 'transcript') {
    await deleteSpokenWords(tx.db, meetingRef);
    await forgetNames(tx, meeting);
  }
  await dropTask(tx.db, kind === 'transcript' ? 'finish_transcript' : 'write_summary', meetingRef);
  await notify(tx.db, { topic: 'artifact', ref: meetingRef });
}

/** An unfinished artifact is never finished, nor is a summary that waits for it. */
async function giveUpTranscript(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  const content = emptyTranscript(heldForMs(meeting));
  await settleArtifact(tx, meeting, 'given_up', {
    kind: 'transcript',
    result: 'failed',
    reason: 'erased',
    content,
  });
  const summary = await findArtifact(tx.db, meeting.meeting_ref, 'summary');
  if (summary?.status === 'available') return;
  await giveUpSummary(tx, meeting, 'transcript_unavailable');
  await dropTask(tx.db, 'write_summary', meeting.meeting_ref);
}

async function giveUpSummary(tx: TxCtx, meeting: MeetingRow, reason: string): Promise<void> {
  await settleArtifact(tx, meeting, 'given_up', {
    kind: 'summary',
    result: 'failed',
    reason,
    content: emptySummary(),
  });
}
