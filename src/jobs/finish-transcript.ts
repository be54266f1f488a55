import { tryArtifactJob } from '../core/artifact/try-artifact-job.ts';
import type { TaskHandler } from '../core/task/task.ts';
import { finishTranscript as finish } from '../core/transcript/finish-transcript.ts';

export const finishTranscript: TaskHandler = (ctx, task, signal) =>
  tryArtifactJob(ctx, task, 'transcript', signal, async () => {
    const outcome = await finish(ctx, { meetingRef: task.ref });
    return 'waitUntil' in outcome ? { again: outcome.waitUntil } : undefined;
  });
