import type { Selectable } from 'kysely';
import type { ArtifactKind, ArtifactTable, Db, Tx } from './schema.ts';

export type ArtifactRow = Selectable<ArtifactTable>;

/** The transcript and the summary of a new meeting, both `pending`. */
export async function insertArtifacts(tx: Tx, meetingRef: string): Promise<void> {
  const pending = { meeting_ref: meetingRef, status: 'pending' as const, result: null, reason: null, available_at: null, content: null };
  await tx.insertInto('artifact').values([{ ...pending, kind: 'transcript' }, { ...pending, kind: 'summary' }]).execute();
}

export async function findArtifact(db: Db | Tx, meetingRef: string, kind: ArtifactKind): Promise<ArtifactRow | undefined> {
  return db.selectFrom('artifact').selectAll().where('meeting_ref', '=', meetingRef).where('kind', '=', kind).executeTakeFirst();
}
