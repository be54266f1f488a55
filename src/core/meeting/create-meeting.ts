import type { CreateMeeting, Metadata, NewMeeting } from '../../../contract/generated/api.ts';
import { insertMeetingOnce, type MeetingInsert } from '../../store/insert-meeting.ts';
import type { Actor, Ctx } from '../context.ts';
import {
  expiryFaults,
  givenOptions,
  planGuestLink,
  refuseHostLinks,
  type StoredLink,
  withUrl,
} from '../guest-link/create-guest-link.ts';
import { insertOnce, type OneCall } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { Problem } from '../problem.ts';
import { checkOptions, meetingOf } from './meeting-options.ts';
import { noShowDueAt, planMeeting } from './plan-meeting.ts';

/** What an idempotency record may hold: links without their secrets. */
type Stored = Omit<NewMeeting, 'guestLinks'> & { guestLinks?: StoredLink[] };

/**
 * Creates a meeting in state `created` with the links that the body asks for, once for the call. `body` was checked
 * against the contract. Problems: insufficient_scope for links, validation_error (out_of_range, expiry_range), those of
 * `once`.
 */
export async function createMeeting(
  ctx: Ctx,
  input: { actor: Actor; body: CreateMeeting; call: OneCall },
): Promise<{ meeting: NewMeeting; replayed: boolean }> {
  const wanted = wantedOf(input.body);
  const links = wanted.guestLinks ?? [];
  if (links.length > 0 && !input.actor.scopes.includes('guest-links:write'))
    throw new Problem('insufficient_scope', { requiredScope: 'guest-links:write' });
  refuseHostLinks(input.actor, links);
  const { outcome, replayed } = await insertOnce(
    ctx,
    input.call,
    wanted,
    () => planNewMeeting(ctx, input.actor, wanted),
    ({ insert }, record, waitMs) => insertMeetingOnce(ctx.db, record, waitMs, insert),
  );
  const { guestLinks, ...meeting } = outcome;
  if (!guestLinks) return { meeting, replayed };
  return {
    meeting: { ...meeting, guestLinks: guestLinks.map((link) => withUrl(ctx, link)) },
    replayed,
  };
}

type Wanted = ReturnType<typeof wantedOf>;

/** Null members and empty objects count as absent, also when calls are compared for a replay. */
function wantedOf(body: CreateMeeting) {
  const { title, schedule = null, languageCode = null, guestLinks } = body;
  const [metadata, options] = [body.metadata ?? {}, givenOptions(body.options ?? {})];
  return {
    title,
    schedule,
    languageCode,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(Object.keys(options).length > 0 && { options }),
    ...(guestLinks && { guestLinks: guestLinks.map(givenOptions) }),
  };
}

type Planned = { outcome: Stored; insert: MeetingInsert };

function planNewMeeting(ctx: Ctx, actor: Actor, wanted: Wanted): Planned {
  const now = ctx.clock.now();
  const { guestLinks, options = {}, ...body } = wanted;
  const row = planMeeting(
    { ...body, options },
    { meetingRef: newRef('mtg'), tenant: actor.tenant, now },
  );
  const meeting = { ...row, metadata: asStored(body.metadata ?? {}), options };
  const faults = (guestLinks ?? []).flatMap((link, at) =>
    expiryFaults(ctx, meeting, link, `#/guestLinks/${at}`),
  );
  checkOptions(options, ctx.settings, faults);
  const links = (guestLinks ?? []).map((link) => planGuestLink(ctx, meeting, link));
  const outcome = meetingOf(ctx, { ...meeting, locked: false });
  return {
    outcome: guestLinks ? { ...outcome, guestLinks: links.map(({ link }) => link) } : outcome,
    insert: {
      row,
      timer: { kind: 'no_show', dueAt: noShowDueAt(row, ctx.settings) },
      links: links.map((link) => link.row),
    },
  };
}

/** In the order in which PostgreSQL keeps the members of a jsonb, so that later reads give the same bytes. */
function asStored(metadata: Metadata): Metadata {
  const before = (a: string, b: string): boolean =>
    a.length < b.length || (a.length === b.length && a < b);
  return Object.fromEntries(
    Object.entries(metadata).toSorted(([a], [b]) => (before(a, b) ? -1 : 1)),
  );
}
