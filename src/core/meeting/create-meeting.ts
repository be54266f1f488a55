import type { CreateMeeting, Meeting } from '../../../contract/generated/api.ts';
import { insertMeeting, toMeeting } from '../../store/meeting.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { once, type OneCall } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { noShowDueAt, planMeeting } from './plan-meeting.ts';

/** A new meeting in state `created`, once for the call. `body` has passed the contract. Problems: those of `once`. */
export async function createMeeting(
  ctx: Ctx,
  input: { actor: Actor; body: CreateMeeting; call: OneCall },
): Promise<{ meeting: Meeting; replayed: boolean }> {
  const { title, schedule = null, languageCode = null } = input.body;
  const wanted = { title, schedule, languageCode };
  const { outcome, replayed } = await inTransaction(ctx, (tx) =>
    once(tx, input.call, wanted, () => insertNewMeeting(tx, input.actor.tenant, wanted)),
  );
  return { meeting: outcome, replayed };
}

async function insertNewMeeting(tx: TxCtx, tenant: string, body: CreateMeeting): Promise<Meeting> {
  const now = tx.clock.now();
  const plan = planMeeting(body, { meetingRef: newRef('mtg'), tenant, now });
  return toMeeting(
    await insertMeeting(tx.db, plan, {
      kind: 'no_show',
      dueAt: noShowDueAt(now, plan.ends_at, tx.settings),
    }),
  );
}
