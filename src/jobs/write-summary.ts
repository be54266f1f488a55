import { tryArtifactJob } from '../core/artifact/try-artifact-job.ts';
import { summarizeMeeting } from '../core/summary/summarize-meeting.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const writeSummary: TaskHandler = (ctx, task, signal) =>
  tryArtifactJob(ctx, task, 'summary', signal, async () => {
    await summarizeMeeting(ctx, { meetingRef: task.ref }, signal);
    return undefined;
  });
