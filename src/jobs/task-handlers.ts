import { giveUpArtifact } from '../core/artifact/give-up-artifact.ts';
import { tryArtifactJob } from '../core/artifact/try-artifact-job.ts';
import { removeGuests } from '../core/guest-link/remove-guests.ts';
import type { Ctx } from '../core/context.ts';
import { checkNoShow } from '../core/meeting/check-no-show.ts';
import { closeRoom } from '../core/meeting/close-room.ts';
import { runOutOfTime } from '../core/meeting/run-out-of-time.ts';
import { dropWaiting } from '../core/waiting/note-waiting.ts';
import { checkEmptyRoom } from '../core/presence/check-empty-room.ts';
import { applyRetention } from '../core/retention/apply-retention.ts';
import { summarizeMeeting } from '../core/summary/summarize-meeting.ts';
import { runTasks, type TaskRunner } from '../core/task/run-tasks.ts';
import { MAX_ARTIFACT_ATTEMPTS, type TaskHandler, type WorkerTaskKind } from '../core/task/task.ts';
import { finishTranscript } from '../core/transcript/finish-transcript.ts';
import { deliverWebhook } from '../core/webhook/deliver-webhook.ts';
import { deliveryGate, MAX_DELIVERIES } from '../core/webhook/delivery-gate.ts';

/** A language model may answer only one question at a time, so more summaries at once would only wait. */
const MAX_SUMMARIES = 4;

/**
 * Everything that a worker does. Summaries and deliveries have their own runners, so that neither a
 * slow language model nor slow receivers delay meetings.
 */
export function runJobs(ctx: Ctx, holder: string): TaskRunner {
  const { write_summary, ...quick } = taskHandlers;
  const runners = [
    runTasks(ctx, { holder, handlers: quick }),
    runTasks(ctx, { holder, handlers: { write_summary }, concurrency: MAX_SUMMARIES }),
    runTasks(ctx, { holder, handlers: deliveryHandlers(), concurrency: MAX_DELIVERIES }),
  ];
  return {
    wake: () => {
      for (const runner of runners) runner.wake();
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

/** What a worker does besides deliveries. `ref` is a meeting's, except that guests are removed by their link. */
export const taskHandlers = {
  no_show: (ctx, { ref }) => checkNoShow(ctx, ref),
  empty_room: (ctx, task) => checkEmptyRoom(ctx, task),
  max_run: (ctx, { ref }) => runOutOfTime(ctx, ref, 'max_run_reached'),
  ending: (ctx, { ref }) => runOutOfTime(ctx, ref, 'ending_took_too_long'),
  close_room: (ctx, task) => closeRoom(ctx, task),
  drop_waiting: dropWaiting,
  remove_guests: (ctx, { ref }) => removeGuests(ctx, ref),
  finish_transcript: (ctx, task, signal) =>
    tryArtifactJob(ctx, task, 'transcript', signal, () =>
      finishTranscript(ctx, { meetingRef: task.ref }),
    ),
  write_summary: (ctx, task, signal) =>
    tryArtifactJob(ctx, task, 'summary', signal, async () => {
      await summarizeMeeting(ctx, { meetingRef: task.ref }, signal);
      return undefined;
    }),
  transcript_deadline: giveUpAtDeadline('transcript'),
  summary_deadline: giveUpAtDeadline('summary'),
  apply_retention: (ctx, _task, signal) => applyRetention(ctx, signal),
} as const satisfies Record<WorkerTaskKind, TaskHandler>;

function giveUpAtDeadline(kind: 'transcript' | 'summary'): TaskHandler {
  return (ctx, { ref: meetingRef, attempt }) =>
    giveUpArtifact(ctx, {
      meetingRef,
      kind,
      reason: 'deadline_exceeded',
      isLastAttempt: attempt >= MAX_ARTIFACT_ATTEMPTS,
    });
}

/** What a runner of deliveries does; separate from other work, since receivers may be slow. */
export function deliveryHandlers(): Record<'deliver_webhook', TaskHandler> {
  const gate = deliveryGate();
  return { deliver_webhook: (ctx, task, signal) => deliverWebhook(ctx, task.ref, gate, signal) };
}
