import { type Selectable, sql } from 'kysely';
import type { ArtifactResult } from '../../contract/generated/api.ts';
import type { ArtifactKind, ArtifactTable, Db, Tx } from './schema.ts';

export type ArtifactRow = Selectable<ArtifactTable>;

export async function findArtifact(
  db: Db | Tx,
  meetingRef: string,
  kind: ArtifactKind,
): Promise<ArtifactRow | undefined> {
  return db
    .selectFrom('artifact')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** How far the transcript is, and since when; reads no content, which may be long. */
export async function findTranscriptDates(
  db: Db | Tx,
  meetingRef: string,
): Promise<Pick<ArtifactRow, 'status' | 'available_at' | 'expired_at'> | undefined> {
  return db
    .selectFrom('artifact')
    .select(['status', 'available_at', 'expired_at'])
    .where('meeting_ref', '=', meetingRef)
    .where('kind', '=', 'transcript')
    .executeTakeFirst();
}

/** `pending` becomes `processing`. */
export async function markProcessing(
  tx: Tx,
  meetingRef: string,
  kind: ArtifactKind,
): Promise<void> {
  await tx
    .updateTable('artifact')
    .set((eb) => ({ status: 'processing', version: eb('version', '+', 1) }))
    .where('meeting_ref', '=', meetingRef)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .execute();
}

/** Stores an answer of the writer while the summary is `processing`; `markAvailable` deletes them all. */
export async function keepWriterNote(
  db: Db,
  meetingRef: string,
  note: Record<string, string>,
): Promise<void> {
  await db
    .updateTable('artifact')
    .set({ writer_notes: sql`writer_notes || ${JSON.stringify(note)}::jsonb` })
    .where('meeting_ref', '=', meetingRef)
    .where('kind', '=', 'summary')
    .where('status', '=', 'processing')
    .execute();
}

type ArtifactOutcome = {
  result: ArtifactResult;
  reason: string | null;
  content: object;
  availableAt: Date;
  keepUntil: Date | null;
};

/** Makes it `available`, which is final; false, with nothing changed, when it already was. */
export async function markAvailable(
  tx: Tx,
  meetingRef: string,
  kind: ArtifactKind,
  outcome: ArtifactOutcome,
): Promise<boolean> {
  const done = await tx
    .updateTable('artifact')
    .set((eb) => ({
      status: 'available',
      result: outcome.result,
      reason: outcome.reason,
      content: JSON.stringify(outcome.content),
      writer_notes: '{}',
      available_at: outcome.availableAt,
      keep_until: outcome.keepUntil,
      version: eb('version', '+', 1),
    }))
    .where('meeting_ref', '=', meetingRef)
    .where('kind', '=', kind)
    .where('status', '!=', 'available')
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Deletes the content permanently; the row stays, so that readers are told. False when it was already gone. */
export async function expireArtifact(
  tx: Tx,
  meetingRef: string,
  kind: ArtifactKind,
  at: Date,
): Promise<boolean> {
  const done = await tx
    .updateTable('artifact')
    .set((eb) => ({ content: null, expired_at: at, version: eb('version', '+', 1) }))
    .where('meeting_ref', '=', meetingRef)
    .where('kind', '=', kind)
    .where('expired_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
