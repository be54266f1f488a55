import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { putTask } from '../../store/task.ts';
import { startDueTasks } from './run-due-tasks.ts';
import type { TaskHandler } from './task.ts';

const { db } = await testDatabase();

test('the summary of a killed worker is taken over after 30 s at most, and not while it may be at work', async () => {
  const { ctx, clock } = coreScene(db);
  await putTask(db, 'write_summary', 'mtg_1', clock.now());
  const { signal } = new AbortController();
  const lease = (holder: string, handler: TaskHandler) =>
    startDueTasks(ctx, { holder, handlers: { write_summary: handler }, limit: 1, signal });
  const hanging = await lease('killed', () => new Promise(() => {}));
  expect(hanging).toHaveLength(1);
  clock.advance(15);
  expect(await lease('other', async () => {})).toHaveLength(0);
  clock.advance(15);
  const taken = await lease('other', async () => {});
  expect(taken).toHaveLength(1);
  await Promise.all(taken);
});
