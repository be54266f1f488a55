import { describe, expect, it, vi } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { TASK_KINDS } from '../../store/schema.ts';
import { findTask, putTask } from '../../store/task.ts';
import { extendLease, leaseDueTasks } from '../../store/task-run.ts';
import { startDueTasks } from './run-due-tasks.ts';
import { releaseLeases, runTasks } from './run-tasks.ts';
import { leaseOf, retryDelaySeconds, type TaskHandler, type TaskOutcome } from './task.ts';

const { db } = await testDatabase();
const { signal } = new AbortController();

/** Each test has its own kind, since the tests share a table. */
const kinds = TASK_KINDS.values();
function scene() {
  const kind = kinds.next().value ?? 'no_show';
  const { ctx, clock } = coreScene(db);
  const once = (handler: TaskHandler, holder = 'a') =>
    startDueTasks(ctx, { holder, handlers: { [kind]: handler }, limit: 10, signal }).then((runs) =>
      Promise.all(runs),
    );
  return {
    ctx,
    clock,
    kind,
    once,
    /** A run that never ends. */
    hang: (holder: string) => {
      const handlers = { [kind]: () => new Promise<void>(() => {}) };
      return startDueTasks(ctx, { holder, handlers, limit: 1, signal });
    },
    put: (ref = 'r') => putTask(db, kind, ref, clock.now()),
    task: (ref = 'r') => findTask(db, kind, ref),
  };
}

describe('a task', () => {
  it('is deleted when its handler succeeded', async () => {
    const { once, put, task } = scene();
    await put();
    await once(async () => undefined);
    expect(await task()).toBeUndefined();
  });

  it('is due when its handler says so, and counts its attempts from zero again', async () => {
    const { clock, once, put, task } = scene();
    await put();
    const again = new Date(clock.now().getTime() + 5_000);
    await once(async () => ({ again }));
    expect(await task()).toMatchObject({ due_at: again, attempt: 0, leased_by: null });
  });

  it('is tried again later when its handler threw', async () => {
    const { clock, kind, once, put, task } = scene();
    await put();
    await once(async () => Promise.reject(new Error('no')));
    expect(await task()).toMatchObject({
      attempt: 1,
      leased_by: null,
      due_at: new Date(clock.now().getTime() + retryDelaySeconds(kind, 1) * 1000),
    });
  });

  it.each<[string, (again: Date) => Promise<TaskOutcome>]>([
    ['succeeds', async () => undefined],
    ['comes again later', async (again) => ({ again })],
    ['fails', () => Promise.reject(new Error('no'))],
  ])('runs once more at once when it is scheduled again during a run that %s', async (_, end) => {
    const { clock, once, put, task } = scene();
    await put();
    const later = new Date(clock.now().getTime() + 60_000);
    await once(() => put().then(() => end(later)));
    expect(await task()).toMatchObject({ due_at: clock.now(), attempt: 0, leased_by: null });
  });

  it('is run by one holder at a time', async () => {
    const { once, put } = scene();
    await put();
    const handler = vi.fn<TaskHandler>(async () => {
      await once(handler, 'b');
      return undefined;
    });
    await Promise.all([once(handler, 'a'), once(handler, 'c')]);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  // Promise: recovery
  it('of a dead holder runs again when its lease is over, or at once when that holder starts again', async () => {
    const { ctx, clock, kind, once, hang, put } = scene();
    await put();
    expect(await hang('dead')).toHaveLength(1);
    const handler = vi.fn<TaskHandler>(async () => undefined);
    await once(handler, 'other');
    expect(handler).not.toHaveBeenCalled();
    await releaseLeases(ctx, 'dead');
    expect(await hang('dead')).toHaveLength(1);
    clock.advance(leaseOf(kind).seconds + 1);
    await once(handler, 'other');
    expect(handler).toHaveBeenCalledTimes(1);
    expect(handler.mock.calls[0]?.[1].attempt).toBe(3);
  });
});

describe('a lease', () => {
  it('that ran out is lost to its run, even when the same holder leases the task again', async () => {
    const { ctx, clock, kind, put } = scene();
    await put();
    const lease = () => {
      const leasedUntil = new Date(clock.now().getTime() + 15_000);
      const request = { kinds: [kind], holder: 'a', now: clock.now(), leasedUntil, limit: 1 };
      return leaseDueTasks(ctx.db, request);
    };
    const runs = await lease();
    await put();
    clock.advance(31);
    runs.push(...(await lease()));
    const extended = runs.map(({ ref, lease_id }) =>
      extendLease(ctx.db, { kind, ref, leaseId: lease_id ?? '' }, clock.now()),
    );
    expect(await Promise.all(extended)).toEqual([false, true]);
  });
});

describe('runTasks', () => {
  it('runs at most as many at once as it may, and all of them in the end', async () => {
    const { ctx, kind, put } = scene();
    for (let i = 0; i < 12; i += 1) await put(`r${i}`);
    let running = 0;
    let most = 0;
    let done = 0;
    const handler: TaskHandler = async () => {
      running += 1;
      most = Math.max(most, running);
      await db.selectFrom('task').select('kind').execute();
      running -= 1;
      done += 1;
    };
    const runner = runTasks(ctx, { holder: 'a', handlers: { [kind]: handler }, concurrency: 3 });
    await vi.waitFor(() => expect(done).toBe(12), { timeout: 15_000 });
    expect(most).toBeLessThanOrEqual(3);
    await runner.stop();
  });

  // Promise: recovery
  it('tells running tasks to stop and gives them back at once', async () => {
    const { ctx, kind, put, task } = scene();
    await put();
    const begun = vi.fn();
    const handler: TaskHandler = (_, __, stop) => {
      begun();
      return new Promise((_resolve, reject) =>
        stop.addEventListener('abort', () => reject(stop.reason)),
      );
    };
    const runner = runTasks(ctx, { holder: 'a', handlers: { [kind]: handler } });
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), { timeout: 15_000 });
    await runner.stop();
    expect(await task()).toMatchObject({ leased_by: null, attempt: 0 });
  });
});

