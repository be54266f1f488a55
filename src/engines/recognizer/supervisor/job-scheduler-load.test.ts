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

describe('interim results', () => {
  const [one, four, twelve, forty] = [rehearse(1), rehearse(4), rehearse(12), rehearse(40)];

  it('become fewer as more people talk', () => {
    expect(one.interims).toBeGreaterThan(60);
    expect(four.interims).toBeGreaterThan(40);
    expect(twelve.interims).toBeLessThan(four.interims);
    expect(forty.interims).toBeLessThan(twelve.interims / 2);
  });

  it('delay final results only briefly, and only when they are the first of their sentence', () => {
    for (const load of [one, four, twelve, forty]) {
      expect(load.laterHindered).toBe(0);
      expect(load.hinderedMs).toBeLessThanOrEqual(25);
    }
    expect(four.rangeWaitMs).toBeLessThanOrEqual(50);
    expect(twelve.rangeWaitMs).toBeLessThanOrEqual(50);
  });

  it('come for every sentence, and soon, even when twelve people talk at once', () => {
    for (const load of [one, four, twelve]) expect(load.shown).toBeGreaterThan(0.95);
    expect(four.firstWaitMs).toBeLessThanOrEqual(50);
    expect(twelve.firstWaitMs).toBeLessThanOrEqual(100);
  });
});
