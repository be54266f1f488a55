import { describe, expect, it } from 'vitest';
import type { Job } from './recogniser-messages.ts';
import { Turns } from './turns.ts';

const SECOND = 16_000;
let lastId = 0;

function jobFor(room: string, track: string, seconds: number, more: Partial<Job> = {}): Job {
  const request = {
    kind: 'transcribe' as const,
    id: ++lastId,
    path: `/spool/${room}/${track}.pcm`,
    fromSample: 0,
    toSample: seconds * SECOND,
  };
  return { request, done: () => {}, fail: () => {}, isGlimpse: false, isSuspect: false, crashed: 0, killed: 0, ...more };
}

function scanOf(track: string, more: Partial<Job> = {}): Job {
  const job = jobFor('room', track, 0.1, more);
  return { ...job, request: { ...job.request, kind: 'scan', trackRef: track } };
}

function taken(turns: Turns, nowMs = 0): string[] {
  const next = turns.next(nowMs);
  return 'jobs' in next ? next.jobs.map(({ request }) => request.path.split('/').at(-1) ?? '') : [];
}

describe('what waits for the recogniser', () => {
  it('is scanned together, but what was there when the process died is scanned alone', () => {
    const turns = new Turns();
    for (const track of ['a', 'b']) turns.putScan(scanOf(track));
    turns.putScan(scanOf('poison', { isSuspect: true }));
    turns.putScan(scanOf('c'));
    expect([taken(turns), taken(turns), taken(turns), taken(turns)]).toEqual([['a.pcm', 'b.pcm'], ['poison.pcm'], ['c.pcm'], []]);
  });

  it('is not begun when nobody waits for it any more', () => {
    const turns = new Turns();
    const failures: string[] = [];
    turns.putRange(jobFor('room', 'gone', 2, { signal: AbortSignal.abort(), fail: () => failures.push('gone') }));
    turns.putRange(jobFor('room', 'wanted', 2));
    expect(taken(turns)).toEqual(['wanted.pcm']);
    expect(failures).toEqual(['gone']);
  });

  it('loses the guess at a range that is asked for itself', () => {
    const turns = new Turns();
    const failures: string[] = [];
    turns.putGlimpse('a', jobFor('room', 'a', 2, { isGlimpse: true, fail: () => failures.push('a') }));
    turns.putRange(jobFor('room', 'a', 2.3));
    expect(failures).toEqual(['a']);
    expect([taken(turns), taken(turns)]).toEqual([['a.pcm'], []]);
  });
});

/** The work that a second of sound takes, and how people talk in the rehearsal below: all the time, in sentences. */
const WORK_MS = 20;
const SENTENCE_MS = 3_000;
const PAUSE_MS = 700;
const SUSPECTED_AFTER_MS = 300;
const LOOK_EVERY_MS = 500;
const REHEARSED_MS = 60_000;

/** Plays a minute of `talkers` without a process: guesses a talker, and ranges that found a guess in their way. */
function rehearse(talkers: number): { guesses: number; hindered: number; longestWaitMs: number } {
  const turns = new Turns();
  const result = { guesses: 0, hindered: 0, longestWaitMs: 0 };
  const askedAtMs = new Map<Job, number>();
  const isAsking = new Set<string>();
  let current: { job: Job; sinceMs: number; untilMs: number } | undefined;
  for (let now = 0; now < REHEARSED_MS; now += 5) {
    for (let i = 0; i < talkers; i++) {
      const track = `t${i}`;
      const inCycle = (now + i * 135) % (SENTENCE_MS + PAUSE_MS);
      if (inCycle === SENTENCE_MS) turns.expectEnd(track, now + SUSPECTED_AFTER_MS);
      if (inCycle === SENTENCE_MS + SUSPECTED_AFTER_MS) {
        turns.expectEnd(track, null);
        const job = jobFor('room', track, SENTENCE_MS / 1000);
        askedAtMs.set(job, now);
        result.hindered += current?.job.isGlimpse && current.untilMs > now && now > SENTENCE_MS + PAUSE_MS ? 1 : 0;
        turns.putRange(job);
      }
      if (inCycle < SENTENCE_MS && inCycle > 0 && inCycle % LOOK_EVERY_MS === 0 && !isAsking.has(track)) {
        isAsking.add(track);
        turns.putGlimpse(track, jobFor('room', track, inCycle / 1000, { isGlimpse: true, fail: () => isAsking.delete(track) }));
      }
    }
    if (current && now >= current.untilMs) {
      const { job, sinceMs } = current;
      if (job.isGlimpse) {
        result.guesses += 1 / talkers;
        isAsking.delete(job.request.path.split('/').at(-1)?.replace('.pcm', '') ?? '');
      }
      turns.noteDone([job], sinceMs, now);
      current = undefined;
    }
    if (current) continue;
    const next = turns.next(now);
    const [job] = 'jobs' in next ? next.jobs : [];
    if (!job) continue;
    result.longestWaitMs = Math.max(result.longestWaitMs, now - (askedAtMs.get(job) ?? now));
    current = { job, sinceMs: now, untilMs: now + (WORK_MS * (job.request.toSample - job.request.fromSample)) / SECOND };
  }
  return result;
}

describe('guesses', () => {
  it('thin out by themselves as more people talk, and never stand before last words', () => {
    const [one, four, twelve, forty] = [1, 4, 12, 40].map(rehearse);
    expect(one?.guesses).toBeGreaterThan(60);
    expect(four?.guesses).toBeGreaterThan(40);
    expect(twelve?.guesses).toBeLessThan(four?.guesses ?? 0);
    expect(forty?.guesses).toBeLessThan((twelve?.guesses ?? 0) / 2);
    for (const load of [one, four, twelve, forty]) expect(load?.hindered).toBe(0);
    expect(four?.longestWaitMs).toBeLessThanOrEqual(300);
  });
});
