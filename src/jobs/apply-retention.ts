import { applyRetention as apply } from '../core/retention/apply-retention.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const applyRetention: TaskHandler = (ctx, _task, signal) => apply(ctx, signal);
