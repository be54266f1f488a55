import type { Db } from './schema.ts';

/** Transcripts and summaries by how they came out; `unfinished` until they did. */
export async function countArtifacts(
  db: Db,
): Promise<{ kind: string; result: string; count: number }[]> {
  return db
    .selectFrom('artifact')
    .select((eb) => [
      'kind',
      eb.fn.coalesce('result', eb.val('unfinished')).as('result'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['kind', 'result'])
    .execute();
}
