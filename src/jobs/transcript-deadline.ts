import { giveUpArtifact } from '../core/artifact/give-up-artifact.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const transcriptDeadline: TaskHandler = (ctx, task) =>
  giveUpArtifact(ctx, { meetingRef: task.ref, kind: 'transcript', reason: 'deadline_exceeded' });
