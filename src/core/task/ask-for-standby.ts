import { dropUntakenTask, putTask } from '../../store/task.ts';
import type { Ctx } from '../context.ts';

/** Requests that another scribe joins the room as well, to take over without a gap. */
export function askForStandby(ctx: Ctx, meetingRef: string): Promise<void> {
  return putTask(ctx.db, 'stand_by', meetingRef, ctx.clock.now());
}

/** None came in time: the scribe that attends the meeting next attends it alone. */
export function needStandbyNoLonger(ctx: Ctx, meetingRef: string): Promise<void> {
  return dropUntakenTask(ctx.db, 'stand_by', meetingRef);
}
