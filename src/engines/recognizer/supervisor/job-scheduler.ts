import { pickJob, type WaitingInterim } from './pick-job.ts';
import type { Job } from './recognizer-messages.ts';
import { FairQueue } from './fair-queue.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';

/**
 * After an interim result, the process does other work for twice as long, so later interim results
 * take at most a third of its time.
 */
const PAUSE_SHARE = 2;
/** Scans that one message may hold: 20 s of sound are 50 ms of work. */
const MAX_SCAN_BATCH = { jobs: 64, samples: 20 * SAMPLE_RATE_HZ };
/**
 * Ranges that one message may hold: decoding them together is cheaper, and delays others by less than
 * a second.
 */
const MAX_DECODE_BATCH = { jobs: 4, seconds: 16 };
/**
 * When ranges wait longer than this, final results are late: they are requested 0.3 s before the end
 * is certain, and take 0.2 s.
 */
const BEHIND_MS = 100;
/** While ranges are late, a scan beside them waits this long: fewer and longer scans are cheaper. */
const LATE_SCAN_MS = 50;
/** The decoding time for a second of sound, until measured. Starting costs as much as `BEGINNING_SECONDS` of sound. */
const INITIAL_PACE_MS = 30;
const BEGINNING_SECONDS = 0.6;
const PACE_WEIGHT = 0.2;
const WAIT_WEIGHT = 0.2;

export type Next = { jobs: Job[] } | { retryAtMs: number | null };
const NOTHING: Next = { retryAtMs: null };

/** The jobs that wait for the recognizer process, and which is next. Bounded by the tracks and requested ranges. */
export class JobScheduler {
  readonly #isBatch: boolean;
  readonly #scans: Job[] = [];
  readonly #ranges = new FairQueue<Job>();
  readonly #interims = new Map<string, Job>();
  readonly #endsAtMs = new Map<string, number>();
  #interimsFromMs = 0;
  #paceMs = INITIAL_PACE_MS;
  #rangeWaitMs = 0;

  /** `isBatch`: nobody is waiting for the words, so every range is decoded alone and never counts as late. */
  constructor({ isBatch = false } = {}) {
    this.#isBatch = isBatch;
  }

  put(job: Job): void {
    if (job.interim) this.#putInterim(job);
    else if (job.request.kind === 'scan') this.#scans.push(job);
    else this.#putRange(job);
  }

  /** When the track's utterance will end if the silence continues; null while the speaker talks or nobody does. */
  expectEnd(trackRef: string, atMs: number | null): void {
    if (atMs === null) this.#endsAtMs.delete(trackRef);
    else this.#endsAtMs.set(trackRef, atMs);
  }

  /** Ranges have waited too long lately: they are decoded faster. */
  get isLate(): boolean {
    return !this.#isBatch && this.#rangeWaitMs > BEHIND_MS;
  }

