import { releaseLeases as release } from '../../store/task.ts';
import type { Ctx } from '../context.ts';

/** Takes back at once what a dead process of the same name held. Call it at start, before the runner of that name. */
export function releaseLeases(ctx: Ctx, holder: string): Promise<void> {
  return release(ctx.db, holder);
}
