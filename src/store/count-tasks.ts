import type { ExpressionBuilder } from 'kysely';
import type { Database, Db, TaskKind } from './schema.ts';

/**
 * Tasks due at `now`, by kind; those that last as long as a meeting (`attend_meeting`) only while
 * nobody holds them.
 */
export async function countTasks(db: Db, now: Date): Promise<{ kind: TaskKind; count: number }[]> {
  return db
    .selectFrom('task')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('kind', '!=', 'attend_meeting'), isFree(eb, now)]))
    .groupBy('kind')
    .execute();
}

/** Whether a task of this kind was due before `since`, and nobody holds it at `now`. */
export async function isTaskLeftAlone(
  db: Db,
  kind: TaskKind,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('ref')
    .where('kind', '=', kind)
    .where('due_at', '<', since)
    .where((eb) => isFree(eb, now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function isFree(eb: ExpressionBuilder<Database, 'task'>, now: Date) {
  return eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);
}
