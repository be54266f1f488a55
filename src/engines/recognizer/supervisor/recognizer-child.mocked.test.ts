import { EventEmitter } from 'node:events';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../dev/world/clock-and-log.ts';
import { RecognizerChild } from './recognizer-child.ts';

class PlayedProcess extends EventEmitter {
  readonly connected = false;
  readonly exitCode = null;
  readonly signalCode = null;
  send(): void {}
  kill(): void {
    this.emit('exit', null, 'SIGKILL');
  }
}

const { started, refusals } = vi.hoisted(() => ({
  started: [] as EventEmitter[],
  refusals: [] as Error[],
}));
vi.mock('node:child_process', () => ({
  fork: () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const process = new PlayedProcess();
    started.push(process);
    return process;
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one process replaces an idle one that is killed, even if work comes before it is started', async () => {
  const child = new RecognizerChild(
    { modelDir: '', vadPath: '', log: silentLog, restAfterMs: 100 },
    { onReady: () => {}, onAnswers: () => {}, onEnd: () => {} },
  );
  started[0]?.emit('message', { kind: 'ready', realTimeFactor: null });
  child.rest();
  started[0]?.emit('exit', null, 'SIGKILL');
  vi.advanceTimersByTime(150);
  child.prepare();
  vi.advanceTimersByTime(10_000);
  expect(started).toHaveLength(2);
  await child.stop();
});

test('an intact model is not blamed when its process is killed, or takes too long, before it is ready', async () => {
  const child = new RecognizerChild(
    { modelDir: '/models/m', vadPath: '', log: silentLog },
    { onReady: () => {}, onAnswers: () => {}, onEnd: () => {} },
  );
  started.at(-1)?.emit('exit', null, 'SIGKILL');
  expect(child.health).toEqual({
    status: 'unavailable',
    detail: expect.stringMatching(/^The recognizer process was killed .* memory/),
  });
  vi.advanceTimersByTime(1000);
  started.at(-1)?.emit('message', { kind: 'ready', realTimeFactor: null });
  started.at(-1)?.emit('exit', 1, null);
  vi.advanceTimersByTime(1000 + 60_000);
  expect(child.health.detail).toMatch(/within 60 s.* overloaded/);
  await child.stop();
});

/** A process that is ready, and how it ended. */
function readyChild() {
  const ends: string[] = [];
  const child = new RecognizerChild(
    { modelDir: '', vadPath: '', log: silentLog },
    { onReady: () => {}, onAnswers: () => {}, onEnd: (how) => void ends.push(how) },
  );
  const last = () => started.at(-1);
  last()?.emit('message', { kind: 'ready', realTimeFactor: null });
  return { child, ends, last };
}

test('a process that answers one message and is silent about the next for 20 s is ended', async () => {
  const { child, ends, last } = readyChild();
  child.ask([]);
  child.ask([]);
  vi.advanceTimersByTime(19_000);
  last()?.emit('message', { kind: 'answers', answers: [] });
  vi.advanceTimersByTime(19_000);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ends).toEqual(['stuck']);
  await child.stop();
});

test('a process that was ready is replaced soon, however often earlier ones were not', async () => {
  const { child, last } = readyChild();
  last()?.emit('exit', 1, null);
  for (let i = 0; i < 8; i += 1) {
    vi.advanceTimersByTime(60_000);
    last()?.emit('exit', 1, null);
  }
  vi.advanceTimersByTime(60_000);
  last()?.emit('message', { kind: 'ready', realTimeFactor: null });
  const before = started.length;
  last()?.emit('exit', 1, null);
  vi.advanceTimersByTime(200);
  expect(started.length).toBe(before + 1);
  await child.stop();
});

test('a process that the system has no memory for is started later', async () => {
  const { child, last } = readyChild();
  const before = started.length;
  refusals.push(new Error('spawn ENOMEM'), new Error('spawn ENOMEM'));
  last()?.emit('exit', null, 'SIGKILL');
  vi.advanceTimersByTime(500);
  expect(started).toHaveLength(before);
  expect(child.health.detail).toMatch(/memory/);
  vi.advanceTimersByTime(1_000);
  expect(started).toHaveLength(before + 1);
  await child.stop();
});

test('after a stop no process is started', async () => {
  const { child, last } = readyChild();
  last()?.emit('exit', 1, null);
  const before = started.length;
  await child.stop();
  vi.advanceTimersByTime(120_000);
  expect([started.length, vi.getTimerCount()]).toEqual([before, 0]);
});
