import type { GuestLinkWithUrl } from '../../../contract/generated/api.ts';
import { countGuestLinks, insertGuestLink } from '../../store/guest-link.ts';
import { findTenantMeeting, lockMeeting } from '../../store/meeting.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { type OneCall, once } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { noShowDueAt } from '../meeting/no-show-due-at.ts';
import { Problem } from '../problem.ts';
import { acceptsGuests } from './accepts-guests.ts';
import { linkSecret } from './link-secret.ts';

const MAX_LINKS = 500;

/** The link without its URL, and the id of the key that the URL's secret comes from. */
type Stored = Omit<GuestLinkWithUrl, 'guestUrl'> & { linkKeyId: string };

/**
 * One more secret link to the meeting, once for the call. A replay works the same URL out again.
 * Problems: meeting_not_found, meeting_not_joinable, guest_link_limit and those of `once`.
 */
export async function createGuestLink(
  ctx: Ctx,
  input: { actor: Actor; meetingRef: string; call: OneCall },
): Promise<{ guestLink: GuestLinkWithUrl; replayed: boolean }> {
  const { outcome, replayed } = await inTransaction(ctx, async (tx) => {
    if (!(await findTenantMeeting(tx.db, input.actor.tenant, input.meetingRef))) throw new Problem('meeting_not_found');
    return once(tx, input.call, {}, () => addLink(tx, input.meetingRef));
  });
  return { guestLink: withUrl(ctx, outcome), replayed };
}

async function addLink(tx: TxCtx, meetingRef: string): Promise<Stored> {
  const meeting = await lockMeeting(tx.db, meetingRef);
  if (!meeting) throw new Problem('meeting_not_found');
  if (!acceptsGuests(meeting.state)) throw new Problem('meeting_not_joinable', { meetingState: meeting.state });
  if ((await countGuestLinks(tx.db, meetingRef)) >= MAX_LINKS) throw new Problem('guest_link_limit');
  const createdAt = tx.clock.now();
  const lastStart = noShowDueAt(meeting.created_at, meeting.ends_at, tx.settings);
  const expiresAt = new Date(lastStart.getTime() + tx.settings.maxMeetingSeconds * 1000);
  const guestLinkRef = newRef('gl');
  const linkKeyId = tx.linkKeys.current;
  await insertGuestLink(tx.db, {
    guest_link_ref: guestLinkRef,
    meeting_ref: meetingRef,
    link_key_id: linkKeyId,
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: null,
  });
  return { guestLinkRef, meetingRef, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), linkKeyId };
}

function withUrl(ctx: Ctx, { guestLinkRef, meetingRef, createdAt, expiresAt, linkKeyId }: Stored): GuestLinkWithUrl {
  const guestUrl = `${ctx.settings.publicUrl}/j/${guestLinkRef}#k=${linkSecret(ctx.linkKeys, guestLinkRef, linkKeyId)}`;
  return { guestLinkRef, meetingRef, guestUrl, createdAt, expiresAt };
}