  /**
   * The jobs to do now, besides the messages in `sent`: scans are done between the steps of decoding. A job that has
   * ended a process before is done alone.
   */
  next(nowMs: number, sent: readonly (readonly Job[])[] = []): Next {
    const isSuspectNext = this.#nextRange()?.isSuspect === true;
    const isAlone = isSuspectNext || this.#scans[0]?.isSuspect === true;
    if (sent.length > 0 && (isAlone || sent.flat().some(({ isSuspect }) => isSuspect)))
      return NOTHING;
    const decoding = sent.filter((jobs) => !isScan(jobs)).length;
    const [scan] = this.#scans;
    const canScan = scan !== undefined && decoding === sent.length && !isSuspectNext;
    const scanAtMs = canScan && decoding > 0 && this.isLate ? scan.sinceMs + LATE_SCAN_MS : nowMs;
    if (canScan && scanAtMs <= nowMs) return { jobs: this.#takeScans() };
    // While ranges are late, the process is never idle between two messages.
    const most = this.isLate && this.#ranges.size > 0 ? 2 : 1;
    if (decoding < most) return this.#nextToDecode(nowMs);
    return canScan ? { retryAtMs: scanAtMs } : NOTHING;
  }

  #nextToDecode(nowMs: number): Next {
    const pick = pickJob(
      {
        rangeSinceMs: this.#nextRange()?.sinceMs ?? null,
        interims: [...this.#interims].map(([trackRef, job]) =>
          this.#toWaitingInterim(trackRef, job),
        ),
        interimsFromMs: this.#interimsFromMs,
        endsAtMs: [...this.#endsAtMs.values()],
      },
      nowMs,
    );
    if (pick.kind === 'none') return pick;
    const jobs =
      pick.kind === 'range'
        ? this.#takeRanges(nowMs)
        : [this.#takeInterim(pick.trackRef)].filter((job) => job !== undefined);
    return { jobs };
  }

  noteDone(jobs: readonly Job[], sinceMs: number, nowMs: number): void {
    const [job] = jobs;
    // This predicts the time of interim results, which are decoded alone.
    if (!job || jobs.length > 1 || job.request.kind === 'scan') return;
    if (job.interim) this.#interimsFromMs = nowMs + PAUSE_SHARE * (nowMs - sinceMs);
    const paceMs = (nowMs - sinceMs) / (BEGINNING_SECONDS + secondsOf(job));
    // A final result takes longer, so it is only an upper bound for an interim one.
    if (job.interim || paceMs < this.#paceMs) this.#paceMs += PACE_WEIGHT * (paceMs - this.#paceMs);
  }

  /** The process ended over this job, so it is queued again. An interim result is not repeated. */
  putBack(job: Job): void {
    if (job.interim) job.fail(new Error('The process ended'));
    else if (job.request.kind === 'scan') this.#scans.unshift(job);
    else this.#ranges.putBack(job.request.meetingRef, job);
  }

  /** Removes and returns everything that waits. */
  clear(): Job[] {
    const all = [...this.#scans.splice(0), ...this.#ranges.clear(), ...this.#interims.values()];
    this.#interims.clear();
    return all;
  }

  /** Cancels an interim result of the same utterance. */
  #putRange(job: Job): void {
    const { meetingRef, trackRef, fromSample } = job.request;
    const interim = this.#interims.get(trackRef);
    if (interim?.request.fromSample === fromSample) {
      this.#interims.delete(trackRef);
      interim.fail(new Error('The final result has been requested'));
    }
    this.#ranges.put(meetingRef, job);
  }

  /** Replaces an earlier one of the same track. */
  #putInterim(job: Job): void {
    const { trackRef } = job.request;
    this.#interims.get(trackRef)?.fail(new Error('A later request replaces it'));
    this.#interims.set(trackRef, job);
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

  /** The range that waits first. Ranges whose callers have given up are dropped on the way. */
  #nextRange(): Job | undefined {
    let next = this.#ranges.peek();
    for (; next?.signal?.aborted; next = this.#ranges.peek()) {
      this.#ranges.take();
      next.fail(new Error('Nobody waits for it any more'));
    }
    return next;
  }

  #takeRanges(nowMs: number): Job[] {
    const jobs: Job[] = [];
    let seconds = 0;
    const most = this.#isBatch ? 1 : MAX_DECODE_BATCH.jobs;
    for (let next = this.#nextRange(); next && jobs.length < most; next = this.#nextRange()) {
      seconds += secondsOf(next);
      if (
        jobs.length > 0 &&
        (seconds > MAX_DECODE_BATCH.seconds || next.isSuspect || jobs[0]?.isSuspect)
      )
        break;
      this.#ranges.take();
      this.#rangeWaitMs += WAIT_WEIGHT * (nowMs - next.sinceMs - this.#rangeWaitMs);
      jobs.push(next);
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

export function isScan([job]: readonly Job[]): boolean {
  return job?.request.kind === 'scan';
}

function secondsOf({ request }: Job): number {
  return (request.toSample - request.fromSample) / SAMPLE_RATE_HZ;
}
