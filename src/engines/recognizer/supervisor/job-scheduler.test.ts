import { describe, expect, it } from 'vitest';
import type { Job } from './recognizer-messages.ts';
import { JobScheduler } from './job-scheduler.ts';

const SECOND = 16_000;
let lastId = 0;

function jobFor(meetingRef: string, track: string, seconds: number, more: Partial<Job> = {}): Job {
  const request = {
    kind: 'transcribe' as const,
    id: ++lastId,
    meetingRef,
    trackRef: track,
    path: `/spool/${meetingRef}/${track}.pcm`,
    fromSample: 0,
    toSample: seconds * SECOND,
  };
  return {
    request,
    sinceMs: 0,
    done: () => {},
    fail: () => {},
    isSuspect: false,
    crashed: 0,
    killed: 0,
    ...more,
  };
}

function scanOf(track: string, more: Partial<Job> = {}): Job {
  const job = jobFor('meeting', track, 0.1, more);
  return { ...job, request: { ...job.request, kind: 'scan' } };
}

function taken(scheduler: JobScheduler, nowMs = 0): string[] {
  const next = scheduler.next(nowMs);
  return 'jobs' in next ? next.jobs.map(({ request }) => request.path.split('/').at(-1) ?? '') : [];
}

describe('what waits for the recognizer', () => {
  it('is scanned together, but what was there when the process died is scanned alone', () => {
    const scheduler = new JobScheduler();
    for (const track of ['a', 'b']) scheduler.putScan(scanOf(track));
    scheduler.putScan(scanOf('poison', { isSuspect: true }));
    scheduler.putScan(scanOf('c'));
    expect([taken(scheduler), taken(scheduler), taken(scheduler), taken(scheduler)]).toEqual([
      ['a.pcm', 'b.pcm'],
      ['poison.pcm'],
      ['c.pcm'],
      [],
    ]);
  });

  it('is not begun when nobody waits for it any more', () => {
    const scheduler = new JobScheduler();
    const failures: string[] = [];
    scheduler.putRange(
      jobFor('meeting', 'gone', 2, {
        signal: AbortSignal.abort(),
        fail: () => failures.push('gone'),
      }),
    );
    scheduler.putRange(jobFor('meeting', 'wanted', 2));
    expect(taken(scheduler)).toEqual(['wanted.pcm']);
    expect(failures).toEqual(['gone']);
  });

  it('is decoded in batches up to a bound, but what crashed the process before is decoded alone', () => {
    const scheduler = new JobScheduler();
    for (const [track, seconds] of [
      ['a', 6],
      ['b', 6],
      ['c', 6],
      ['d', 8],
    ] as const)
      scheduler.putRange(jobFor('meeting', track, seconds));
    scheduler.putRange(jobFor('meeting', 'poison', 2, { isSuspect: true }));
    scheduler.putRange(jobFor('meeting', 'e', 2));
    expect([taken(scheduler), taken(scheduler), taken(scheduler), taken(scheduler)]).toEqual([
      ['a.pcm', 'b.pcm'],
      ['c.pcm', 'd.pcm'],
      ['poison.pcm'],
      ['e.pcm'],
    ]);
  });

  it('is decoded together whatever room it is of, in turn', () => {
    const scheduler = new JobScheduler();
    for (const track of ['a', 'b', 'c']) scheduler.putRange(jobFor('one', track, 5));
    scheduler.putRange(jobFor('other', 'd', 5));
    expect([taken(scheduler), taken(scheduler)]).toEqual([['a.pcm', 'd.pcm', 'b.pcm'], ['c.pcm']]);
  });

  it('is late only while ranges wait that waited for long', () => {
    const scheduler = new JobScheduler();
    const put = (track: string) => scheduler.putRange(jobFor('meeting', track, 8));
    for (const track of ['a', 'b', 'c', 'd']) put(track);
    expect([scheduler.isBehind, scheduler.isLate]).toEqual([false, false]);
    taken(scheduler, 1_000);
    expect(scheduler.isBehind).toBe(true);
    taken(scheduler, 1_000);
    expect(scheduler.isBehind).toBe(false);
    // What was taken last waited as long.
    expect(scheduler.isLate).toBe(true);
  });

  it('is decoded with care, one range after the other, where nobody waits for words', () => {
    const scheduler = new JobScheduler({ isBatch: true });
    for (const track of ['a', 'b']) scheduler.putRange(jobFor('meeting', track, 2));
    expect([taken(scheduler, 1_000), scheduler.isBehind, scheduler.isLate]).toEqual([
      ['a.pcm'],
      false,
      false,
    ]);
    expect([taken(scheduler, 2_000), scheduler.isLate]).toEqual([['b.pcm'], false]);
  });

  it('when guessed at is foretold by ranges, of which more care is taken, only to take less', () => {
    const guessBefore = (endMs: number, rangesTook: readonly number[]): string[] => {
      const scheduler = new JobScheduler();
      for (const tookMs of rangesTook) scheduler.noteDone([jobFor('meeting', 'a', 3)], 0, tookMs);
      scheduler.expectEnd('b', endMs);
      scheduler.putInterim(jobFor('meeting', 'a', 3, { interim: 'later' }));
      return taken(scheduler, 0);
    };
    // 108 ms until something was measured.
    expect([guessBefore(100, []), guessBefore(100, Array(10).fill(50))]).toEqual([[], ['a.pcm']]);
    expect([guessBefore(200, []), guessBefore(200, [5_000])]).toEqual([['a.pcm'], ['a.pcm']]);
  });

  it('loses the guess at a range that is asked for itself', () => {
    const scheduler = new JobScheduler();
    const failures: string[] = [];
    scheduler.putInterim(
      jobFor('meeting', 'a', 2, { interim: 'later', fail: () => failures.push('a') }),
    );
    scheduler.putRange(jobFor('meeting', 'a', 2.3));
    expect(failures).toEqual(['a']);
    expect([taken(scheduler), taken(scheduler)]).toEqual([['a.pcm'], []]);
  });
});

