import { CompiledQuery, type Selectable } from 'kysely';
import type { GuestLink } from '../../contract/generated/api.ts';
import {
  claimFrom,
  claimValues,
  FIRST_AFTER_CLAIM,
  LOCK_LIMIT,
  type NewIdempotencyRecord,
} from './idempotency-record.ts';
import type { Db, Tx } from './schema.ts';
import type { GuestLinkTable } from './participant/participant-schema.ts';

export type GuestLinkRow = Selectable<GuestLinkTable>;

export type NewGuestLinkRow = Omit<GuestLinkRow, 'uses' | 'media_down_at'>;

const COLUMNS = Object.keys({
  guest_link_ref: true,
  meeting_ref: true,
  link_key_id: true,
  created_at: true,
  expires_at: true,
  own_expiry: true,
  revoked_at: true,
  display_name: true,
  max_uses: true,
  role: true,
  admission: true,
} satisfies Record<keyof NewGuestLinkRow, true>) as (keyof NewGuestLinkRow)[];

/** Inserts the links of the value $`param`, an array of rows as JSON, if the query `claim` has its one row. */
export function guestLinkInsert(param: number): string {
  return `insert into guest_link (${COLUMNS.join(', ')})
    select ${COLUMNS.map((column) => `link.${column}`).join(', ')}
    from claim, json_populate_recordset(null::guest_link, $${param}::json) as link`;
}

export async function insertGuestLink(db: Db | Tx, row: NewGuestLinkRow): Promise<void> {
  await db.insertInto('guest_link').values(row).execute();
}

const [MEETING, TENANT, VERSION, MAX_LINKS] = Array.from(
  { length: 4 },
  (_, n) => `$${FIRST_AFTER_CLAIM + n}`,
);

// A function counts the links, since it sees what others committed until the row was locked.
const INSERT_ONCE = `with held as materialized (select meeting_ref
    from ${LOCK_LIMIT}, meeting where meeting_ref = ${MEETING} and tenant = ${TENANT} and version = ${VERSION}
    for update of meeting),
  open as materialized (select from held where parley_count_guest_links(meeting_ref) < ${MAX_LINKS}),
  claim as (${claimFrom('open')})
  ${guestLinkInsert(FIRST_AFTER_CLAIM + 4)} returning 1`;

/**
 * The link and the record of the call, in one round trip, while the meeting is at `version` and has fewer than
 * `maxLinks`. False, with nothing written, when it is not, or another call has the record.
 */
export async function insertGuestLinkOnce(
  db: Db,
  record: NewIdempotencyRecord,
  waitMs: number,
  { row, version, maxLinks }: { row: NewGuestLinkRow; version: number; maxLinks: number },
): Promise<boolean> {
  const place = [row.meeting_ref, record.tenant, version, maxLinks];
  const values = [...claimValues(record, waitMs), ...place, JSON.stringify([row])];
  return (await db.executeQuery(CompiledQuery.raw(INSERT_ONCE, values))).rows.length > 0;
}

export async function findGuestLink(
  db: Db | Tx,
  guestLinkRef: string | null,
): Promise<GuestLinkRow | undefined> {
  return db
    .selectFrom('guest_link')
    .selectAll()
    .where('guest_link_ref', '=', guestLinkRef)
    .executeTakeFirst();
}

/** The link with this reference, if it is one of the meeting's. */
export async function findMeetingLink(
  db: Db | Tx,
  meetingRef: string,
  guestLinkRef: string,
): Promise<GuestLinkRow | undefined> {
  return db
    .selectFrom('guest_link')
    .selectAll()
    .where('guest_link_ref', '=', guestLinkRef)
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
}

/** Every link of the meeting, oldest first. */
export async function listGuestLinkRows(db: Db | Tx, meetingRef: string): Promise<GuestLinkRow[]> {
  return db
    .selectFrom('guest_link')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .orderBy('created_at')
    .orderBy('guest_link_ref')
    .execute();
}

/** One more admission by the link, or one fewer. */
export async function countLinkUse(tx: Tx, guestLinkRef: string, more: 1 | -1 = 1): Promise<void> {
  await tx
    .updateTable('guest_link')
    .set((eb) => ({ uses: eb('uses', '+', more) }))
    .where('guest_link_ref', '=', guestLinkRef)
    .execute();
}

/** Records that someone could not join by the link because media was down. */
export async function noteMediaDown(tx: Tx, guestLinkRef: string, at: Date): Promise<void> {
  await tx
    .updateTable('guest_link')
    .set({ media_down_at: at })
    .where('guest_link_ref', '=', guestLinkRef)
    .execute();
}

/** When someone last could not join the meeting because media was down. */
export async function findLatestMediaDown(db: Db | Tx, meetingRef: string): Promise<Date | null> {
  const row = await db
    .selectFrom('guest_link')
    .select((eb) => eb.fn.max('media_down_at').as('at'))
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Keeps the time of the first revocation; false when it was revoked before. */
export async function markLinkRevoked(tx: Tx, guestLinkRef: string, at: Date): Promise<boolean> {
  const done = await tx
    .updateTable('guest_link')
    .set({ revoked_at: at })
    .where('guest_link_ref', '=', guestLinkRef)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Moves the expiry of the meeting's links with its schedule, except for those with their own. */
export async function moveLinkExpiry(tx: Tx, meetingRef: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('guest_link')
    .set({ expires_at: expiresAt })
    .where('meeting_ref', '=', meetingRef)
    .where('own_expiry', '=', false)
    .execute();
}

export async function countGuestLinks(db: Db | Tx, meetingRef: string): Promise<number> {
  const { count } = await db
    .selectFrom('guest_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirstOrThrow();
  return count;
}

/** The wire shape of the contract. */
export function toGuestLink(row: GuestLinkRow): GuestLink {
  return {
    guestLinkRef: row.guest_link_ref,
    meetingRef: row.meeting_ref,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    displayName: row.display_name,
    maxUses: row.max_uses,
    uses: row.uses,
    role: row.role,
    admission: row.admission,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
