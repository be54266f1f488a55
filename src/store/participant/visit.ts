import { type Selectable, sql } from 'kysely';
import { isOneOf } from '../preparing-client.ts';
import type { Db, Tx } from '../schema.ts';
import type { VisitReason, VisitTable } from './participant-schema.ts';

export type VisitRow = Selectable<VisitTable>;

/** Records a connection that began at `joinedAt`; false when it is already known, and does not change. */
export async function openVisit(tx: Tx, participantRef: string, joinedAt: Date): Promise<boolean> {
  const done = await tx
    .insertInto('visit')
    .values({ participant_ref: participantRef, joined_at: joinedAt, left_at: null, reason: null })
    .onConflict((conflict) => conflict.columns(['participant_ref', 'joined_at']).doNothing())
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * The connection that began at `joinedAt` is over, even if its start was never reported. The report of the earliest end
 * counts: false when that is known.
 */
export async function closeVisit(
  tx: Tx,
  participantRef: string,
  joinedAt: Date,
  end: { leftAt: Date; reason: VisitReason },
): Promise<boolean> {
  const { leftAt, reason } = end;
  const done = await tx
    .insertInto('visit')
    .values({ participant_ref: participantRef, joined_at: joinedAt, left_at: leftAt, reason })
    .onConflict((conflict) =>
      conflict
        .columns(['participant_ref', 'joined_at'])
        .doUpdateSet({ left_at: leftAt, reason })
        .where((eb) => eb.or([eb('visit.left_at', 'is', null), eb('visit.left_at', '>', leftAt)])),
    )
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Connections that began before `before` and whose end nobody has reported: they were over at `leftAt`. */
export async function closeVisitsBefore(
  tx: Tx,
  participantRef: string,
  before: Date,
  { leftAt, reason }: { leftAt: Date; reason: VisitReason },
): Promise<void> {
  await tx
    .updateTable('visit')
    .set({ left_at: leftAt, reason })
    .where('participant_ref', '=', participantRef)
    .where('joined_at', '<', before)
    .where('left_at', 'is', null)
    .execute();
}

/** When the participant's newest connection began. */
export async function findLatestJoin(tx: Tx, participantRef: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('visit')
    .select((eb) => eb.fn.max('joined_at').as('at'))
    .where('participant_ref', '=', participantRef)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** By participant, in order of their beginning. */
export async function listVisits(
  db: Db | Tx,
  participantRefs: readonly string[],
): Promise<Map<string, VisitRow[]>> {
  if (participantRefs.length === 0) return new Map();
  const rows = await db
    .selectFrom('visit')
    .selectAll()
    .where(isOneOf('participant_ref', participantRefs))
    .orderBy('participant_ref')
    .orderBy('joined_at')
    .execute();
  return Map.groupBy(rows, (row) => row.participant_ref);
}

/** Transcribed samples at 16 kHz, by participant. */
export async function sumSpokenSamples(
  db: Db | Tx,
  participantRefs: readonly string[],
): Promise<Map<string, number>> {
  if (participantRefs.length === 0) return new Map();
  const rows = await db
    .selectFrom('utterance')
    .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
    .where(isOneOf('track.participant_ref', participantRefs))
    .where('utterance.state', '=', 'words')
    .groupBy('track.participant_ref')
    .select('track.participant_ref as ref')
    .select(sql<number>`sum(to_sample - from_sample)::float8`.as('samples'))
    .execute();
  return new Map(rows.map(({ ref, samples }) => [ref, samples]));
}
