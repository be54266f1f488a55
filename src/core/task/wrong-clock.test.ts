import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { findTask, putTask } from '../../store/task.ts';
import { runTasks } from './run-tasks.ts';

const { db } = await testDatabase();

test('a process takes no tasks while its clock is wrong, and takes them again once it is right', async () => {
  const { ctx, clock } = coreScene(db);
  let isRight = false;
  let ran = 0;
  await putTask(db, 'no_show', 'mtg_1', clock.now());
  const runner = runTasks(
    { ...ctx, clock: { ...clock, isRight: () => isRight } },
    { holder: 'a', handlers: { no_show: async () => void (ran += 1) } },
  );
  await runner.stop();
  expect([ran, await findTask(db, 'no_show', 'mtg_1')]).toMatchObject([0, { leased_by: null }]);
  isRight = true;
  const again = runTasks(
    { ...ctx, clock: { ...clock, isRight: () => isRight } },
    { holder: 'a', handlers: { no_show: async () => void (ran += 1) } },
  );
  await until('the task is done', 5_000, () => ran === 1);
  await again.stop();
});
