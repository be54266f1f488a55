import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { collectGarbage } from '../../../dev/world/collect-garbage.ts';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { putTask } from '../../store/task.ts';
import { startDueTasks } from './run-due-tasks.ts';

const { db } = await testDatabase();

test('a finished run leaves no memory behind in the process, even if it never removed its listener', async () => {
  const { ctx, clock } = coreScene(db);
  await putTask(db, 'attend_meeting', 'm1', clock.now());
  const stopping = new AbortController();
  const left: WeakRef<object>[] = [];
  const [run] = await startDueTasks(ctx, {
    holder: 'one',
    handlers: {
      attend_meeting: async (_, _task, signal) => {
        const heard = { sound: new Float32Array(1_000) };
        signal.addEventListener('abort', () => void heard.sound.fill(0));
        left.push(new WeakRef(heard), new WeakRef(signal));
      },
    },
    limit: 1,
    signal: stopping.signal,
  });
  await run;
  await vi.waitFor(
    async () => {
      await turn();
      collectGarbage();
      expect(left.map((one) => one.deref())).toEqual([undefined, undefined]);
    },
    { timeout: 15_000 },
  );
  expect(stopping.signal.aborted).toBe(false);
});
