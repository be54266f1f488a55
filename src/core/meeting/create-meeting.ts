import type { CreateMeeting, NewMeeting } from '../../../contract/generated/api.ts';
import { insertMeeting } from '../../store/meeting.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import {
  addGuestLink,
  givenOptions,
  refuseHostLinks,
  type StoredLink,
  withUrl,
} from '../guest-link/create-guest-link.ts';
import { once, type OneCall } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { Problem } from '../problem.ts';
import { checkedOptions, meetingOf } from './meeting-options.ts';
import { noShowDueAt, planMeeting } from './plan-meeting.ts';

/** What an idempotency record may hold: links without their secrets. */
type Stored = Omit<NewMeeting, 'guestLinks'> & { guestLinks?: StoredLink[] };

/**
 * A new meeting in state `created`, with the links that the body asks for, once for the call. `body` has passed the
 * contract. Problems: insufficient_scope for links, validation_error (out_of_range, expiry_range), those of `once`.
 */
export async function createMeeting(
  ctx: Ctx,
  input: { actor: Actor; body: CreateMeeting; call: OneCall },
): Promise<{ meeting: NewMeeting; replayed: boolean }> {
  const wanted = wantedOf(input.body);
  if (wanted.guestLinks && !input.actor.scopes.includes('guest-links:write'))
    throw new Problem('insufficient_scope', { requiredScope: 'guest-links:write' });
  refuseHostLinks(input.actor, wanted.guestLinks ?? []);
  const { outcome, replayed } = await inTransaction(ctx, (tx) =>
    once(tx, input.call, wanted, () => insertNewMeeting(tx, input.actor, wanted)),
  );
  const { guestLinks, ...meeting } = outcome;
  if (!guestLinks) return { meeting, replayed };
  return {
    meeting: { ...meeting, guestLinks: guestLinks.map((link) => withUrl(ctx, link)) },
    replayed,
  };
}

type Wanted = ReturnType<typeof wantedOf>;

/** What is null is like what is absent, also for what a replay is. */
function wantedOf(body: CreateMeeting) {
  const { title, schedule = null, languageCode = null, metadata, options, guestLinks } = body;
  return {
    title,
    schedule,
    languageCode,
    ...(metadata && { metadata }),
    ...(options && { options }),
    ...(guestLinks && { guestLinks: guestLinks.map(givenOptions) }),
  };
}

async function insertNewMeeting(tx: TxCtx, actor: Actor, wanted: Wanted): Promise<Stored> {
  const now = tx.clock.now();
  const { guestLinks, ...body } = wanted;
  const options = checkedOptions(body.options, tx.settings);
  const plan = planMeeting(
    { ...body, options },
    { meetingRef: newRef('mtg'), tenant: actor.tenant, now },
  );
  const row = await insertMeeting(tx.db, plan, {
    kind: 'no_show',
    dueAt: noShowDueAt(now, plan.ends_at ?? null, tx.settings),
  });
  const meeting = meetingOf(tx, row);
  if (!guestLinks) return meeting;
  const links: StoredLink[] = [];
  for (const [at, link] of guestLinks.entries())
    links.push(await addGuestLink(tx, row, link, `#/guestLinks/${at}`));
  return { ...meeting, guestLinks: links };
}
