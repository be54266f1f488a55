import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { putTask } from '../../store/task.ts';
import { leaseDueTasks } from '../../store/task-run.ts';
import { startDueTasks } from './run-due-tasks.ts';
import type { Task } from './task.ts';

const { db } = await testDatabase();
const STANDS_STILL_MS = 5_000;

let stoodStillMs = 0;
beforeEach(() => {
  stoodStillMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStillMs);
});
afterEach(() => void vi.restoreAllMocks());

/** A meeting that `slow` attends until `end` is called. */
async function attended(ref: string) {
  const { ctx, clock } = coreScene(db);
  await putTask(db, 'attend_meeting', ref, clock.now());
  const begun = Promise.withResolvers<{ task: Task; signal: AbortSignal }>();
  const over = Promise.withResolvers<void>();
  const [run] = await startDueTasks(ctx, {
    holder: 'slow',
    handlers: {
      attend_meeting: (_, task, signal) => {
        begun.resolve({ task, signal });
        return over.promise;
      },
    },
    limit: 1,
    signal: new AbortController().signal,
  });
  const end = async (): Promise<void> => {
    over.resolve();
    await run;
  };
  return { clock, end, ...(await begun.promise) };
}

test('a run that was suspended does not know whether it still holds its lease until it has asked', async () => {
  const { task, end } = await attended('m1');
  expect(task.isHeld()).toBe(true);
  stoodStillMs = STANDS_STILL_MS;
  expect(task.isHeld()).toBe(false);
  await vi.waitFor(() => expect(task.isHeld()).toBe(true), { timeout: 5_000 });
  await end();
});

test('a run whose task was taken while it was suspended never holds it again', async () => {
  const { clock, task, signal, end } = await attended('m2');
  stoodStillMs = STANDS_STILL_MS;
  clock.advance(STANDS_STILL_MS / 1000);
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + 60_000);
  const kinds = ['attend_meeting'] as const;
  expect(
    await leaseDueTasks(db, { kinds, holder: 'other', now, leasedUntil, limit: 1 }),
  ).toHaveLength(1);
  await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 5_000 });
  expect(task.isHeld()).toBe(false);
  await end();
});
