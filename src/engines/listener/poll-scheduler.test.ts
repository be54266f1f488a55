import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PollScheduler } from './poll-scheduler.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** When it polled, in ms, on time or late; until `urgentUntilMs` somebody may be speaking. */
function scene(urgentUntilMs: number) {
  const startMs = performance.now();
  const onTime: number[] = [];
  const late: number[] = [];
  const scheduler = new PollScheduler((isLate) => {
    const atMs = performance.now() - startMs;
    (isLate ? late : onTime).push(atMs);
    return atMs < urgentUntilMs ? 'fast' : 'slow';
  });
  return { onTime, late, scheduler };
}

describe('PollScheduler', () => {
  it('polls often while it is urgent, and seldom while everybody is silent', () => {
    const { onTime, scheduler } = scene(300);
    scheduler.pollSoon();
    vi.advanceTimersByTime(1_500);
    expect(onTime).toEqual([0, 100, 200, 300, 800, 1_300]);
  });

  it('polls at once when somebody begins to speak in a silent room, and not again for each packet', () => {
    const { onTime, scheduler } = scene(0);
    scheduler.pollSoon();
    vi.advanceTimersByTime(250);
    for (let i = 0; i < 5; i++) {
      scheduler.pollSoon();
      vi.advanceTimersByTime(20);
    }
    expect(onTime).toEqual([0, 250, 350]);
  });

  it('detects a late poll, and polls again soon', () => {
    const { onTime, late, scheduler } = scene(0);
    scheduler.pollSoon();
    vi.advanceTimersByTime(1);
    const clock = performance.now.bind(performance);
    // What a process that was busy for 1.5 s finds.
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_500);
    vi.advanceTimersByTime(600);
    expect([onTime, late]).toEqual([[0, 2_100], [2_000]]);
  });

  it('does not poll after it was stopped', () => {
    const { onTime, scheduler } = scene(Infinity);
    scheduler.pollSoon();
    vi.advanceTimersByTime(100);
    scheduler.stop();
    scheduler.pollSoon();
    vi.advanceTimersByTime(1_000);
    expect(onTime).toEqual([0, 100]);
  });
});
