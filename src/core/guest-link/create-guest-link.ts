import type { CreateGuestLink, GuestLinkWithUrl } from '../../../contract/generated/api.ts';
import { countGuestLinks, insertGuestLink } from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { once, type OneCall } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { lockTenantMeeting, tenantMeeting } from '../meeting/tenant-meeting.ts';
import { Problem } from '../problem.ts';
import { linkSecret } from './link-secret.ts';
import { acceptsGuests, linkExpiresAt } from './usable-link.ts';
import { instantOf } from '../validation/read-date-time.ts';

const MAX_LINKS = 500;

/** The link without its URL, and the id of the key that the URL's secret comes from. */
export type StoredLink = Omit<GuestLinkWithUrl, 'guestUrl'> & { linkKeyId: string };

/**
 * One more secret link to the meeting, once for the call. A replay works the same URL out again.
 * Problems: insufficient_scope for a host's link, meeting_not_found, content_expired,
 * meeting_not_joinable, guest_link_limit, validation_error for an expiry that is not between now
 * and the meeting's last possible end, and those of `once`.
 */
export async function createGuestLink(
  ctx: Ctx,
  input: { actor: Actor; meetingRef: string; options?: CreateGuestLink; call: OneCall },
): Promise<{ guestLink: GuestLinkWithUrl; replayed: boolean }> {
  refuseHostLinks(input.actor, [input.options ?? {}]);
  const { outcome, replayed } = await inTransaction(ctx, async (tx) => {
    await tenantMeeting(tx, input);
    const options = givenOptions(input.options ?? {});
    return once(tx, input.call, options, async () =>
      addGuestLink(tx, await lockTenantMeeting(tx, input), options, '#'),
    );
  });
  return { guestLink: withUrl(ctx, outcome), replayed };
}

/** Problem insufficient_scope when one of the links is a host's and the key may make none. */
export function refuseHostLinks(
  actor: Actor,
  links: readonly Pick<CreateGuestLink, 'role'>[],
): void {
  if (links.some(({ role }) => role === 'host') && !actor.scopes.includes('hosts:write'))
    throw new Problem('insufficient_scope', { requiredScope: 'hosts:write' });
}

export type GivenOptions = { [Name in keyof CreateGuestLink]: NonNullable<CreateGuestLink[Name]> };

/** An option that is null is like one that is absent, also for what a replay is. */
export function givenOptions(given: CreateGuestLink): GivenOptions {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

/**
 * The same for a meeting whose row is held; `pointer` leads to the options in the body. Problems: meeting_not_joinable,
 * guest_link_limit, validation_error.
 */
export async function addGuestLink(
  tx: TxCtx,
  meeting: MeetingRow,
  options: GivenOptions,
  pointer: string,
): Promise<StoredLink> {
  const meetingRef = meeting.meeting_ref;
  if (!acceptsGuests(meeting.state))
    throw new Problem('meeting_not_joinable', { meetingState: meeting.state });
  if ((await countGuestLinks(tx.db, meetingRef)) >= MAX_LINKS)
    throw new Problem('guest_link_limit');
  const createdAt = tx.clock.now();
  const latest = linkExpiresAt(meeting, tx.settings);
  const expiresAt =
    options.expiresAt === undefined
      ? latest
      : ownExpiry(options.expiresAt, createdAt, latest, pointer);
  const [displayName, maxUses] = [options.displayName?.trim() ?? null, options.maxUses ?? null];
  const { role = 'guest', admission = null } = options;
  const guestLinkRef = newRef('gl');
  const linkKeyId = tx.linkKeys.current;
  await insertGuestLink(tx.db, {
    guest_link_ref: guestLinkRef,
    meeting_ref: meetingRef,
    link_key_id: linkKeyId,
    created_at: createdAt,
    expires_at: expiresAt,
    own_expiry: options.expiresAt !== undefined,
    revoked_at: null,
    display_name: displayName,
    max_uses: maxUses,
    role,
    admission,
  });
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { guestLinkRef, meetingRef, ...times, displayName, maxUses, role, admission, linkKeyId };
}

function ownExpiry(text: string, now: Date, latest: Date, pointer: string): Date {
  const expiresAt = instantOf(text);
  if (expiresAt > now && expiresAt <= latest) return expiresAt;
  const detail = `Must be after now and not after ${latest.toISOString()}.`;
  throw new Problem('validation_error', {
    detail: '1 field is not valid.',
    errors: [{ pointer: `${pointer}/expiresAt`, code: 'expiry_range', detail }],
  });
}

/** The link with the URL that its secret is worked out for. */
export function withUrl(ctx: Ctx, { linkKeyId, ...link }: StoredLink): GuestLinkWithUrl {
  const secret = linkSecret(ctx.linkKeys, link.guestLinkRef, linkKeyId);
  return { ...link, guestUrl: `${ctx.settings.publicUrl}/j/${link.guestLinkRef}#k=${secret}` };
}
