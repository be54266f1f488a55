import type { CreateGuestLink, GuestLinkWithUrl } from '../../../contract/generated/api.ts';
import { isLockTimeout } from '../../store/database/trouble.ts';
import {
  countGuestLinks,
  insertGuestLink,
  insertGuestLinkOnce,
  type NewGuestLinkRow,
} from '../../store/guest-link.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { type Actor, type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { once, type OneCall, recordOf } from '../idempotency/once.ts';
import { newRef } from '../ids.ts';
import { lockTenantMeeting, tenantMeeting } from '../meeting/tenant-meeting.ts';
import { type FieldFault, invalidFields, Problem } from '../problem.ts';
import { linkSecret } from './link-secret.ts';
import { acceptsGuests, linkExpiresAt } from './usable-link.ts';
import { instantOf } from '../validation/read-date-time.ts';

const MAX_LINKS = 500;
// After that the call is handled step by step, which may take longer.
const MAX_WAIT_MS = 500;
/** What a link depends on. */
const PLANNED_COLUMNS = [
  'meeting_ref',
  'state',
  'options',
  'created_at',
  'rescheduled_at',
  'ends_at',
] as const satisfies (keyof MeetingRow)[];

/** The link without its URL, and the id of the key that the URL's secret comes from. */
export type StoredLink = Omit<GuestLinkWithUrl, 'guestUrl'> & { linkKeyId: string };

/**
 * Creates one more secret link to the meeting, once for the call. A replay derives the same URL again.
 * Problems: insufficient_scope for a host's link, meeting_not_found, content_expired,
 * meeting_not_joinable, guest_link_limit, validation_error for an expiry that is not between now
 * and the meeting's last possible end, and those of `once`.
 */
export async function createGuestLink(
  ctx: Ctx,
  input: { actor: Actor; meetingRef: string; options?: CreateGuestLink; call: OneCall },
): Promise<{ guestLink: GuestLinkWithUrl; replayed: boolean }> {
  refuseHostLinks(input.actor, [input.options ?? {}]);
  const meeting = await tenantMeeting(ctx, input, [...PLANNED_COLUMNS, 'version']);
  const options = givenOptions(input.options ?? {});
  const made = await insertAtOnce(ctx, input.call, meeting, options);
  if (made) return { guestLink: withUrl(ctx, made), replayed: false };
  const { outcome, replayed } = await inTransaction(ctx, (tx) =>
    once(tx, input.call, options, async () =>
      addGuestLink(tx, await lockTenantMeeting(tx, input), options),
    ),
  );
  return { guestLink: withUrl(ctx, outcome), replayed };
}

/** Null when the link cannot be created in one statement: the call is then handled step by step. */
async function insertAtOnce(
  ctx: Ctx,
  call: OneCall,
  meeting: Planned & Pick<MeetingRow, 'version'>,
  options: GivenOptions,
): Promise<StoredLink | null> {
  try {
    const { row, link } = planGuestLink(ctx, meeting, options);
    const record = recordOf(ctx, call, options, link);
    const { version } = meeting;
    const limits = { row, version, maxLinks: MAX_LINKS };
    return (await insertGuestLinkOnce(ctx.db, record, MAX_WAIT_MS, limits)) ? link : null;
  } catch (error) {
    if (error instanceof Problem || isLockTimeout(error)) return null;
    throw error;
  }
}

/** Problem insufficient_scope when one of the links is a host's and the key may not create those. */
export function refuseHostLinks(
  actor: Actor,
  links: readonly Pick<CreateGuestLink, 'role'>[],
): void {
  if (links.some(({ role }) => role === 'host') && !actor.scopes.includes('hosts:write'))
    throw new Problem('insufficient_scope', { requiredScope: 'hosts:write' });
}

type Given<Options> = { [Name in keyof Options]: NonNullable<Options[Name]> };
type GivenOptions = Given<CreateGuestLink>;

/** A null option counts as absent, also when calls are compared for a replay. */
export function givenOptions<Options extends object>(given: Options): Given<Options> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<Options>;
}

/** For a meeting whose row is held. Problems: those of `planGuestLink`, guest_link_limit. */
async function addGuestLink(
  tx: TxCtx,
  meeting: MeetingRow,
  options: GivenOptions,
): Promise<StoredLink> {
  requireOpen(meeting);
  if ((await countGuestLinks(tx.db, meeting.meeting_ref)) >= MAX_LINKS)
    throw new Problem('guest_link_limit');
  const { row, link } = planGuestLink(tx, meeting, options);
  await insertGuestLink(tx.db, row);
  return link;
}

function requireOpen({ state }: Pick<MeetingRow, 'state'>): void {
  if (!acceptsGuests(state)) throw new Problem('meeting_not_joinable', { meetingState: state });
}

type Planning = Pick<Ctx, 'clock' | 'settings' | 'linkKeys'>;
type Planned = Pick<MeetingRow, (typeof PLANNED_COLUMNS)[number]>;

/** A new link of the meeting. Problems: meeting_not_joinable, validation_error. */
export function planGuestLink(
  ctx: Planning,
  meeting: Planned,
  options: GivenOptions,
): { row: NewGuestLinkRow; link: StoredLink } {
  requireOpen(meeting);
  const faults = expiryFaults(ctx, meeting, options, '#');
  if (faults.length > 0) throw invalidFields(faults);
  const meetingRef = meeting.meeting_ref;
  const createdAt = ctx.clock.now();
  const expiresAt =
    options.expiresAt === undefined
      ? linkExpiresAt(meeting, ctx.settings)
      : instantOf(options.expiresAt);
  const [displayName, maxUses] = [options.displayName?.trim() ?? null, options.maxUses ?? null];
  const { role = 'guest', admission = null } = options;
  const guestLinkRef = newRef('gl');
  const linkKeyId = ctx.linkKeys.current;
  const row = {
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
  };
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  const link = { guestLinkRef, meetingRef, ...times, displayName, maxUses, role, admission };
  return { row, link: { ...link, linkKeyId } };
}

/** An expiry that is not between now and the last possible end; `pointer` leads to the options in the body. */
export function expiryFaults(
  ctx: Planning,
  meeting: Planned,
  { expiresAt }: GivenOptions,
  pointer: string,
): FieldFault[] {
  const latest = linkExpiresAt(meeting, ctx.settings);
  const at = expiresAt && instantOf(expiresAt);
  if (!at || (at > ctx.clock.now() && at <= latest)) return [];
  const detail = `Must be after now and not after ${latest.toISOString()}.`;
  return [{ pointer: `${pointer}/expiresAt`, code: 'expiry_range', detail }];
}

/** The link with its URL, whose secret is derived. */
export function withUrl(ctx: Ctx, { linkKeyId, ...link }: StoredLink): GuestLinkWithUrl {
  const secret = linkSecret(ctx.linkKeys, link.guestLinkRef, linkKeyId);
  return { ...link, guestUrl: `${ctx.settings.publicUrl}/j/${link.guestLinkRef}#k=${secret}` };
}
