import type { Database, Db, TaskKind } from './schema.ts';
import type { MeetingState } from '../../contract/generated/api.ts';
import { type ExpressionBuilder, sql } from 'kysely';

type ArtifactCount = { kind: string; result: string; count: number };

/** Transcripts and summaries by result. Reads an index that has all of them. */
export async function countFinishedArtifacts(db: Db): Promise<ArtifactCount[]> {
  const { rows } = await sql<ArtifactCount>`select kind, result, count(*)
    from artifact where result is not null group by kind, result`.execute(db);
  return rows;
}

/** Those that have no result yet. */
export async function countUnfinishedArtifacts(db: Db): Promise<ArtifactCount[]> {
  // Until it ends, a meeting has one of each, for which there is no index.
  const { rows } = await sql<ArtifactCount>`
    select kind, 'unfinished' as result, sum(count)::bigint as count from (
      select kind, count(*) from meeting, unnest(array['transcript', 'summary']) kind
      where state in ('created', 'in_progress') group by kind
      union all
      select kind, count(*) from meeting join artifact using (meeting_ref)
      where state = 'ending' and status = 'pending' group by kind
      union all
      select kind, count(*) from artifact where status = 'processing' group by kind
    ) unfinished group by kind`.execute(db);
  return rows;
}

type MeetingCount = { state: MeetingState; count: number };

export async function countOpenMeetings(db: Db): Promise<MeetingCount[]> {
  const { rows } = await sql<MeetingCount>`select state, count(*) from meeting
    where state in ('created', 'in_progress', 'ending') group by state`.execute(db);
  return rows;
}

/** Reads an index that has all of them. */
export async function countFinishedMeetings(db: Db): Promise<MeetingCount[]> {
  const { rows } = await sql<MeetingCount>`select state, count(*) from meeting
    where state in ('ended', 'cancelled', 'failed') group by state`.execute(db);
  return rows;
}

/** Tasks due at `now` that nobody holds, by kind. */
export async function countTasks(db: Db, now: Date): Promise<{ kind: TaskKind; count: number }[]> {
  return db
    .selectFrom('task')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('due_at', '<=', now)
    .where((eb) => isFree(eb, now))
    .groupBy('kind')
    .execute();
}

/** More than the longest retry delay. With it, the query reads no timers of the far future. */
const RETRIED_WITHIN_MS = 900_000;

/**
 * Tasks that have failed at least `times` times in a row, by kind; those of `longKinds` only between two runs, since a
 * run that lasts does not fail.
 */
export async function countFailingTasks(
  db: Db,
  { times, longKinds, now }: { times: number; longKinds: readonly TaskKind[]; now: Date },
): Promise<{ kind: TaskKind; count: number }[]> {
  return db
    .selectFrom('task')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('due_at', '<=', new Date(now.getTime() + RETRIED_WITHIN_MS))
    .where('attempt', '>=', times)
    .where((eb) => eb.or([eb('lease_id', 'is', null), eb('kind', 'not in', longKinds)]))
    .groupBy('kind')
    .execute();
}

/** Whether a task of these kinds was due before `since`, and nobody holds it at `now`. */
export async function isTaskLeftAlone(
  db: Db,
  kinds: readonly TaskKind[],
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('ref')
    .where('kind', 'in', kinds)
    .where('due_at', '<', since)
    .where((eb) => isFree(eb, now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function isFree(eb: ExpressionBuilder<Database, 'task'>, now: Date) {
  return eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]);
}

/** Webhook deliveries that wait: for their first attempt, and after one that failed. */
export async function countWaitingDeliveries(db: Db): Promise<{ first: number; again: number }> {
  return db
    .selectFrom('webhook_delivery')
    .select([
      sql<number>`count(*) filter (where attempt_count = 0)`.as('first'),
      sql<number>`count(*) filter (where attempt_count > 0)`.as('again'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
}

/** Speech that was detected and is not transcribed yet, in samples, over all captures that are not done. */
export async function countWaitingSpeech(db: Db): Promise<number> {
  const row = await db
    .selectFrom('capture')
    .innerJoin('track', 'track.meeting_ref', 'capture.meeting_ref')
    .innerJoin('utterance', 'utterance.track_ref', 'track.track_ref')
    .select(
      sql<string>`coalesce(sum(utterance.to_sample - utterance.from_sample), 0)`.as('samples'),
    )
    // Written as in its index: with a parameter, the planner could not match it.
    .where(sql<boolean>`capture.state <> 'done'`)
    .where('utterance.state', '=', 'cut')
    .executeTakeFirstOrThrow();
  return Number(row.samples);
}
