import { dirname } from 'node:path';
import { BEHIND_MS, decideTurn, type WaitingGlimpse } from './pick-job.ts';
import type { Job } from './recognizer-messages.ts';
import { RoomQueues } from './fair-queue.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';

/**
 * After a glimpse the process does other things for twice as long: later guesses never take more
 * than a third of it.
 */
const REST_SHARE = 2;
/** Scans that one message may hold: 20 s of sound are 50 ms of work. */
const SCANNED_AT_ONCE = { jobs: 64, samples: 20 * SAMPLE_RATE_HZ };
/**
 * Ranges that one message may hold: what is decoded together is cheaper, and keeps others waiting
 * for 0.3 s at most.
 */
const DECODED_TOGETHER = { jobs: 8, seconds: 16 };
/** What a second of sound takes to decode, until it was measured. To begin takes as long as so much sound. */
const FIRST_PACE_MS = 30;
const BEGINNING_SECONDS = 0.6;
const PACE_WEIGHT = 0.2;
const WAIT_WEIGHT = 0.2;

export type Next = { jobs: Job[] } | { lookAgainAtMs: number | null };

/** What waits for the recognizer process, and whose turn it is. Bounded by the tracks and the ranges asked for. */
export class Turns {
  readonly #isPatient: boolean;
  readonly #scans: Job[] = [];
  readonly #ranges = new RoomQueues<Job>();
  readonly #glimpses = new Map<string, Job>();
  readonly #endsAtMs = new Map<string, number>();
  #glimpsesFromMs = 0;
  #hasScanned = false;
  #paceMs = FIRST_PACE_MS;
  #rangeWaitMs = 0;

  /** `isPatient`: nobody waits for words, so every range is decoded alone and never late. */
  constructor({ isPatient = false } = {}) {
    this.#isPatient = isPatient;
  }

  putScan(job: Job): void {
    this.#scans.push(job);
  }

  /** A guess at the same range is not needed any more. */
  putRange(job: Job): void {
    for (const [trackRef, { request, fail }] of this.#glimpses)
      if (request.path === job.request.path && request.fromSample === job.request.fromSample) {
        this.#glimpses.delete(trackRef);
        fail(new Error('The range itself is asked for'));
      }
    this.#ranges.put(roomOf(job), job);
  }

  /** Takes the place of an earlier guess at the same track. */
  putGlimpse(trackRef: string, job: Job): void {
    this.#glimpses.get(trackRef)?.fail(new Error('A later glimpse takes its place'));
    this.#glimpses.set(trackRef, job);
  }

  /** When the track's speaker will have ended, if silence goes on; null while somebody speaks, or nobody. */
  expectEnd(trackRef: string, atMs: number | null): void {
    if (atMs === null) this.#endsAtMs.delete(trackRef);
    else this.#endsAtMs.set(trackRef, atMs);
  }

  /** Ranges have waited for long lately: they are decoded in haste. */
  get isLate(): boolean {
    return !this.#isPatient && this.#rangeWaitMs > BEHIND_MS;
  }

  /** They did, and some wait now: the process should never wait for its next message. */
  get isBehind(): boolean {
    return this.#ranges.size > 0 && this.isLate;
  }

  /** The jobs to do now. Of more than one none has ended a process before. */
  next(nowMs: number): Next {
    const turn = decideTurn(
      {
        scans: this.#scans.length,
        ranges: this.#ranges.size,
        hasScanned: this.#hasScanned,
        glimpses: [...this.#glimpses].map(([trackRef, job]) => this.#glimpseOf(trackRef, job)),
        glimpsesFromMs: this.#glimpsesFromMs,
        rangeWaitMs: this.#rangeWaitMs,
        endsAtMs: [...this.#endsAtMs.values()],
      },
      nowMs,
    );
    if (turn.kind === 'none') return turn;
    this.#hasScanned = turn.kind === 'scan';
    if (turn.kind === 'scan') return { jobs: this.#takeScans() };
    const jobs =
      turn.kind === 'range'
        ? this.#takeRanges(nowMs)
        : [this.#takeGlimpse(turn.trackRef)].filter((job) => job !== undefined);
    return jobs.length > 0 ? { jobs } : this.next(nowMs);
  }

  noteDone(jobs: readonly Job[], sinceMs: number, nowMs: number): void {
    const [job] = jobs;
    // Guesses, whose time is foretold by this, are decoded alone.
    if (!job || jobs.length > 1 || job.request.kind === 'scan') return;
    if (job.guess) this.#glimpsesFromMs = nowMs + REST_SHARE * (nowMs - sinceMs);
    const paceMs = (nowMs - sinceMs) / (BEGINNING_SECONDS + secondsOf(job));
    // More care is taken of a range: it tells only that a guess takes less.
    if (job.guess || paceMs < this.#paceMs) this.#paceMs += PACE_WEIGHT * (paceMs - this.#paceMs);
  }

  /** It was taken, and the process ended over it. A guess is not asked for again. */
  putBack(job: Job): void {
    if (job.guess) job.fail(new Error('The process ended'));
    else if (job.request.kind === 'scan') this.#scans.unshift(job);
    else this.#ranges.putBack(roomOf(job), job);
  }

  /** Takes everything that waits away. */
  clear(): Job[] {
    const all = [...this.#scans.splice(0), ...this.#ranges.clear(), ...this.#glimpses.values()];
    this.#glimpses.clear();
    return all;
  }

  #glimpseOf(trackRef: string, job: Job): WaitingGlimpse {
    const takesMs = this.#paceMs * (BEGINNING_SECONDS + secondsOf(job));
    return { trackRef, isFirst: job.guess === 'first', sinceMs: job.sinceMs, takesMs };
  }

  #takeGlimpse(trackRef: string): Job | undefined {
    const job = this.#glimpses.get(trackRef);
    this.#glimpses.delete(trackRef);
    return job;
  }

  /** Empty when nobody waits for them any more. */
  #takeRanges(nowMs: number): Job[] {
    const jobs: Job[] = [];
    let seconds = 0;
    const most = this.#isPatient ? 1 : DECODED_TOGETHER.jobs;
    for (let next = this.#ranges.peek(); next && jobs.length < most; next = this.#ranges.peek()) {
      seconds += secondsOf(next);
      if (
        jobs.length > 0 &&
        (seconds > DECODED_TOGETHER.seconds || next.isSuspect || jobs[0]?.isSuspect)
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
        (i >= SCANNED_AT_ONCE.jobs ||
          samples > SCANNED_AT_ONCE.samples ||
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

/** The spools of one meeting stand in one folder. */
function roomOf({ request }: Job): string {
  return dirname(request.path);
}
