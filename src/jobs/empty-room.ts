import { checkEmptyRoom } from '../core/presence/check-empty-room.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const emptyRoom: TaskHandler = (ctx, task) => checkEmptyRoom(ctx, task);
