import type { Event } from '../../../contract/generated/api.ts';
import { findEventRange, listEventsAfter } from '../../store/event.ts';
import type { Actor, Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { eventPayload } from './write-events.ts';

export type LoggedEvent = { position: number; event: Event };

/**
 * The position after which the caller reads: its own, or the newest when it has none. Problem
 * events_expired when an event after its position is no longer kept, or when the log never reached
 * that position.
 */
export async function openEventLog(
  ctx: Ctx,
  input: { actor: Actor; after: number | null },
): Promise<number> {
  const { oldest, last } = await findEventRange(ctx.db, input.actor.tenant);
  if (input.after === null) return last;
  // 0 means the oldest event that is kept.
  if (input.after === 0) return oldest - 1;
  if (input.after < oldest - 1 || input.after > last) throw new Problem('events_expired');
  return input.after;
}

/** At most `limit` events of the caller's tenant after `position`, in order. */
export async function readEventLog(
  ctx: Ctx,
  input: { actor: Actor; position: number; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await listEventsAfter(ctx.db, input.actor.tenant, input.position, input.limit);
  return rows.map((row) => ({ position: row.position, event: eventPayload(row) }));
}
