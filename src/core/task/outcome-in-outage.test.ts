import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { findTask, putTask } from '../../store/task.ts';
import type { Db } from '../../store/schema.ts';
import { startDueTasks } from './run-due-tasks.ts';
import type { TaskHandler } from './task.ts';

const { db } = await testDatabase();

/** Runs the task while the database does not answer; it answers again after so many calls. */
async function ranInOutage(handler: TaskHandler, stopping = new AbortController()) {
  const { ctx, clock } = coreScene(db);
  await putTask(db, 'close_room', 'mtg_1', clock.now());
  let callsLeft = 0;
  const away = new Proxy(db, {
    get: (target: Db, name: keyof Db) => {
      if (callsLeft > 0 && callsLeft--) throw new Error('Connection terminated unexpectedly');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const [run] = await startDueTasks(
    { ...ctx, db: away },
    {
      holder: 'one',
      handlers: {
        close_room: async (...given) => {
          callsLeft = 2;
          return handler(...given);
        },
      },
      limit: 1,
      signal: stopping.signal,
    },
  );
  return { run, task: () => findTask(db, 'close_room', 'mtg_1') };
}

test('a task that is done while the database is away is deleted when that is back', async () => {
  const { run, task } = await ranInOutage(async () => {});
  await run;
  expect(await task()).toBeUndefined();
});

test('a task that fails while the database is away is due again soon after', async () => {
  const { run, task } = await ranInOutage(() => Promise.reject(new Error('no answer')));
  await run;
  expect(await task()).toMatchObject({ attempt: 1, leased_by: null });
});

test('a process that stops does not wait for a database that is away', async () => {
  const stopping = new AbortController();
  const { run } = await ranInOutage(async () => stopping.abort(new Error('stop')), stopping);
  await expect(run).rejects.toThrow('Connection terminated');
});