describe('long tasks that several processes share', () => {
  it('are divided about equally, even when all are due at once', async () => {
    const { ctx, kind, put } = scene();
    const held = { a: 0, b: 0 };
    const runners = (['a', 'b'] as const).map((holder) => {
      const handler: TaskHandler = (_, __, stop) => {
        held[holder] += 1;
        return new Promise((_resolve, reject) =>
          stop.addEventListener('abort', () => reject(stop.reason)),
        );
      };
      return { holder, handlers: { [kind]: handler }, concurrency: 100, isShared: true };
    });
    for (let i = 0; i < 60; i += 1) await put(`r${i}`);
    const started = runners.map((options) => runTasks(ctx, options));
    await vi.waitFor(() => expect(held.a + held.b).toBe(60), { timeout: 10_000 });
    expect(Math.abs(held.a - held.b)).toBeLessThanOrEqual(20);
    await Promise.all(started.map((runner) => runner.stop()));
  });
});

describe('a runner that is not able', () => {
  it('leaves tasks to others, and takes them when it is able again', async () => {
    const { ctx, kind, put } = scene();
    await put();
    let isAble = false;
    const handler = vi.fn<TaskHandler>(async () => undefined);
    const runner = runTasks(ctx, {
      holder: 'broken',
      handlers: { [kind]: handler },
      isAble: () => isAble,
    });
    const other = vi.fn<TaskHandler>(async () => ({ again: ctx.clock.now() }));
    const runs = await startDueTasks(ctx, {
      holder: 'other',
      handlers: { [kind]: other },
      limit: 1,
      signal,
    });
    await Promise.all(runs);
    expect(other).toHaveBeenCalledTimes(1);
    expect(handler).not.toHaveBeenCalled();
    isAble = true;
    runner.wake();
    await vi.waitFor(() => expect(handler).toHaveBeenCalled(), { timeout: 15_000 });
    await runner.stop();
  });
});

describe('the lease of a meeting', () => {
  it('ends soon enough for another scribe, which looks each second, to come within 3 s', () => {
    const { seconds, heartbeatSeconds } = leaseOf('attend_meeting');
    expect(seconds + 1).toBeLessThanOrEqual(3);
    expect(heartbeatSeconds * 2).toBeLessThan(seconds);
  });

  it('that ran out while its process was slow is left to that process, and taken by others', async () => {
    const { clock, kind, put, once, hang } = scene();
    await put();
    const handler = vi.fn<TaskHandler>(async () => undefined);
    expect(await hang('slow')).toHaveLength(1);
    clock.advance(leaseOf(kind).seconds + 1);
    await once(handler, 'slow');
    expect(handler).not.toHaveBeenCalled();
    await once(handler, 'other');
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe('retryDelaySeconds', () => {
  // Promise: A3
  it('grows threefold for artifact jobs, and to a minute at most for the rest', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelaySeconds('write_summary', attempt))).toEqual([
      10, 30, 90, 270,
    ]);
    expect([1, 2, 7, 5_000].map((attempt) => retryDelaySeconds('close_room', attempt))).toEqual([
      1, 2, 60, 60,
    ]);
  });

  it('is short for a meeting, however often its scribes were lost before', () => {
    expect([1, 2, 7].map((attempt) => retryDelaySeconds('attend_meeting', attempt))).toEqual([
      1, 2, 5,
    ]);
  });
});
