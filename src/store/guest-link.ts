import type { Insertable, Selectable } from 'kysely';
import type { Db, GuestLinkTable, Tx } from './schema.ts';

export type GuestLinkRow = Selectable<GuestLinkTable>;

export async function insertGuestLink(db: Db | Tx, row: Insertable<GuestLinkTable>): Promise<void> {
  await db.insertInto('guest_link').values(row).execute();
}

export async function findGuestLink(db: Db | Tx, guestLinkRef: string): Promise<GuestLinkRow | undefined> {
  return db.selectFrom('guest_link').selectAll().where('guest_link_ref', '=', guestLinkRef).executeTakeFirst();
}

export async function countGuestLinks(db: Db | Tx, meetingRef: string): Promise<number> {
  const { count } = await db
    .selectFrom('guest_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirstOrThrow();
  return count;
}
