import { dropUntakenTask, putTask } from '../../store/task.ts';
import type { Ctx } from '../context.ts';

/** Another scribe is to be in the room as well, and to take over without a gap. */
export function askForStandby(ctx: Ctx, meetingRef: string): Promise<void> {
  return putTask(ctx.db, 'stand_by', meetingRef, ctx.clock.now());
}

/** Nobody came in time: whoever attends the meeting next attends it alone. */
export function needStandbyNoLonger(ctx: Ctx, meetingRef: string): Promise<void> {
  return dropUntakenTask(ctx.db, 'stand_by', meetingRef);
}
