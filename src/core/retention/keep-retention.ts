import { putTaskIfAbsent } from '../../store/task.ts';
import type { Ctx } from '../context.ts';

/** At start: the one task that applies the retention rules from now on, in whichever worker. */
export function keepRetention(ctx: Ctx): Promise<void> {
  return putTaskIfAbsent(ctx.db, 'apply_retention', 'all', ctx.clock.now());
}
