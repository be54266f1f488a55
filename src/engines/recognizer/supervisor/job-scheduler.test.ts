import { describe, expect, it } from 'vitest';
import { jobFor } from '../../../../dev/world/speech/recognizer-job.ts';
import type { Job } from './recognizer-messages.ts';
import { JobScheduler } from './job-scheduler.ts';

function scanOf(track: string, more: Partial<Job> = {}): Job {
  const job = jobFor('meeting', track, 0.1, more);
  return { ...job, request: { ...job.request, kind: 'scan' } };
}

function taken(scheduler: JobScheduler, nowMs = 0, sent: readonly Job[] = []): string[] {
  const next = scheduler.next(
    nowMs,
    sent.map((job) => [job]),
  );
  return 'jobs' in next ? next.jobs.map(({ request }) => request.path.split('/').at(-1) ?? '') : [];
}

describe('what waits for the recognizer', () => {
  it('is scanned together, but a scan that was running when the process died runs alone', () => {
    const scheduler = new JobScheduler();
    for (const track of ['a', 'b']) scheduler.put(scanOf(track));
    scheduler.put(scanOf('poison', { isSuspect: true }));
    scheduler.put(scanOf('c'));
    expect([taken(scheduler), taken(scheduler), taken(scheduler), taken(scheduler)]).toEqual([
      ['a.pcm', 'b.pcm'],
      ['poison.pcm'],
      ['c.pcm'],
      [],
    ]);
  });

  it('is scanned while a range is decoded, one message at a time', () => {
    const scheduler = new JobScheduler();
    const range = jobFor('meeting', 'decoding', 2);
    scheduler.put(scanOf('a'));
    scheduler.put(jobFor('meeting', 'next', 2));
    expect(taken(scheduler, 0, [range])).toEqual(['a.pcm']);
    scheduler.put(scanOf('b'));
    expect(taken(scheduler, 0, [range, scanOf('a')])).toEqual([]);
    expect(taken(scheduler, 0, [scanOf('a')])).toEqual(['next.pcm']);
  });

  it('is neither scanned nor decoded beside what may have ended the process, even after many scans', () => {
    const scheduler = new JobScheduler();
    const poison = jobFor('meeting', 'poison', 2, { isSuspect: true });
    scheduler.put(poison);
    scheduler.put(scanOf('a'));
    expect(taken(scheduler, 0, [scanOf('b')])).toEqual([]);
    expect(taken(scheduler)).toEqual(['poison.pcm']);
    expect(taken(scheduler, 0, [poison])).toEqual([]);
    expect(taken(scheduler)).toEqual(['a.pcm']);
    const suspectScan = scanOf('suspect', { isSuspect: true });
    scheduler.put(suspectScan);
    expect(taken(scheduler, 0, [jobFor('meeting', 'c', 2)])).toEqual([]);
    expect(taken(scheduler)).toEqual(['suspect.pcm']);
    scheduler.put(jobFor('meeting', 'd', 2));
    expect(taken(scheduler, 0, [suspectScan])).toEqual([]);
    expect(taken(scheduler)).toEqual(['d.pcm']);
  });

  it('is not started when nobody waits for it anymore', () => {
    const scheduler = new JobScheduler();
    const failures: string[] = [];
    scheduler.put(
      jobFor('meeting', 'gone', 2, {
        signal: AbortSignal.abort(),
        fail: () => failures.push('gone'),
      }),
    );
    scheduler.put(jobFor('meeting', 'wanted', 2));
    expect(taken(scheduler)).toEqual(['wanted.pcm']);
    expect(failures).toEqual(['gone']);
  });

  it('is scanned even if the range in front of it ended the process and is no longer wanted', () => {
    const scheduler = new JobScheduler();
    const signal = AbortSignal.abort();
    scheduler.put(jobFor('meeting', 'gone', 2, { signal, isSuspect: true, fail: () => {} }));
    scheduler.put(scanOf('a'));
    expect(taken(scheduler)).toEqual(['a.pcm']);
  });

  it('is decoded in batches up to a bound, but what crashed the process before is decoded alone', () => {
    const scheduler = new JobScheduler();
    for (const [track, seconds] of [
      ['a', 6],
      ['b', 6],
      ['c', 6],
      ['d', 8],
    ] as const)
      scheduler.put(jobFor('meeting', track, seconds));
    scheduler.put(jobFor('meeting', 'poison', 2, { isSuspect: true }));
    scheduler.put(jobFor('meeting', 'e', 2));
    expect([taken(scheduler), taken(scheduler), taken(scheduler), taken(scheduler)]).toEqual([
      ['a.pcm', 'b.pcm'],
      ['c.pcm', 'd.pcm'],
      ['poison.pcm'],
      ['e.pcm'],
    ]);
  });

  it('is decoded together with other meetings, in turn', () => {
    const scheduler = new JobScheduler();
    for (const track of ['a', 'b', 'c']) scheduler.put(jobFor('one', track, 5));
    scheduler.put(jobFor('other', 'd', 5));
    expect([taken(scheduler), taken(scheduler)]).toEqual([['a.pcm', 'd.pcm', 'b.pcm'], ['c.pcm']]);
  });

  it('is sent ahead only while ranges have waited for long', () => {
    const scheduler = new JobScheduler();
    const put = (track: string) => scheduler.put(jobFor('meeting', track, 8));
    for (const track of ['a', 'b', 'c', 'd', 'e']) put(track);
    const decoding = jobFor('meeting', 'decoding', 8);
    expect([taken(scheduler, 1_000, [decoding]), scheduler.isLate]).toEqual([[], false]);
    taken(scheduler, 1_000);
    expect([taken(scheduler, 1_000, [decoding]), scheduler.isLate]).toEqual([
      ['c.pcm', 'd.pcm'],
      true,
    ]);
    expect(taken(scheduler, 1_000, [decoding, decoding])).toEqual([]);
  });

  it('is scanned less often, in longer pieces, while ranges have waited for long', () => {
    const scheduler = new JobScheduler();
    for (const track of ['a', 'b']) scheduler.put(jobFor('meeting', track, 16));
    taken(scheduler, 1_000);
    const decoding = jobFor('meeting', 'decoding', 8);
    scheduler.put(scanOf('c', { sinceMs: 1_000 }));
    taken(scheduler, 1_000, [decoding]);
    expect(scheduler.next(1_049, [[decoding], [decoding]])).toEqual({ retryAtMs: 1_050 });
    expect(taken(scheduler, 1_050, [decoding, decoding])).toEqual(['c.pcm']);
  });

  it('is decoded one range at a time, and never late, where nobody waits for words', () => {
    const scheduler = new JobScheduler({ isBatch: true });
    for (const track of ['a', 'b']) scheduler.put(jobFor('meeting', track, 2));
    expect([taken(scheduler, 1_000), scheduler.isLate]).toEqual([['a.pcm'], false]);
    expect([taken(scheduler, 2_000), scheduler.isLate]).toEqual([['b.pcm'], false]);
  });

  it('as an interim result is timed by past ranges, which can only lower the estimate', () => {
    const interimBefore = (endMs: number, rangesTook: readonly number[]): string[] => {
      const scheduler = new JobScheduler();
      for (const tookMs of rangesTook) scheduler.noteDone([jobFor('meeting', 'a', 3)], 0, tookMs);
      scheduler.expectEnd('b', endMs);
      scheduler.put(jobFor('meeting', 'a', 3, { interim: 'later' }));
      return taken(scheduler, 0);
    };
    // 108 ms until something was measured.
    expect([interimBefore(100, []), interimBefore(100, Array(10).fill(50))]).toEqual([
      [],
      ['a.pcm'],
    ]);
    expect([interimBefore(200, []), interimBefore(200, [5_000])]).toEqual([['a.pcm'], ['a.pcm']]);
  });

  it('drops the interim result of a range whose final result is requested', () => {
    const scheduler = new JobScheduler();
    const failures: string[] = [];
    scheduler.put(jobFor('meeting', 'a', 2, { interim: 'later', fail: () => failures.push('a') }));
    scheduler.put(jobFor('meeting', 'a', 2.3));
    expect(failures).toEqual(['a']);
    expect([taken(scheduler), taken(scheduler)]).toEqual([['a.pcm'], []]);
  });
});
