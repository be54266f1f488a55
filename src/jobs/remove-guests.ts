import { removeGuests as remove } from '../core/guest-link/remove-guests.ts';
import type { TaskHandler } from '../core/task/task.ts';

export const removeGuests: TaskHandler = (ctx, task) => remove(ctx, task.ref);
