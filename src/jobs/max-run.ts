import { runOutOfTime } from '../core/meeting/run-out-of-time.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const maxRun: TaskHandler = (ctx, task) => runOutOfTime(ctx, task.ref, 'max_run_reached');
