import { runOutOfTime } from '../core/meeting/run-out-of-time.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const ending: TaskHandler = (ctx, task) =>
  runOutOfTime(ctx, task.ref, 'ending_took_too_long');
