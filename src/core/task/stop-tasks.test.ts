import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Db } from '../../store/schema.ts';
import { runTasks } from './run-tasks.ts';

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

/** Takes every call of a query, and never ends. */
const unanswered: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'execute' ? () => new Promise(() => {}) : () => unanswered),
});
