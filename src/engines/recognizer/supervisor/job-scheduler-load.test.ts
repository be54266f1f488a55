import { describe, expect, it } from 'vitest';
import { jobFor } from '../../../../dev/world/speech/recognizer-job.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';
import type { Job } from './recognizer-messages.ts';
import { JobScheduler } from './job-scheduler.ts';

const SIMULATED_MS = 60_000;
const STEP_MS = 5;
/** The work for a second of speech, and the fixed part of each job. */
const WORK_MS = 20;
const OVERHEAD_MS = 12;
/** Everyone talks all the time, in sentences, and not in step with the others. */
const SENTENCE_MS = 3_000;
const PAUSE_MS = 700;
const OFFSET_MS = 135;
/** Silence after which a sentence counts as ended. */
const END_SILENCE_MS = 300;
const INTERIM_EVERY_MS = 500;

type Speaker = { track: string; offsetMs: number; isAsking: boolean; isShown: boolean };
type Running = { job: Job; sinceMs: number; untilMs: number };

/** A minute of talk, without a recognizer process. */
class Simulation {
  /** Interim results of each speaker. */
  interims = 0;
  /** Share of the sentences with an interim result. */
  shown = 0;
  /** The longest that a first interim result took. */
  firstWaitMs = 0;
  /** The longest that a final result waited to be decoded. */
  finalWaitMs = 0;
  /** The longest that an interim result took after a final result was requested. */
  blockedMs = 0;
  /** Final results that waited for an interim result that was not the first of its sentence. */
  blockedByLater = 0;
  readonly #scheduler = new JobScheduler();
  readonly #speakers: ReadonlyMap<string, Speaker>;
  #running: Running | undefined;

  constructor(speakers: number) {
    this.#speakers = new Map(
      Array.from({ length: speakers }, (_, i) => [
        `t${i}`,
        { track: `t${i}`, offsetMs: i * OFFSET_MS, isAsking: false, isShown: false },
      ]),
    );
    for (let now = 0; now < SIMULATED_MS; now += STEP_MS) {
      for (const speaker of this.#speakers.values()) this.#talk(speaker, now);
      if (this.#running && now >= this.#running.untilMs) this.#finish(this.#running, now);
      if (!this.#running) this.#start(now);
    }
  }

  #talk(speaker: Speaker, now: number): void {
    const { track } = speaker;
    const inCycle = (now + speaker.offsetMs) % (SENTENCE_MS + PAUSE_MS);
    if (inCycle === 0) speaker.isShown = false;
    if (inCycle === SENTENCE_MS) this.#scheduler.expectEnd(track, now + END_SILENCE_MS);
    if (inCycle === SENTENCE_MS + END_SILENCE_MS) {
      this.#scheduler.expectEnd(track, null);
      this.#noteBlocked(now);
      this.#scheduler.put(jobFor('meeting', track, SENTENCE_MS / 1000, { sinceMs: now }));
    }
    const isDue = inCycle > 0 && inCycle < SENTENCE_MS && inCycle % INTERIM_EVERY_MS === 0;
    if (isDue && !speaker.isAsking) this.#askForInterim(speaker, inCycle / 1000, now);
  }

  #noteBlocked(now: number): void {
    const isWarmedUp = now > SENTENCE_MS + PAUSE_MS;
    if (!isWarmedUp || !this.#running?.job.interim) return;
    const { job, untilMs } = this.#running;
    this.blockedMs = Math.max(this.blockedMs, untilMs - now);
    if (untilMs > now && job.interim === 'later') this.blockedByLater += 1;
  }

  #askForInterim(speaker: Speaker, seconds: number, now: number): void {
    speaker.isAsking = true;
    this.#scheduler.put(
      jobFor('meeting', speaker.track, seconds, {
        interim: speaker.isShown ? 'later' : 'first',
        sinceMs: now,
        fail: () => (speaker.isAsking = false),
      }),
    );
  }

  #start(now: number): void {
    const next = this.#scheduler.next(now);
    const [job] = 'jobs' in next ? next.jobs : [];
    if (!job) return;
    if (!job.interim) this.finalWaitMs = Math.max(this.finalWaitMs, now - job.sinceMs);
    const seconds = (job.request.toSample - job.request.fromSample) / SAMPLE_RATE_HZ;
    this.#running = { job, sinceMs: now, untilMs: now + OVERHEAD_MS + WORK_MS * seconds };
  }

  #finish({ job, sinceMs }: Running, now: number): void {
    const speaker = this.#speakers.get(job.request.trackRef);
    if (job.interim && speaker) {
      speaker.isAsking = false;
      speaker.isShown = true;
      this.interims += 1 / this.#speakers.size;
    }
    if (job.interim === 'first') {
      const sentences = Math.floor(SIMULATED_MS / (SENTENCE_MS + PAUSE_MS)) * this.#speakers.size;
      this.shown += 1 / sentences;
      this.firstWaitMs = Math.max(this.firstWaitMs, now - job.sinceMs);
    }
    this.#scheduler.noteDone([job], sinceMs, now);
    this.#running = undefined;
  }
}

describe('interim results', () => {
  const one = new Simulation(1);
  const four = new Simulation(4);
  const twelve = new Simulation(12);
  const forty = new Simulation(40);

  it('become fewer as more people talk', () => {
    expect(one.interims).toBeGreaterThan(60);
    expect(four.interims).toBeGreaterThan(40);
    expect(twelve.interims).toBeLessThan(four.interims);
    expect(forty.interims).toBeLessThan(twelve.interims / 2);
  });

  it('delay final results only briefly, and only when they are the first of their sentence', () => {
    for (const load of [one, four, twelve, forty]) {
      expect(load.blockedByLater).toBe(0);
      expect(load.blockedMs).toBeLessThanOrEqual(25);
    }
    expect(four.finalWaitMs).toBeLessThanOrEqual(50);
    expect(twelve.finalWaitMs).toBeLessThanOrEqual(50);
  });

  it('come for every sentence, and soon, even when twelve people talk at once', () => {
    for (const load of [one, four, twelve]) expect(load.shown).toBeGreaterThan(0.95);
    expect(four.firstWaitMs).toBeLessThanOrEqual(50);
    expect(twelve.firstWaitMs).toBeLessThanOrEqual(100);
  });
});
