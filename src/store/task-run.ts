// Runs of tasks: who may take one, for how long, and what becomes of it.
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database, Db, TaskKind, Tx } from './schema.ts';
import type { TaskRow } from './task.ts';

type LeaseRequest = {
  kinds: readonly TaskKind[];
  holder: string;
  now: Date;
  leasedUntil: Date;
  limit: number;
  /** Attends only the meetings for which it is on standby, and those that nobody else takes. */
  isReserve?: boolean;
};

/**
 * A process that was slow to extend its lease continues its own run, unless another process took the
 * task: a second run beside the first would not help. On a restart it releases its leases first.
 */
const OWN_LEASE_GRACE_MS = 15_000;
/** A process on standby in a meeting's room has its recent audio: others wait this long before they take it. */
const STANDBY_FIRST_MS = 3_000;

/** Takes at most `limit` due tasks of these kinds for `holder` until `leasedUntil`; others skip them meanwhile. */
export async function leaseDueTasks(db: Db, request: LeaseRequest): Promise<TaskRow[]> {
  // Materialized, so that the rows are chosen once: expecting few rows, the planner may repeat the subquery for each.
  return db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        query
          .selectFrom(
            sql<{ kind: TaskKind }>`unnest(${request.kinds}::text[])`.as<'kinds'>(
              sql`kinds (kind)`,
            ),
          )
          .innerJoinLateral(
            (eb) => firstDue(eb, request).as('first'),
            (join) => join.onTrue(),
          )
          .select(['kinds.kind', 'first.ref'])
          .orderBy('first.due_at')
          .limit(request.limit),
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

/** Of one kind, in the order of its index: of all kinds at once, all due tasks would be read and sorted. */
function firstDue(
  eb: ExpressionBuilder<Database & { kinds: { kind: TaskKind } }, 'kinds'>,
  request: LeaseRequest,
) {
  return eb
    .selectFrom('task')
    .select(['task.ref', 'task.due_at'])
    .whereRef('task.kind', '=', 'kinds.kind')
    .where('due_at', '<=', request.now)
    .where((task) =>
      task.or([
        task('leased_until', 'is', null),
        task('leased_until', '<=', request.now).and('leased_by', '!=', request.holder),
        task('leased_until', '<=', new Date(request.now.getTime() - OWN_LEASE_GRACE_MS)),
      ]),
    )
    .where((task) => task.or([task('task.kind', '!=', 'attend_meeting'), standsBy(request)]))
    .where((task) => task.or([task('task.kind', '!=', 'stand_by'), attendsElsewhere(request)]))
    .orderBy('due_at')
    .limit(request.limit)
    .forUpdate()
    .skipLocked();
}

/** Whether this holder is on standby for the meeting, or need not wait for one that is. */
function standsBy({ holder, now, isReserve = false }: LeaseRequest): RawBuilder<boolean> {
  const before = new Date(now.getTime() - STANDBY_FIRST_MS);
  return sql`(coalesce(
    (select standby.leased_by from task standby
      where standby.kind = 'stand_by' and standby.ref = task.ref and standby.leased_until > ${now}),
    ${isReserve ? '' : holder}) = ${holder} or greatest(due_at, leased_until) <= ${before})`;
}

/** A process is not on standby for a meeting that it attends itself. */
function attendsElsewhere({ holder }: LeaseRequest): RawBuilder<boolean> {
  return sql`not exists (select from task attending
    where attending.kind = 'attend_meeting' and attending.ref = task.ref
      and attending.leased_by = ${holder})`;
}

/** One run of a task, identified by its lease. */
export type TaskRun = { kind: TaskKind; ref: string; leaseId: string };

/** Deletes the task if this run still holds it and it was not put again meanwhile. */
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

/** Gives the task back, due at `dueAt`, if this run still holds it and it was not put again meanwhile. */
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

/** Heartbeat. False when the lease is over: the task was leased again, or dropped. */
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

/**
 * Keeps the run from being replaced until the transaction ends. False when it is over: another may be at work.
 */
export async function holdRun(tx: Tx, run: TaskRun): Promise<boolean> {
  const row = await tx
    .selectFrom('task')
    .select('ref')
    .where('kind', '=', run.kind)
    .where('ref', '=', run.ref)
    .where('lease_id', '=', run.leaseId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** At startup: releases what a dead process of the same name held. */
export async function releaseLeases(db: Db, holder: string): Promise<void> {
  await db.updateTable('task').set(FREE).where('leased_by', '=', holder).execute();
}

/**
 * Makes tasks due now that a process held which is known to be dead, but not those leased since by the next process of
 * its name: their leases last longer than `heldUntil`.
 */
export async function releaseLeasesOfDead(
  db: Db,
  dead: { kind: TaskKind; holder: string; heldUntil: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('task')
    .set((eb) => ({ ...FREE, due_at: eb.fn<Date>('greatest', ['due_at', eb.val(dead.now)]) }))
    .where('kind', '=', dead.kind)
    .where('leased_by', '=', dead.holder)
    .where('leased_until', '<=', dead.heldUntil)
    .execute();
}
