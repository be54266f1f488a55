import { type Selectable, sql } from 'kysely';
import { CHANNEL } from './notify.ts';
import type { Db, TaskKind, TaskTable, Tx } from './schema.ts';

export type TaskRow = Selectable<TaskTable>;

/** One for all tasks of a transaction. */
const TASK_NOTICE = JSON.stringify({ topic: 'task', ref: '' });

/** Makes `kind` due for `ref` at `dueAt`, also when it already exists; if it is running, it runs again. */
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

/** Deletes a task that is not leased. */
export async function dropUntakenTask(db: Db, kind: TaskKind, ref: string): Promise<void> {
  await db
    .deleteFrom('task')
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .where('lease_id', 'is', null)
    .execute();
}

/** Writes the task unless one of that kind and ref already exists. Runners are told. */
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

/** Moves an existing task to `dueAt`; does nothing when there is none. Runners are told. */
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

/** Tasks of these kinds that are due before `before` become due at `dueAt`. */
export async function postponeTasks(
  db: Db | Tx,
  kinds: readonly TaskKind[],
  before: Date,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ due_at: dueAt, attempt: 0, is_put_again: sql<boolean>`lease_id is not null` })
    .where('kind', 'in', kinds)
    .where('due_at', '<', before)
    .execute();
}
