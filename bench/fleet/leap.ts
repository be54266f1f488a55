// Makes time leap, for the database and every process: what a service does over hours is seen in minutes.
import { sql } from 'kysely';
import type { Db } from '../../src/store/schema.ts';
import type { Inspector } from '../api/inspect-process.ts';

/** Call it before the processes connect: connections of then on see the time as it has been moved. */
export async function makeLeapable(db: Db): Promise<void> {
  await sql`create table bench_leap as select interval '0' as ahead`.execute(db);
  await sql`create function public.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + ahead from public.bench_leap'`.execute(db);
  // PostgreSQL's own functions come first unless the path says otherwise.
  await sql`alter role current_user set search_path = public, pg_catalog`.execute(db);
}

/** The wall clocks of the database, this process and the inspected ones; monotonic clocks are unaffected. */
export async function leap(
  db: Db,
  inspectors: readonly Inspector[],
  milliseconds: number,
): Promise<void> {
  // First: the processes look at it as soon as their own clock has moved.
  await sql`update bench_leap set ahead = ahead + ${milliseconds} * interval '1 ms'`.execute(db);
  const expression = `(${moveWallClock.toString()})(${milliseconds})`;
  await Promise.all(inspectors.map((one) => one.call('Runtime.evaluate', { expression })));
  moveWallClock(milliseconds);
}

/** Also runs in other processes, as source text: it may not use anything from outside. */
function moveWallClock(milliseconds: number): void {
  const world = globalThis as { leapt?: { ms: number } };
  if (world.leapt) {
    world.leapt.ms += milliseconds;
    return;
  }
  const leapt = { ms: milliseconds };
  world.leapt = leapt;
  const Before = Date;
  globalThis.Date = class extends Before {
    constructor(...given: [string]) {
      if (given.length > 0) super(...given);
      else super(Before.now() + leapt.ms);
    }
    static override now(): number {
      return Before.now() + leapt.ms;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  } as DateConstructor;
}
