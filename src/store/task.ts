import { type Selectable, sql } from 'kysely';
import { CHANNEL } from './notify.ts';
import type { Db, TaskKind, TaskTable, Tx } from './schema.ts';

export type TaskRow = Selectable<TaskTable>;

/** One for all tasks of a transaction. */
const TASK_NOTICE = JSON.stringify({ topic: 'task', ref: '' });

/** Makes `kind` due for `ref` at `dueAt`, also when it stands already; if it is under way it runs again. */
export async function putTask(
  db: Db | Tx,
  kind: TaskKind,
  ref: string,
  dueAt: Date,
): Promise<void> {
  await putTasks(db, kind, [ref], dueAt);
}

/** The same for several. Runners are told. */
export async function putTasks(
  db: Db | Tx,
  kind: TaskKind,
  refs: readonly string[],
  dueAt: Date,
): Promise<void> {
  await sql`
    with put as (
      insert into task (kind, ref, due_at)
      select ${kind}::text, ref, ${dueAt}::timestamptz from unnest(${refs}::text[]) refs (ref)
      on conflict (kind, ref) do update
      set due_at = excluded.due_at, attempt = 0, is_put_again = task.lease_id is not null
    )
    select pg_notify(${CHANNEL}, ${TASK_NOTICE})`.execute(db);
}

/** A task that is put again counts its attempts anew. */
function putAgain() {
  return { attempt: 0, is_put_again: sql<boolean>`task.lease_id is not null` };
}

export async function dropTask(db: Db | Tx, kind: TaskKind, ref: string): Promise<void> {
  await dropTasks(db, [kind], ref);
}

/** The same for several kinds. */
export async function dropTasks(
  db: Db | Tx,
  kinds: readonly TaskKind[],
  ref: string,
): Promise<void> {
  await db.deleteFrom('task').where('kind', 'in', kinds).where('ref', '=', ref).execute();
}

export type LeaseRequest = {
  kinds: readonly TaskKind[];
  holder: string;
  now: Date;
  leasedUntil: Date;
  limit: number;
};

/**
 * A process that was slow to extend its lease goes on with its own run, unless somebody else took
 * the task: running it beside itself helps nobody. One that starts again releases its leases first.
 */
const OWN_LEASE_GRACE_MS = 15_000;

/** Takes at most `limit` due tasks of these kinds for `holder` until `leasedUntil`; others skip them meanwhile. */
export async function leaseDueTasks(db: Db, request: LeaseRequest): Promise<TaskRow[]> {
  // Materialized, so that the rows are chosen once: a planner that expects few rows chooses a subquery anew for each.
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
            eb.or([
              eb('leased_until', 'is', null),
              eb('leased_until', '<=', request.now).and('leased_by', '!=', request.holder),
              eb('leased_until', '<=', new Date(request.now.getTime() - OWN_LEASE_GRACE_MS)),
            ]),
          )
          .orderBy('due_at')
          .limit(request.limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('task')
    .from('due')
    .set((eb) => ({
      lease_id: sql<string>`gen_random_uuid()`,
      leased_by: request.holder,
      leased_until: request.leasedUntil,
      is_put_again: false,
      attempt: eb('task.attempt', '+', 1),
    }))
    .whereRef('task.kind', '=', 'due.kind')
    .whereRef('task.ref', '=', 'due.ref')
    .returningAll('task')
    .execute();
}

/** Writes the task unless one of that kind and ref stands already. Runners are told. */
export async function putTaskIfAbsent(
  db: Db | Tx,
  kind: TaskKind,
  ref: string,
  dueAt: Date,
): Promise<void> {
  await sql`
    with put as (
      insert into task (kind, ref, due_at)
      values (${kind}, ${ref}, ${dueAt}) on conflict (kind, ref) do nothing
    )
    select pg_notify(${CHANNEL}, ${TASK_NOTICE})`.execute(db);
}

/** Moves a standing task to `dueAt`; does nothing when there is none. Runners are told. */
export async function postponeTask(
  db: Db | Tx,
  kind: TaskKind,
  ref: string,
  dueAt: Date,
): Promise<void> {
  await sql`
    with put as (
      update task
      set due_at = ${dueAt}, attempt = 0, is_put_again = lease_id is not null
      where kind = ${kind} and ref = ${ref}
    )
    select pg_notify(${CHANNEL}, ${TASK_NOTICE})`.execute(db);
}

/** When the next task of these kinds may be leased; null when there is none. */
export async function findNextTaskTime(
  db: Db,
  kinds: readonly TaskKind[],
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(least(waiting.at, leased.at)) as at from unnest(${kinds}::text[]) kinds (kind),
      lateral (
        select min(due_at) as at from task where task.kind = kinds.kind and due_at > ${now}
      ) waiting,
      lateral (
        select min(coalesce(leased_until, due_at)) as at
        from task where task.kind = kinds.kind and due_at <= ${now}
      ) leased`.execute(db);
  return rows[0]?.at ?? null;
}

export async function findTask(
  db: Db | Tx,
  kind: TaskKind,
  ref: string,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst();
}

/** One run of a task, told from every other by its lease. */
export type TaskRun = { kind: TaskKind; ref: string; leaseId: string };

/** Deletes the task if this run still holds it and nobody put it again meanwhile. */
export async function completeTask(db: Db | Tx, run: TaskRun): Promise<void> {
  await db
    .deleteFrom('task')
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('lease_id', '=', run.leaseId)
    .where('is_put_again', '=', false)
    .execute();
}

const FREE = { lease_id: null, leased_by: null, leased_until: null, is_put_again: false } as const;

/** Gives the task back, due at `dueAt`, if this run still holds it and nobody put it again meanwhile. */
export async function rescheduleTask(
  db: Db | Tx,
  run: TaskRun,
  dueAt: Date,
  attempt: number,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ due_at: dueAt, attempt, ...FREE })
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('lease_id', '=', run.leaseId)
    .where('is_put_again', '=', false)
    .execute();
}

/** Gives back a task that was put again while this run held it. */
export async function releasePutAgain(db: Db | Tx, run: TaskRun): Promise<void> {
  await db
    .updateTable('task')
    .set(FREE)
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('lease_id', '=', run.leaseId)
    .where('is_put_again', '=', true)
    .execute();
}

/** Heartbeat. False when the lease is over: somebody leased the task anew, or it was dropped. */
export async function extendLease(db: Db, run: TaskRun, leasedUntil: Date): Promise<boolean> {
  const done = await db
    .updateTable('task')
    .set({ leased_until: leasedUntil })
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('lease_id', '=', run.leaseId)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** At start: takes back at once what a dead process of the same name held. */
export async function releaseLeases(db: Db, holder: string): Promise<void> {
  await db.updateTable('task').set(FREE).where('leased_by', '=', holder).execute();
}

/** Tasks of these kinds that were due before `before` become due at `dueAt`. */
export async function postponeOverdueTasks(
  db: Db | Tx,
  kinds: readonly TaskKind[],
  before: Date,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ due_at: dueAt, ...putAgain() })
    .where('kind', 'in', kinds)
    .where('due_at', '<', before)
    .execute();
}
