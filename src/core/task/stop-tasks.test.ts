import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Db } from '../../store/schema.ts';
import { findTask, putTask } from '../../store/task.ts';
import { runTasks } from './run-tasks.ts';
import type { TaskHandler } from './task.ts';

const { db } = await testDatabase();

test('a process stops in time although its query for due tasks hangs', async () => {
  const asked = Promise.withResolvers<void>();
  const hanging: Db = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'with') return Reflect.get(target, name, target);
      asked.resolve();
      return () => unanswered;
    },
  });
  const { ctx } = coreScene(hanging);
  const runner = runTasks(ctx, { holder: 'a', handlers: { no_show: async () => {} } });
  await asked.promise;
  const stopped = runner.stop(10).then(() => 'stopped');
  expect(await Promise.race([stopped, delay(2_000, 'waiting')])).toBe('stopped');
});

test('a process that stops waits for each task that it leased, also if the database failed right after', async () => {
  const asked = Promise.withResolvers<void>();
  let queries = 0;
  const failing: Db = new Proxy(db, {
    get: (target, name) => {
      if (name === 'with' && (queries += 1) === 2) throw new Error('the database is away');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { ctx, clock } = coreScene(failing);
  await putTask(db, 'attend_meeting', 'mtg_1', clock.now());
  const steps: string[] = [];
  const attend: TaskHandler = async (_ctx, _task, signal) => {
    asked.resolve();
    await once(signal, 'abort');
    await findTask(db, 'attend_meeting', 'mtg_1');
    steps.push('handed over');
  };
  const handlers = { attend_meeting: attend, stand_by: async () => {} };
  const runner = runTasks(ctx, { holder: 'a', handlers });
  await asked.promise;
  await runner.stop();
  steps.push('stopped');
  expect(steps).toEqual(['handed over', 'stopped']);
});

/** Takes every call of a query, and never ends. */
const unanswered: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'execute' ? () => new Promise(() => {}) : () => unanswered),
});
