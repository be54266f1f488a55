import { BEHIND_MS, pickJob, type WaitingInterim } from './pick-job.ts';
import type { Job } from './recognizer-messages.ts';
import { FairQueue } from './fair-queue.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';

/**
 * After an interim result the process does other things for twice as long: later ones never take
 * more than a third of it.
 */
const PAUSE_SHARE = 2;
/** Scans that one message may hold: 20 s of sound are 50 ms of work. */
const MAX_SCAN_BATCH = { jobs: 64, samples: 20 * SAMPLE_RATE_HZ };
/**
 * Ranges that one message may hold: what is decoded together is cheaper, and keeps others waiting
 * for 0.3 s at most.
 */
const MAX_DECODE_BATCH = { jobs: 8, seconds: 16 };
/** What a second of sound takes to decode, until it was measured. To begin takes as long as so much sound. */
const INITIAL_PACE_MS = 30;
const BEGINNING_SECONDS = 0.6;
const PACE_WEIGHT = 0.2;
const WAIT_WEIGHT = 0.2;

export type Next = { jobs: Job[] } | { retryAtMs: number | null };

/** What waits for the recognizer process, and which job is next. Bounded by the tracks and the ranges asked for. */
export class JobScheduler {
  readonly #isBatch: boolean;
  readonly #scans: Job[] = [];
  readonly #ranges = new FairQueue<Job>();
  readonly #interims = new Map<string, Job>();
  readonly #endsAtMs = new Map<string, number>();
  #interimsFromMs = 0;
  #hasScanned = false;
  #paceMs = INITIAL_PACE_MS;
  #rangeWaitMs = 0;

  /** `isBatch`: nobody waits for words, so every range is decoded alone and never late. */
  constructor({ isBatch = false } = {}) {
    this.#isBatch = isBatch;
  }

  putScan(job: Job): void {
    this.#scans.push(job);
  }

  /** An interim result of the same utterance is not needed any more. */
  putRange(job: Job): void {
    const { meetingRef, trackRef, fromSample } = job.request;
    const interim = this.#interims.get(trackRef);
    if (interim?.request.fromSample === fromSample) {
      this.#interims.delete(trackRef);
      interim.fail(new Error('The final result is asked for'));
    }
    this.#ranges.put(meetingRef, job);
  }

  /** Takes the place of an earlier one of the same track. */
  putInterim(job: Job): void {
    const { trackRef } = job.request;
    this.#interims.get(trackRef)?.fail(new Error('A later request takes its place'));
    this.#interims.set(trackRef, job);
  }

  /** When the track's speaker will have ended, if silence goes on; null while somebody speaks, or nobody. */
  expectEnd(trackRef: string, atMs: number | null): void {
    if (atMs === null) this.#endsAtMs.delete(trackRef);
    else this.#endsAtMs.set(trackRef, atMs);
  }

  /** Ranges have waited for long lately: they are decoded in haste. */
  get isLate(): boolean {
    return !this.#isBatch && this.#rangeWaitMs > BEHIND_MS;
  }

  /** They did, and some wait now: the process should never wait for its next message. */
  get isBehind(): boolean {
    return this.#ranges.size > 0 && this.isLate;
  }

  /** The jobs to do now. Of more than one none has ended a process before. */
  next(nowMs: number): Next {
    const pick = pickJob(
      {
        scans: this.#scans.length,
        ranges: this.#ranges.size,
        hasScanned: this.#hasScanned,
        interims: [...this.#interims].map(([trackRef, job]) =>
          this.#toWaitingInterim(trackRef, job),
        ),
        interimsFromMs: this.#interimsFromMs,
        rangeWaitMs: this.#rangeWaitMs,
        endsAtMs: [...this.#endsAtMs.values()],
      },
      nowMs,
    );
    if (pick.kind === 'none') return pick;
    this.#hasScanned = pick.kind === 'scan';
    if (pick.kind === 'scan') return { jobs: this.#takeScans() };
    const jobs =
      pick.kind === 'range'
        ? this.#takeRanges(nowMs)
        : [this.#takeInterim(pick.trackRef)].filter((job) => job !== undefined);
    return jobs.length > 0 ? { jobs } : this.next(nowMs);
  }

  noteDone(jobs: readonly Job[], sinceMs: number, nowMs: number): void {
    const [job] = jobs;
    // Interim results, whose time this predicts, are decoded alone.
    if (!job || jobs.length > 1 || job.request.kind === 'scan') return;
    if (job.interim) this.#interimsFromMs = nowMs + PAUSE_SHARE * (nowMs - sinceMs);
    const paceMs = (nowMs - sinceMs) / (BEGINNING_SECONDS + secondsOf(job));
    // A final result takes more: it says only that an interim one takes less.
    if (job.interim || paceMs < this.#paceMs) this.#paceMs += PACE_WEIGHT * (paceMs - this.#paceMs);
  }

  /** It was taken, and the process ended over it. An interim result is not asked for again. */
  putBack(job: Job): void {
    if (job.interim) job.fail(new Error('The process ended'));
    else if (job.request.kind === 'scan') this.#scans.unshift(job);
    else this.#ranges.putBack(job.request.meetingRef, job);
  }

  /** Takes everything that waits away. */
  clear(): Job[] {
    const all = [...this.#scans.splice(0), ...this.#ranges.clear(), ...this.#interims.values()];
    this.#interims.clear();
    return all;
  }

  #toWaitingInterim(trackRef: string, job: Job): WaitingInterim {
    const takesMs = this.#paceMs * (BEGINNING_SECONDS + secondsOf(job));
    return { trackRef, isFirst: job.interim === 'first', sinceMs: job.sinceMs, takesMs };
  }

  #takeInterim(trackRef: string): Job | undefined {
    const job = this.#interims.get(trackRef);
    this.#interims.delete(trackRef);
    return job;
  }

  /** Empty when nobody waits for them any more. */
  #takeRanges(nowMs: number): Job[] {
    const jobs: Job[] = [];
    let seconds = 0;
    const most = this.#isBatch ? 1 : MAX_DECODE_BATCH.jobs;
    for (let next = this.#ranges.peek(); next && jobs.length < most; next = this.#ranges.peek()) {
      seconds += secondsOf(next);
      if (
        jobs.length > 0 &&
        (seconds > MAX_DECODE_BATCH.seconds || next.isSuspect || jobs[0]?.isSuspect)
      )
        break;
      this.#ranges.take();
      this.#rangeWaitMs += WAIT_WEIGHT * (nowMs - next.sinceMs - this.#rangeWaitMs);
      if (next.signal?.aborted) next.fail(new Error('Nobody waits for it any more'));
      else jobs.push(next);
    }
    return jobs;
  }

  #takeScans(): Job[] {
    let samples = 0;
    const end = this.#scans.findIndex((job, i) => {
      samples += secondsOf(job) * SAMPLE_RATE_HZ;
      return (
        i > 0 &&
        (i >= MAX_SCAN_BATCH.jobs ||
          samples > MAX_SCAN_BATCH.samples ||
          job.isSuspect ||
          this.#scans[0]?.isSuspect)
      );
    });
    return this.#scans.splice(0, end < 0 ? this.#scans.length : end);
  }
}

function secondsOf({ request }: Job): number {
  return (request.toSample - request.fromSample) / SAMPLE_RATE_HZ;
}
