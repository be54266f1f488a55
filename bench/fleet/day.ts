// Hours with meetings, each in as many seconds as there is time for. At the end of an hour memory is measured, and what
// is left of the hour passes at once, while some meetings go on.
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../dev/world/until.ts';
import type { Inspector } from '../api/inspect-process.ts';
import { asLines, type Row } from '../row.ts';
import { beginIdle, endIdle, untilQuiet } from './idle-hour.ts';
import { leap } from './leap.ts';
import type { Installation } from './installation.ts';
import type { Stay, World } from './live.ts';
import { memoryRow } from './measure-fleet.ts';

export type Day = { meetings: number; ms: number; hours: number };

const HOUR_MS = 3_600_000;
/** Of the time that an hour takes: for how long guests stay, and before its end none come. */
const STAY = 0.05;
/** One of so many meetings goes on until the next hour has begun. */
const LONG_ONES = 50;
const LIVES_AT_ONCE = 64;
const TOLD_WITHIN_MS = 60_000;

/** `liveOnce` is one life. Answers how many there were, and what memory was in use at the end of each hour. */
export async function liveADay(
  { world, installation }: { world: World; installation: Installation },
  { meetings, ms, hours }: Day,
  liveOnce: (stay: Stay) => Promise<void>,
): Promise<{ lives: number; memory: Row[] }> {
  const inspectors = await Promise.all(
    [...installation.apis, installation.worker].map((parley) => parley.inspect()),
  );
  const memory: Row[] = [];
  let lives = 0;
  let left: Promise<unknown> = Promise.resolve();
  for (let hour = 1; hour <= hours; hour++) {
    const startedMs = Date.now();
    const idle = await beginIdle(installation.db, world.balancer);
    const next = Promise.withResolvers<void>();
    const part = { count: Math.ceil(meetings / hours), ms: ms / hours };
    const lived = await liveAnHour(part, liveOnce, next.promise);
    await left;
    lives += lived.count;
    await until('every media event', TOLD_WITHIN_MS, () => world.media.undelivered === 0);
    await untilQuiet(installation.db);
    memory.push(await memoryRow(installation, inspectors, { hour, lives }));
    console.log(
      asLines(memory)
        .split('\n')
        .slice(hour === 1 ? 0 : -1)
        .join('\n'),
    );
    await restOfTheHour(installation, inspectors, startedMs);
    await endIdle(installation.db, world.balancer, idle);
    next.resolve();
    left = lived.long;
  }
  await left;
  for (const inspector of inspectors) inspector.close();
  return { lives, memory };
}

/** Until there were so many or the time is over: how many, and the end of those that wait for `next`. */
async function liveAnHour(
  { count, ms }: { count: number; ms: number },
  liveOnce: (stay: Stay) => Promise<void>,
  next: Promise<void>,
): Promise<{ count: number; long: Promise<unknown> }> {
  const startedMs = performance.now();
  const comeMs = (1 - STAY) * ms;
  const underWay = new Set<Promise<void>>();
  const long: Promise<void>[] = [];
  let begun = 0;
  for (; begun < count && performance.now() - startedMs < comeMs; begun++) {
    const dueMs = startedMs + (begun / count) * comeMs - performance.now();
    if (dueMs > 1) await delay(dueMs);
    if (begun % LONG_ONES === LONG_ONES - 1) {
      long.push(liveOnce(() => next));
      continue;
    }
    if (underWay.size >= LIVES_AT_ONCE) await Promise.race(underWay);
    const life = liveOnce(() => delay(STAY * ms)).finally(() => underWay.delete(life));
    underWay.add(life);
  }
  await Promise.all(underWay);
  return { count: begun, long: Promise.all(long) };
}

async function restOfTheHour(
  { db }: Installation,
  inspectors: readonly Inspector[],
  startedMs: number,
): Promise<void> {
  await leap(db, inspectors, Math.max(0, startedMs + HOUR_MS - Date.now()));
}
