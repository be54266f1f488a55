import { expect, test } from 'vitest';
import { manualClock, silentLog } from '../../dev/world/clock-and-log.ts';
import { coreScene } from '../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import type { LogFields } from '../core/ports.ts';
import type { ScribeHealth } from '../scribe/session/health-report.ts';
import type { ScribeOptions } from './scribe-options.ts';
import { joinHealth, startScribe, startScribes } from './scribes.ts';
import { startDueTasks } from '../core/task/run-due-tasks.ts';
import { findTask, putTask } from '../store/task.ts';

function health(status: ScribeHealth['status'], detail: string | null = null): ScribeHealth {
  return { kind: 'health', status, engine: null, detail };
}

test('two scribes are as healthy as the one that attends, and a missing one is reported', () => {
  const gone = health('unavailable', 'gone');
  expect(joinHealth(health('ok'), health('ok')).status).toBe('ok');
  expect(joinHealth(health('ok'), health('starting')).status).toBe('ok');
  expect(joinHealth(health('degraded', 'disk'), health('ok'))).toMatchObject({ detail: 'disk' });
  expect(joinHealth(health('ok'), gone)).toMatchObject({ status: 'degraded' });
  expect(joinHealth(gone, health('ok'))).toMatchObject({ status: 'degraded' });
  expect(joinHealth(gone, gone)).toEqual(gone);
});

test('a scribe that the system cannot start does not end the service, and is tried again', async () => {
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  const told: LogFields[] = [];
  const scribe = startScribe(
    { spool: { root: '/nowhere', copies: null } } as ScribeOptions,
    { ...silentLog, warn: (_, fields = {}) => void told.push(fields) },
    () => {},
  );
  try {
    await expect.poll(() => told.slice(0, 2).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(scribe.health()).toMatchObject({ status: 'unavailable' });
  } finally {
    process.execPath = node;
    await scribe.stop();
  }
});

test("a dead scribe's lease is released by the time of the database, not by this machine's", async () => {
  const { db } = await testDatabase();
  const clock = manualClock(new Date(Date.now() + 3_600_000));
  const ctx = { ...coreScene(db).ctx, clock };
  const handlers = { attend_meeting: () => new Promise<void>(() => {}) };
  const { signal } = new AbortController();
  await putTask(db, 'attend_meeting', 'mtg_dead', clock.now());
  const runs = await startDueTasks(ctx, { holder: 'scribe', handlers, limit: 1, signal });
  expect(runs).toHaveLength(1);
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  const options = { holder: 'scribe', spool: { root: '/nowhere', copies: null } };
  const scribe = startScribes(ctx, options as ScribeOptions);
  try {
    const holder = async () => (await findTask(db, 'attend_meeting', 'mtg_dead'))?.leased_by;
    await expect.poll(holder).toBeNull();
  } finally {
    process.execPath = node;
    await scribe.stop();
  }
});
