import { postponeTasks } from '../../store/task.ts';
import type { Ctx } from '../context.ts';

const NOBODY_WAS_THERE_SECONDS = 60;
const GRACE_SECONDS = 600;
/** Pages call again every few seconds. */
const SIGN_SECONDS = 60;

/**
 * At start: artifacts whose deadline passed while no worker ran get ten more minutes, so that stored speech is still
 * transcribed. People who wait get one more minute, since their pages could give no sign of life meanwhile.
 */
export async function forgiveDowntime(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const deadlines = ['transcript_deadline', 'summary_deadline'] as const;
  const missedBefore = inSeconds(-NOBODY_WAS_THERE_SECONDS);
  await postponeTasks(ctx.db, deadlines, missedBefore, inSeconds(GRACE_SECONDS));
  const soon = inSeconds(SIGN_SECONDS);
  await postponeTasks(ctx.db, ['drop_waiting'], soon, soon);
}
