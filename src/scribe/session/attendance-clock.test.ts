import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttendanceClock } from './attendance-clock.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
    }),
);
afterEach(() => void vi.useRealTimers());

/** When it ticked, in ms; `againMs`: what each tick asks for. */
function scene(...againMs: number[]) {
  const startMs = performance.now();
  const ticks: number[] = [];
  const clock = new AttendanceClock(() => {
    ticks.push(Math.round(performance.now() - startMs));
    return againMs[ticks.length - 1] ?? Infinity;
  });
  return { clock, ticks };
}

describe('AttendanceClock', () => {
  it('sleeps while nothing is due, and ticks at once when there is sound', () => {
    const { clock, ticks } = scene();
    clock.start();
    vi.advanceTimersByTime(5_000);
    for (let i = 0; i < 3; i++) clock.soon();
    vi.advanceTimersByTime(1_000);
    expect(ticks).toEqual([0, 5_000]);
  });

  it('ticks at the earliest requested time', () => {
    const { clock, ticks } = scene(1_000);
    clock.start();
    clock.within(300);
    clock.within(700);
    vi.advanceTimersByTime(5_000);
    expect(ticks).toEqual([0, 300]);
  });

  it('combines requests in quick succession into one tick', () => {
    const { clock, ticks } = scene();
    clock.start();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(10);
      clock.soon();
    }
    vi.advanceTimersByTime(1_000);
    expect(ticks).toEqual([0, 50, 100, 150]);
  });

  it('does not tick after it was stopped', () => {
    const { clock, ticks } = scene(100, 100, 100);
    clock.start();
    vi.advanceTimersByTime(150);
    clock.soon();
    clock.stop();
    clock.soon();
    clock.within(10);
    vi.advanceTimersByTime(1_000);
    expect(ticks).toEqual([0, 100]);
  });
});
