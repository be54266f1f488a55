import { type Selectable, sql } from 'kysely';
import type { Db, TaskTable, Tx } from './schema.ts';

export type TaskRow = Selectable<TaskTable>;

/** Writes that `kind` is due for `ref` at `dueAt`; a task of that kind and ref that stands already moves to `dueAt`. */
export async function putTask(db: Db | Tx, kind: string, ref: string, dueAt: Date): Promise<void> {
  await db
    .insertInto('task')
    .values({ kind, ref, due_at: dueAt, leased_by: null, leased_until: null })
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doUpdateSet({ due_at: dueAt, attempt: 0 }))
    .execute();
}

export async function dropTask(db: Db | Tx, kind: string, ref: string): Promise<void> {
  await db.deleteFrom('task').where('kind', '=', kind).where('ref', '=', ref).execute();
}

/** Takes at most `limit` due tasks of these kinds for `holder` until `leasedUntil`; others skip them meanwhile. */
export async function leaseDueTasks(
  db: Db,
  request: { kinds: readonly string[]; holder: string; now: Date; leasedUntil: Date; limit: number },
): Promise<TaskRow[]> {
  return db
    .updateTable('task')
    .set((eb) => ({ leased_by: request.holder, leased_until: request.leasedUntil, attempt: eb('attempt', '+', 1) }))
    .where((eb) =>
      eb(
        sql`(kind, ref)`,
        'in',
        eb
          .selectFrom('task')
          .select(['kind', 'ref'])
          .where('kind', 'in', request.kinds)
          .where('due_at', '<=', request.now)
          .where((inner) => inner.or([inner('leased_until', 'is', null), inner('leased_until', '<=', request.now)]))
          .orderBy('due_at')
          .limit(request.limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returningAll()
    .execute();
}
