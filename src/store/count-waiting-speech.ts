import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Speech that was heard and has no words yet, in samples, over all captures that are not done. */
export async function countWaitingSpeech(db: Db): Promise<number> {
  const row = await db
    .selectFrom('capture')
    .innerJoin('track', 'track.meeting_ref', 'capture.meeting_ref')
    .innerJoin('utterance', 'utterance.track_ref', 'track.track_ref')
    .select(
      sql<string>`coalesce(sum(utterance.to_sample - utterance.from_sample), 0)`.as('samples'),
    )
    .where('capture.state', '!=', 'done')
    .where('utterance.state', '=', 'cut')
    .executeTakeFirstOrThrow();
  return Number(row.samples);
}
