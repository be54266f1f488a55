import { closeRoom as close } from '../core/meeting/close-room.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const closeRoom: TaskHandler = (ctx, task) => close(ctx, task);
