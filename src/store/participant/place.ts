// Which participants hold one of a meeting's places.
import { sql } from 'kysely';
import type { ParticipantRole } from '../../../contract/generated/api.ts';
import type { Tx } from '../schema.ts';

/** As reported by the page or the media server. */
const IS_INSIDE = sql<boolean>`(connected_at is not null and left_at is null)`;
/** As reported by the media server. */
const IS_CONNECTED = sql<boolean>`exists (select from visit
  where visit.participant_ref = participant.participant_ref and visit.left_at is null)`;
const isComing = (since: Date) => sql<boolean>`(admitted_at > ${since}
  and (left_at is null or left_at < admitted_at or may_return))`;

/**
 * How many others hold a place that a participant with this role cannot take. For a guest: those whom the media server
 * sees inside, those whose page first reported so since `admittedSince`, and those admitted since then. For a host:
 * those whom the media server sees inside, and the hosts among those admitted since then.
 */
export async function countPlaces(
  tx: Tx,
  meetingRef: string,
  { role, admittedSince, but }: { role: ParticipantRole; admittedSince: Date; but: string | null },
): Promise<number> {
  const coming = isComing(admittedSince);
  const { count } = await tx
    .selectFrom('participant')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('meeting_ref', '=', meetingRef)
    .$if(but !== null, (query) => query.where('participant_ref', '!=', but))
    .where(
      role === 'host'
        ? sql<boolean>`((${IS_INSIDE} and ${IS_CONNECTED}) or (role = 'host' and ${coming}))`
        : sql<boolean>`((${IS_INSIDE} and (${IS_CONNECTED} or connected_at > ${admittedSince})) or ${coming})`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** When the last of those who were admitted since `since`, and may be on their way, was admitted. */
export async function findLatestComing(
  tx: Tx,
  meetingRef: string,
  since: Date,
): Promise<Date | null> {
  const row = await tx
    .selectFrom('participant')
    .select((eb) => eb.fn.max('admitted_at').as('at'))
    .where('meeting_ref', '=', meetingRef)
    .where(isComing(since))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Whether the media server sees the participant inside. */
export async function isConnected(tx: Tx, participantRef: string): Promise<boolean> {
  const row = await tx
    .selectFrom('participant')
    .select('participant_ref')
    .where('participant_ref', '=', participantRef)
    .where(sql<boolean>`(${IS_INSIDE} and ${IS_CONNECTED})`)
    .executeTakeFirst();
  return row !== undefined;
}
