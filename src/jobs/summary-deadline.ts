import { giveUpArtifact } from '../core/artifact/give-up-artifact.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const summaryDeadline: TaskHandler = (ctx, task) =>
  giveUpArtifact(ctx, { meetingRef: task.ref, kind: 'summary', reason: 'deadline_exceeded' });
