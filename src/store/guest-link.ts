import type { Insertable, Selectable } from 'kysely';
import type { GuestLink } from '../../contract/generated/api.ts';
import type { Db, Tx } from './schema.ts';
import type { GuestLinkTable } from './participant/participant-schema.ts';

export type GuestLinkRow = Selectable<GuestLinkTable>;

export async function insertGuestLink(db: Db | Tx, row: Insertable<GuestLinkTable>): Promise<void> {
  await db.insertInto('guest_link').values(row).execute();
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

/** The meeting's link, if the tenant has both. */
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

/** Somebody could not join by the link because media was down. */
export async function noteMediaDown(tx: Tx, guestLinkRef: string, at: Date): Promise<void> {
  await tx
    .updateTable('guest_link')
    .set({ media_down_at: at })
    .where('guest_link_ref', '=', guestLinkRef)
    .execute();
}

/** When somebody last could not join the meeting because media was down. */
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

/** The meeting's links follow its schedule, but for those with an expiry of their own. */
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
