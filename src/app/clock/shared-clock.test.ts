import { expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import type { Log } from '../../core/ports.ts';
import { openStore } from '../../store/open-store.ts';
import { type SharedClock, sharedClock } from './shared-clock.ts';

const { db } = await testDatabase();
const HOUR_MS = 3_600_000;

/** The database of a busy machine answers late. */
const ANSWER_WITHIN_MS = 20_000;

/** A machine whose clock is off by `offMs`, from now on. */
function machine(offMs: number) {
  const time = {
    offMs,
    steadyAheadMs: 0,
    wallMs: () => Date.now() + time.offMs,
    steadyMs: () => performance.now() + time.steadyAheadMs,
  };
  return time;
}

/** The clock, and what the time of its first look leaves in doubt. */
async function clockOf(time: ReturnType<typeof machine>, log: Log = silentLog) {
  const begunMs = performance.now();
  const clock = await sharedClock(db, log, time, ANSWER_WITHIN_MS);
  return { clock, doubtMs: performance.now() - begunMs };
}

/** How far the clock is from the time of this machine, whatever time passes while both are read. */
function offBy(clock: Pick<SharedClock, 'now'>): number {
  const earliest = Date.now();
  const now = clock.now().getTime();
  return Math.max(earliest - now, now - Date.now(), 0);
}

test('a machine whose clock is right acts by it', async () => {
  const clock = await sharedClock(db, silentLog);
  expect(clock.isRight()).toBe(true);
  expect(offBy(clock)).toBeLessThan(1_000);
  clock.stop();
});

test('a machine whose clock is an hour off acts by the time of the database, and says so', async () => {
  const told: string[] = [];
  const log = { ...silentLog, error: (text: string) => void told.push(text) };
  const { clock, doubtMs } = await clockOf(machine(HOUR_MS), log);
  expect(clock.isRight()).toBe(false);
  expect(offBy(clock)).toBeLessThan(1_000 + doubtMs);
  expect(told).toEqual([
    expect.stringMatching(
      /^the clock differs from that of the database by 3[56]\d\d s: synchronize both with NTP$/,
    ),
  ]);
  clock.stop();
});

test('machines whose clocks are less than a second off take no leases from each other', async () => {
  const { clock: ahead, doubtMs } = await clockOf(machine(900));
  const { clock: behind, doubtMs: more } = await clockOf(machine(-900));
  const differ = ahead.now().getTime() - behind.now().getTime();
  expect(Math.abs(differ)).toBeLessThan(1_200 + doubtMs + more);
  ahead.stop();
  behind.stop();
});

test('a clock that is set while the service runs is noticed at the next look at it', async () => {
  const time = machine(0);
  const clock = await sharedClock(db, silentLog, time);
  time.steadyAheadMs += 2_000;
  time.offMs = -HOUR_MS;
  // By the monotonic clock, until the database has answered.
  expect(offBy(clock)).toBeLessThan(3_000);
  await until('the time of the database', 15_000, () => offBy(clock) < 1_000);
  expect(clock.isRight()).toBe(false);
  time.steadyAheadMs += 2_000;
  time.offMs = 0;
  await until('the time of the database again', 15_000, () => offBy(clock) < 1_000);
  expect(clock.isRight()).toBe(true);
  clock.stop();
});

test('without an answer of the database a machine goes by its own clock', async () => {
  const away = openStore('postgres://parley@127.0.0.1:1/parley', 1);
  const clock = await sharedClock(away, silentLog);
  expect([clock.isRight(), offBy(clock) < 1_000]).toEqual([true, true]);
  clock.stop();
  await away.destroy();
});