/** The work that a second of sound takes, and how people talk in the rehearsal below: all the time, in sentences. */
const WORK_MS = 20;
const BEGINNING_MS = 12;
const SENTENCE_MS = 3_000;
const PAUSE_MS = 700;
const SUSPECTED_AFTER_MS = 300;
const LOOK_EVERY_MS = 500;
const REHEARSED_MS = 60_000;

/**
 * `hinderedMs`: for how long a range found a guess in its way at most, `laterHindered`: how many
 * found one that was not a first.
 */
type Rehearsal = {
  interims: number;
  hinderedMs: number;
  laterHindered: number;
  rangeWaitMs: number;
  shown: number;
  firstWaitMs: number;
};

/**
 * Plays a minute of `talkers` without a process; `guesses` a talker, `shown`: the share of
 * sentences of which a guess was made.
 */
function rehearse(talkers: number): Rehearsal {
  const scheduler = new JobScheduler();
  const result = {
    interims: 0,
    hinderedMs: 0,
    laterHindered: 0,
    rangeWaitMs: 0,
    shown: 0,
    firstWaitMs: 0,
  };
  const sentences = Math.floor(REHEARSED_MS / (SENTENCE_MS + PAUSE_MS)) * talkers;
  const isAsking = new Set<string>();
  const isShown = new Set<string>();
  let current: { job: Job; sinceMs: number; untilMs: number } | undefined;
  for (let now = 0; now < REHEARSED_MS; now += 5) {
    for (let i = 0; i < talkers; i++) {
      const track = `t${i}`;
      const inCycle = (now + i * 135) % (SENTENCE_MS + PAUSE_MS);
      if (inCycle === 0) isShown.delete(track);
      if (inCycle === SENTENCE_MS) scheduler.expectEnd(track, now + SUSPECTED_AFTER_MS);
      if (inCycle === SENTENCE_MS + SUSPECTED_AFTER_MS) {
        scheduler.expectEnd(track, null);
        const job = jobFor('meeting', track, SENTENCE_MS / 1000, { sinceMs: now });
        const inTheWay =
          current?.job.interim && current.untilMs > now && now > SENTENCE_MS + PAUSE_MS
            ? current
            : undefined;
        result.hinderedMs = Math.max(result.hinderedMs, inTheWay ? inTheWay.untilMs - now : 0);
        result.laterHindered += inTheWay?.job.interim === 'later' ? 1 : 0;
        scheduler.putRange(job);
      }
      if (
        inCycle < SENTENCE_MS &&
        inCycle > 0 &&
        inCycle % LOOK_EVERY_MS === 0 &&
        !isAsking.has(track)
      ) {
        isAsking.add(track);
        const interim = isShown.has(track) ? 'later' : 'first';
        scheduler.putInterim(
          jobFor('meeting', track, inCycle / 1000, {
            interim,
            sinceMs: now,
            fail: () => isAsking.delete(track),
          }),
        );
      }
    }
    if (current && now >= current.untilMs) {
      const { job, sinceMs } = current;
      if (job.interim) {
        const track = job.request.path.split('/').at(-1)?.replace('.pcm', '') ?? '';
        result.interims += 1 / talkers;
        isAsking.delete(track);
        isShown.add(track);
        result.shown += job.interim === 'first' ? 1 / sentences : 0;
        result.firstWaitMs = Math.max(
          result.firstWaitMs,
          job.interim === 'first' ? now - job.sinceMs : 0,
        );
      }
      scheduler.noteDone([job], sinceMs, now);
      current = undefined;
    }
    if (current) continue;
    const next = scheduler.next(now);
    const [job] = 'jobs' in next ? next.jobs : [];
    if (!job) continue;
    result.rangeWaitMs = Math.max(result.rangeWaitMs, job.interim ? 0 : now - job.sinceMs);
    current = {
      job,
      sinceMs: now,
      untilMs:
        now + BEGINNING_MS + (WORK_MS * (job.request.toSample - job.request.fromSample)) / SECOND,
    };
  }
  return result;
}

describe('guesses', () => {
  const [one, four, twelve, forty] = [rehearse(1), rehearse(4), rehearse(12), rehearse(40)];

  it('thin out by themselves as more people talk', () => {
    expect(one.interims).toBeGreaterThan(60);
    expect(four.interims).toBeGreaterThan(40);
    expect(twelve.interims).toBeLessThan(four.interims);
    expect(forty.interims).toBeLessThan(twelve.interims / 2);
  });

  it('keep last words waiting for a brief moment at most, and only when they are the first of their sentence', () => {
    for (const load of [one, four, twelve, forty]) {
      expect(load.laterHindered).toBe(0);
      expect(load.hinderedMs).toBeLessThanOrEqual(25);
    }
    expect(four.rangeWaitMs).toBeLessThanOrEqual(50);
    expect(twelve.rangeWaitMs).toBeLessThanOrEqual(50);
  });

  it('are made of every sentence, and soon, also when twelve people talk at once', () => {
    for (const load of [one, four, twelve]) expect(load.shown).toBeGreaterThan(0.95);
    expect(four.firstWaitMs).toBeLessThanOrEqual(50);
    expect(twelve.firstWaitMs).toBeLessThanOrEqual(100);
  });
});
