// What a host decides about people: who may join, who is a host, and what they may send.
import { sql } from 'kysely';
import type { LockedSource } from './participant-schema.ts';
import type { Db, Tx } from '../schema.ts';
import type { ParticipantRow } from './participant.ts';
import type { ParticipantRole } from '../../../contract/generated/api.ts';

/** In the order in which they asked to join. */
export async function listWaiting(db: Db | Tx, meetingRef: string): Promise<ParticipantRow[]> {
  return db
    .selectFrom('participant')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .where('state', '=', 'waiting')
    .orderBy('speaker_number')
    .execute();
}

/** From `waiting` to `admitted`; undefined when the person no longer waits. */
export async function admitWaiting(
  tx: Tx,
  participantRef: string,
  at: Date,
): Promise<ParticipantRow | undefined> {
  return tx
    .updateTable('participant')
    .set({ state: 'admitted', admitted_at: at, waits_until: null })
    .where('participant_ref', '=', participantRef)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

/** From `waiting` to `refused`; undefined when the person no longer waits. */
export async function refuseWaiting(
  tx: Tx,
  participantRef: string,
  at: Date,
): Promise<ParticipantRow | undefined> {
  return tx
    .updateTable('participant')
    .set({ state: 'refused', state_reason: 'refused', left_at: at, waits_until: null })
    .where('participant_ref', '=', participantRef)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

/** A person who waits may keep waiting until then. */
export async function prolongWaiting(
  db: Db | Tx,
  participantRef: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('participant')
    .set({ waits_until: until })
    .where('participant_ref', '=', participantRef)
    .where('state', '=', 'waiting')
    .execute();
}

/** Whether a host is connected to media. */
export async function isHostPresent(db: Db | Tx, meetingRef: string): Promise<boolean> {
  const row = await db
    .selectFrom('participant')
    .select('participant_ref')
    .where('meeting_ref', '=', meetingRef)
    .where('role', '=', 'host')
    .where('state', '=', 'present')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function changeRole(
  tx: Tx,
  participantRef: string,
  role: ParticipantRole,
): Promise<void> {
  await tx
    .updateTable('participant')
    .set({ role })
    .where('participant_ref', '=', participantRef)
    .execute();
}

/** Adds a source that the participant may not send from; null removes all of them. */
export async function lockSource(
  tx: Tx,
  participantRef: string,
  source: LockedSource | null,
): Promise<void> {
  await tx
    .updateTable('participant')
    .set({
      locked_sources:
        source === null
          ? []
          : sql<LockedSource[]>`array_append(array_remove(locked_sources, ${source}), ${source})`,
    })
    .where('participant_ref', '=', participantRef)
    .execute();
}
