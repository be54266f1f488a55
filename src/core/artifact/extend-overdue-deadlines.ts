import { postponeOverdueTasks } from '../../store/task.ts';
import type { Ctx } from '../context.ts';

const NOBODY_WAS_THERE_SECONDS = 60;
const GRACE_SECONDS = 600;

/**
 * At start: artifacts whose deadline passed while no worker ran get ten more minutes, so that
 * stored speech is still transcribed.
 */
export async function forgiveDowntime(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const [before, dueAt] = [
    new Date(now - NOBODY_WAS_THERE_SECONDS * 1000),
    new Date(now + GRACE_SECONDS * 1000),
  ];
  await postponeOverdueTasks(ctx.db, ['transcript_deadline', 'summary_deadline'], before, dueAt);
}
