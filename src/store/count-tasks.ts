import type { Db } from './schema.ts';

/** Tasks due at `now`, leased or not, by kind. */
export async function countTasks(db: Db, now: Date): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom('task')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('due_at', '<=', now)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
}
