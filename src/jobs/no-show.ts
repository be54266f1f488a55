import { checkNoShow } from '../core/meeting/check-no-show.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const noShow: TaskHandler = (ctx, task) => checkNoShow(ctx, task.ref);
