import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListeningPace, type Pace } from './poll-scheduler.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * When it looked, in ms, and whether each look was late; `urgentUntil`: somebody may be speaking,
 * and then comes `after`.
 */
function scene(urgentUntilMs: number, after: Pace = 'slow') {
  const startMs = performance.now();
  const looks: number[] = [];
  const late: number[] = [];
  const pace = new ListeningPace((isLate, then) => {
    const atMs = performance.now() - startMs;
    (isLate ? late : looks).push(atMs);
    then(atMs < urgentUntilMs ? 'quick' : after);
  });
  return { looks, late, pace };
}

describe('ListeningPace', () => {
  it('looks often while it is urgent, and seldom while everybody rests', () => {
    const { looks, pace } = scene(300);
    pace.hurry();
    vi.advanceTimersByTime(1_500);
    expect(looks).toEqual([0, 100, 200, 300, 800, 1_300]);
  });

  it('looks five times a second while packets wait for it and nobody speaks', () => {
    const { looks, pace } = scene(100, 'steady');
    pace.hurry();
    vi.advanceTimersByTime(700);
    expect(looks).toEqual([0, 100, 300, 500, 700]);
  });

  it('polls at once when somebody begins to speak in a resting room, and not again for each packet', () => {
    const { looks, pace } = scene(0);
    pace.hurry();
    vi.advanceTimersByTime(250);
    for (let i = 0; i < 5; i++) {
      pace.hurry();
      vi.advanceTimersByTime(20);
    }
    expect(looks).toEqual([0, 250, 350]);
  });

  it('knows that a look is late, and looks again soon', () => {
    const { looks, late, pace } = scene(0);
    pace.hurry();
    vi.advanceTimersByTime(1);
    const clock = performance.now.bind(performance);
    // What a process that was busy for 1.5 s finds.
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_500);
    vi.advanceTimersByTime(600);
    expect([looks, late]).toEqual([[0, 2_100], [2_000]]);
  });

  it('looks no more when it was stopped', () => {
    const { looks, pace } = scene(Infinity);
    pace.hurry();
    vi.advanceTimersByTime(100);
    pace.stop();
    pace.hurry();
    vi.advanceTimersByTime(1_000);
    expect(looks).toEqual([0, 100]);
  });
});
