import { findCapture, insertCapture } from '../../store/capture.ts';
import { type MeetingRow, moveMeeting } from '../../store/meeting.ts';
import { notify } from '../../store/notify.ts';
import { dropTasks, putTask } from '../../store/task.ts';
import { settleNeverCame, settleSwitchedOff } from '../artifact/settle-artifact.ts';
import type { TxCtx } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';
import { noteEverybodyLeft } from '../participant/note-presence.ts';
import { Problem } from '../problem.ts';
import { putDueTask } from '../task/put-due-task.ts';
import { effectiveOptions } from './meeting-options.ts';
import { decideMove, type Effect, type Trigger } from './transitions.ts';
import { MINUTE_MS } from '../timing.ts';

/**
 * Applies the table to the meeting, with all side effects in the caller's transaction, which should hold the meeting's
 * row. Returns the resulting meeting; unchanged when there was nothing to do or someone else was faster.
 * Throws Problem invalid_state when the table refuses.
 */
export async function applyTransition(
  tx: TxCtx,
  meeting: MeetingRow,
  trigger: Trigger,
): Promise<MeetingRow> {
  const now = tx.clock.now();
  const facts = {
    state: meeting.state,
    stateReason: meeting.state_reason,
    createdAt: meeting.created_at,
    startedAt: meeting.started_at,
    endingAt: meeting.ending_at,
  };
  const decision = decideMove(facts, trigger, now);
  if (decision.kind === 'refused')
    throw new Problem('invalid_state', { meetingState: meeting.state });
  if (decision.kind === 'no_op') return meeting;
  const moved = await moveMeeting(tx.db, meeting.meeting_ref, meeting.state, decision.to, {
    ...decision.times,
    state_reason: decision.reason,
    state_changed_at: now,
  });
  if (!moved) return meeting;
  // Comes before its consequences, which write their own events.
  recordEvent(tx, 'meeting.state_changed', moved, now);
  for (const effect of decision.effects) await effects[effect](tx, moved);
  await notify(tx.db, { topic: 'meeting', ref: moved.meeting_ref });
  tx.log.info('meeting moved', {
    component: 'meeting',
    meetingRef: moved.meeting_ref,
    meetingState: moved.state,
  });
  return moved;
}

const effects: { [effect in Effect]: (tx: TxCtx, meeting: MeetingRow) => Promise<void> } = {
  start_capture: startCapture,
  everybody_leaves: noteEverybodyLeft,
  drop_timers: async (tx, meeting) => {
    const timers = ['no_show', 'empty_room', 'max_run', 'ending'] as const;
    await dropTasks(tx.db, timers, meeting.meeting_ref);
  },
  max_run_timer: (tx, meeting) => {
    const { maxMeetingSeconds } = effectiveOptions(meeting, tx.settings);
    return putTask(tx.db, 'max_run', meeting.meeting_ref, inSeconds(tx, maxMeetingSeconds));
  },
  ending_timer: (tx, meeting) =>
    putTask(tx.db, 'ending', meeting.meeting_ref, inSeconds(tx, tx.settings.endingSeconds)),
  close_room: (tx, meeting) => putDueTask(tx, 'close_room', meeting.meeting_ref),
  finish_transcript: finishWhatWasCaptured,
  artifact_deadlines: putArtifactDeadlines,
  artifacts_never_came: settleNeverCame,
  artifacts_switched_off: settleSwitchedOff,
};

function inSeconds(tx: TxCtx, seconds: number): Date {
  return new Date(tx.clock.now().getTime() + seconds * 1000);
}

async function startCapture(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  if (effectiveOptions(meeting, tx.settings).transcription === 'off') return;
  await insertCapture(tx.db, meeting.meeting_ref, tx.clock.now());
  await putDueTask(tx, 'attend_meeting', meeting.meeting_ref);
}

async function finishWhatWasCaptured(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  if (await findCapture(tx.db, meeting.meeting_ref))
    await putDueTask(tx, 'finish_transcript', meeting.meeting_ref);
}

async function putArtifactDeadlines(tx: TxCtx, meeting: MeetingRow): Promise<void> {
  const due = artifactDeadlines(tx.clock.now(), meeting.started_at, meeting.ended_at);
  await putTask(tx.db, 'transcript_deadline', meeting.meeting_ref, due.transcript);
  await putTask(tx.db, 'summary_deadline', meeting.meeting_ref, due.summary);
}

const MIN_MS = 30 * MINUTE_MS;
const MAX_MS = 360 * MINUTE_MS;

/**
 * A4: after the meeting became terminal, four times its length, but at least 30 minutes and at most
 * 6 hours; for the summary, 30 minutes more.
 */
export function artifactDeadlines(
  terminalAt: Date,
  startedAt: Date | null,
  endedAt: Date | null,
): { transcript: Date; summary: Date } {
  const lengthMs = startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : 0;
  const transcript = terminalAt.getTime() + Math.min(Math.max(4 * lengthMs, MIN_MS), MAX_MS);
  return { transcript: new Date(transcript), summary: new Date(transcript + MIN_MS) };
}
