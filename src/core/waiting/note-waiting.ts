import type { WaitingGuest, WaitingState } from '../../../contract/generated/guest-api.ts';
import { countLinkUse } from '../../store/guest-link.ts';
import { findMeeting, lockMeeting, type MeetingRow } from '../../store/meeting.ts';
import { findParticipant, type ParticipantRow } from '../../store/participant/participant.ts';
import { putTaskIfAbsent } from '../../store/task.ts';
import { completeTask } from '../../store/task-run.ts';
import { isHostPresent, listWaiting, prolongWaiting } from '../../store/participant/waiting.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { participantSecret } from '../guest-link/link-secret.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { Problem } from '../problem.ts';
import type { Task, TaskOutcome } from '../task/task.ts';
import { needsHost } from './entry.ts';
import { noteLeft, noteStep } from '../participant/note-presence.ts';
import { knownParticipant, type ParticipantProof } from '../participant/proven-participant.ts';

/** How long someone keeps waiting without a sign of life. A phone suspends background pages for minutes. */
const SIGN_SECONDS = { shown: 60, hidden: 600 };

/** P1: notifies hosts and the API; the task `drop_waiting` watches for signs of life. */
export async function noteWaiting(
  tx: TxCtx,
  meeting: MeetingRow,
  participant: ParticipantRow,
): Promise<void> {
  const until = waitsUntil(tx, 'shown');
  await prolongWaiting(tx.db, participant.participant_ref, until);
  await putTaskIfAbsent(tx.db, 'drop_waiting', meeting.meeting_ref, until);
  await noteStep(tx, 'participant.waiting', meeting, participant);
}

/** No more people may wait than may be inside. Problem meeting_full. */
export async function refuseWhenManyWait(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  const waiting = await listWaiting(tx.db, meeting.meeting_ref);
  if (waiting.length >= effectiveOptions(meeting, tx.settings).maxParticipants)
    throw new Problem('meeting_full');
}

/** What the page of a waiting person is told. */
export async function waitingGuest(
  tx: TxCtx,
  meeting: MeetingRow,
  { participant_ref: participantRef, link_key_id: keyId }: ParticipantRow,
): Promise<WaitingGuest> {
  return {
    participantRef,
    participantSecret: participantSecret(tx.linkKeys, participantRef, keyId),
    needsHost: await isHostNeeded(tx, meeting),
  };
}

/** The status of someone who asked to join. `sign`: the page itself asked for it. Problem guest_link_not_usable. */
export async function readWaitingState(
  ctx: Ctx,
  proof: ParticipantProof,
  sign: keyof typeof SIGN_SECONDS | null,
): Promise<WaitingState & { meetingRef: string }> {
  const { participant_ref: participantRef, meeting_ref: meetingRef } = await knownParticipant(
    ctx,
    proof,
  );
  if (sign !== null) await prolongWaiting(ctx.db, participantRef, waitsUntil(ctx, sign));
  const [participant, meeting] = await Promise.all([
    findParticipant(ctx.db, participantRef),
    findMeeting(ctx.db, meetingRef),
  ]);
  if (!participant || !meeting) throw new Problem('guest_link_not_usable');
  return {
    meetingRef,
    state: participant.state,
    stateReason: participant.state_reason,
    needsHost: await isHostNeeded(ctx, meeting),
  };
}

/** P4 for those who gave no sign of life; due again within a minute, while anybody waits. */
export async function dropWaiting(ctx: Ctx, task: Task): Promise<TaskOutcome> {
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, task.ref);
    const now = tx.clock.now();
    const waiting = meeting ? await listWaiting(tx.db, task.ref) : [];
    const gone = waiting.filter((row) => (row.waits_until ?? now) <= now);
    if (meeting) await noteNoLongerWaiting(tx, meeting, gone, 'connection_lost');
    const times = waiting
      .filter((row) => !gone.includes(row))
      .map((row) => row.waits_until?.getTime() ?? 0);
    // Whoever comes later relies on this task and may give no further sign.
    if (times.length > 0)
      return { again: new Date(Math.min(...times, waitsUntil(tx, 'shown').getTime())) };
    // In the same transaction: whoever comes afterwards writes another task.
    await completeTask(tx.db, task);
    return undefined;
  });
}

/** P4: they have left, and give back the use of their links. Needs the meeting's row locked. */
export async function noteNoLongerWaiting(
  tx: TxCtx,
  meeting: MeetingRow,
  waiting: readonly ParticipantRow[],
  reason: 'left' | 'connection_lost',
): Promise<void> {
  if (waiting.length === 0) return;
  const refs = waiting.map((row) => row.participant_ref);
  await noteLeft(tx, meeting, refs, { at: tx.clock.now(), reason });
  for (const { guest_link_ref: ref } of waiting)
    if (ref !== null) await countLinkUse(tx.db, ref, -1);
}

function waitsUntil(ctx: Ctx | TxCtx, sign: keyof typeof SIGN_SECONDS): Date {
  return new Date(ctx.clock.now().getTime() + SIGN_SECONDS[sign] * 1000);
}

async function isHostNeeded(ctx: Ctx | TxCtx, meeting: MeetingRow): Promise<boolean> {
  const hostIsPresent = await isHostPresent(ctx.db, meeting.meeting_ref);
  return needsHost(effectiveOptions(meeting, ctx.settings), { hostIsPresent });
}
