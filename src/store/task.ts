import type { Selectable } from 'kysely';
import type { Db, TaskTable, Tx } from './schema.ts';

export type TaskRow = Selectable<TaskTable>;

/** Writes that `kind` is due for `ref` at `dueAt`; a task of that kind and ref that stands already moves to `dueAt`. */
export async function putTask(db: Db | Tx, kind: string, ref: string, dueAt: Date): Promise<void> {
  await db
    .insertInto('task')
    .values({ kind, ref, due_at: dueAt, leased_by: null, leased_until: null })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet({ due_at: dueAt, attempt: 0 }),
    )
    .execute();
}

export async function dropTask(db: Db | Tx, kind: string, ref: string): Promise<void> {
  await db.deleteFrom('task').where('kind', '=', kind).where('ref', '=', ref).execute();
}

/** Takes at most `limit` due tasks of these kinds for `holder` until `leasedUntil`; others skip them meanwhile. */
export async function leaseDueTasks(
  db: Db,
  request: {
    kinds: readonly string[];
    holder: string;
    now: Date;
    leasedUntil: Date;
    limit: number;
  },
): Promise<TaskRow[]> {
  // Materialized, so that the rows are chosen once: as a plain subquery a planner that expects few rows chooses anew for each.
  return db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        query
          .selectFrom('task')
          .select(['kind', 'ref'])
          .where('kind', 'in', request.kinds)
          .where('due_at', '<=', request.now)
          .where((eb) =>
            eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', request.now)]),
          )
          .orderBy('due_at')
          .limit(request.limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('task')
    .from('due')
    .set((eb) => ({
      leased_by: request.holder,
      leased_until: request.leasedUntil,
      attempt: eb('task.attempt', '+', 1),
    }))
    .whereRef('task.kind', '=', 'due.kind')
    .whereRef('task.ref', '=', 'due.ref')
    .returningAll('task')
    .execute();
}

/** Writes the task unless one of that kind and ref stands already. */
export async function putTaskIfAbsent(
  db: Db | Tx,
  kind: string,
  ref: string,
  dueAt: Date,
): Promise<void> {
  await db
    .insertInto('task')
    .values({ kind, ref, due_at: dueAt, leased_by: null, leased_until: null })
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doNothing())
    .execute();
}

/** Moves a standing task to `dueAt`; does nothing when there is none. */
export async function postponeTask(
  db: Db | Tx,
  kind: string,
  ref: string,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ due_at: dueAt, attempt: 0 })
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .execute();
}

export async function findTask(
  db: Db | Tx,
  kind: string,
  ref: string,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst();
}

/** One run of a task. `attempt` tells it from other runs: whoever puts the task again while it runs sets attempt to 0. */
export type TaskRun = { kind: string; ref: string; attempt: number; leasedBy: string };

/** Deletes the task if this run still holds it and nobody put it again meanwhile. */
export async function completeTask(db: Db | Tx, run: TaskRun): Promise<void> {
  await db
    .deleteFrom('task')
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('attempt', '=', run.attempt)
    .where('leased_by', '=', run.leasedBy)
    .execute();
}

/** Gives the task back, due at `dueAt`, if this run still holds it and nobody put it again meanwhile. */
export async function rescheduleTask(
  db: Db | Tx,
  run: TaskRun,
  dueAt: Date,
  attempt: number,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ due_at: dueAt, attempt, leased_by: null, leased_until: null })
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('attempt', '=', run.attempt)
    .where('leased_by', '=', run.leasedBy)
    .execute();
}

/** Gives back a task that was put again while this run held it. */
export async function releasePutAgain(db: Db | Tx, run: TaskRun): Promise<void> {
  await db
    .updateTable('task')
    .set({ leased_by: null, leased_until: null })
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('attempt', '=', 0)
    .where('leased_by', '=', run.leasedBy)
    .execute();
}

/** Heartbeat. False when another holder has the task now, or when it was dropped. */
export async function extendLease(db: Db, run: TaskRun, leasedUntil: Date): Promise<boolean> {
  const done = await db
    .updateTable('task')
    .set({ leased_until: leasedUntil })
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('attempt', 'in', [0, run.attempt])
    .where('leased_by', '=', run.leasedBy)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** At start: takes back at once what a dead process of the same name held. */
export async function releaseLeases(db: Db, holder: string): Promise<void> {
  await db
    .updateTable('task')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', holder)
    .execute();
}

/** Tasks of these kinds that were due before `before` become due at `dueAt`. */
export async function postponeOverdueTasks(
  db: Db | Tx,
  kinds: readonly string[],
  before: Date,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ due_at: dueAt, attempt: 0 })
    .where('kind', 'in', kinds)
    .where('due_at', '<', before)
    .execute();
}
