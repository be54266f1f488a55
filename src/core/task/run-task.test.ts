import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectGarbage } from '../../../dev/world/process-memory.ts';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { findTask, putTask } from '../../store/task.ts';
import { leaseDueTasks } from '../../store/task-run.ts';
import type { Span } from '../ports.ts';
import { startDueTasks } from './run-due-tasks.ts';
import { releaseLeases, releaseLeasesOfDead, runTasks } from './run-tasks.ts';
import type { Task, TaskHandler } from './task.ts';

const { db } = await testDatabase();
const STANDS_STILL_MS = 5_000;

/** The only time that passes, however slow the machine is. */
let stoodStillMs = 0;
beforeEach(() => {
  stoodStillMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => stoodStillMs);
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
  await vi.waitFor(() => expect(task.isHeld()).toBe(true), { timeout: 15_000 });
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
  await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 15_000 });
  expect(task.isHeld()).toBe(false);
  await end();
});

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

test('a process takes no tasks while its clock is wrong, and takes them again once it is right', async () => {
  const { ctx, clock } = coreScene(db);
  let isRight = false;
  let ran = 0;
  await putTask(db, 'no_show', 'mtg_1', clock.now());
  const run = () =>
    runTasks(
      { ...ctx, clock: { ...clock, isRight: () => isRight } },
      { holder: 'a', handlers: { no_show: async () => void (ran += 1) } },
    );
  await run().stop();
  expect([ran, await findTask(db, 'no_show', 'mtg_1')]).toMatchObject([0, { leased_by: null }]);
  isRight = true;
  const again = run();
  await until('the task is done', 15_000, () => ran === 1);
  await again.stop();
});

test('a process that starts again releases only what its predecessor of the same name held', async () => {
  const { ctx, clock } = coreScene(db);
  for (const ref of ['of-other', 'of-dead']) {
    await putTask(db, 'close_room', ref, clock.now());
    const [run] = await startDueTasks(ctx, {
      holder: ref,
      handlers: { close_room: () => new Promise(() => {}) },
      limit: 1,
      signal: new AbortController().signal,
    });
    expect(run).toBeDefined();
  }
  await releaseLeases(ctx, 'of-dead');
  const holderOf = async (ref: string) => (await findTask(db, 'close_room', ref))?.leased_by;
  expect([await holderOf('of-dead'), await holderOf('of-other')]).toEqual([null, 'of-other']);
});

test('a task leased while its process stops is aborted and released, and the attempt does not count', async () => {
  const { ctx, clock } = coreScene(db);
  await putTask(db, 'max_run', 'mtg_stopping', clock.now());
  await Promise.all(
    await startDueTasks(ctx, {
      holder: 'stopping',
      handlers: { max_run: async (_, _task, signal) => signal.throwIfAborted() },
      limit: 1,
      signal: AbortSignal.abort(),
    }),
  );
  const task = await findTask(db, 'max_run', 'mtg_stopping');
  expect(task).toMatchObject({ leased_by: null, attempt: 0 });
});

test('after a database outage, tasks are taken once their holders have had time to renew their leases', async () => {
  const { ctx, clock } = coreScene(db);
  await putTask(db, 'ending', 'mtg_1', clock.now());
  let [isAway, scans, ran] = [true, 0, 0];
  const seen = Promise.withResolvers<void>();
  const away = new Proxy(db, {
    get: (target, name) => {
      if (isAway) throw new Error('away');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const log = { ...ctx.log, error: () => seen.resolve() };
  const runner = runTasks(
    { ...ctx, db: away, log },
    {
      holder: 'a',
      handlers: { ending: async () => void (ran += 1) },
      isAble: () => (scans += 1) > 0,
    },
  );
  await seen.promise;
  isAway = false;
  for (const scan of [2, 3]) {
    runner.wake();
    await until(`scan ${scan}`, 10_000, () => scans >= scan);
  }
  expect(ran).toBe(0);
  stoodStillMs = 3_000;
  runner.wake();
  await until('the task is done', 10_000, () => ran === 1);
  await runner.stop();
});

test('a run that failed is traced with its meeting, and one that is about no meeting is not', async () => {
  const { ctx, clock } = coreScene(db);
  const spans: Span[] = [];
  const traces = { record: (span: Span) => void spans.push(span), stop: async () => {} };
  for (const ref of ['mtg_failing', 'gl_failing'])
    await putTask(db, 'remove_guests', ref, clock.now());
  const runs = await startDueTasks(
    { ...ctx, traces },
    {
      holder: 'a',
      handlers: { remove_guests: () => Promise.reject(new Error('no')) },
      limit: 2,
      signal: new AbortController().signal,
    },
  );
  await Promise.all(runs);
  expect(spans).toMatchObject([{ name: 'remove_guests', meetingRef: 'mtg_failing', failed: true }]);
});

test("a dead scribe's lease is released at once, but not a lease taken after its death", async () => {
  const { ctx, clock } = coreScene(db);
  const handlers = { attend_meeting: () => new Promise<void>(() => {}) };
  const { signal } = new AbortController();
  const lease = () => startDueTasks(ctx, { holder: 'scribe', handlers, limit: 1, signal });
  const holder = async () => (await findTask(db, 'attend_meeting', 'mtg_dead'))?.leased_by;
  await putTask(db, 'attend_meeting', 'mtg_dead', clock.now());
  expect(await lease()).toHaveLength(1);
  clock.advance(1);
  const diedAt = clock.now();
  await releaseLeasesOfDead(ctx, { holder: 'scribe', diedAt });
  expect(await holder()).toBeNull();
  clock.advance(10);
  expect(await lease()).toHaveLength(1);
  await releaseLeasesOfDead(ctx, { holder: 'scribe', diedAt });
  expect(await holder()).toBe('scribe');
});
