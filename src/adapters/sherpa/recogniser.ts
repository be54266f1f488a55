// Keeps one recogniser process running and gives it one range at a time, so that a process that dies names its poison.
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Log, RecogniserHealth, RecogniserPort, ScannedWindows, SpoolRange, Words } from '../../core/ports.ts';
import { RangeFailed } from '../../core/ports.ts';
import { findModel, languageOf } from './find-model.ts';
import { faultOf } from './model-fault.ts';
import type { Answer, Job, RecogniserReply, ScanRequest, TranscribeRequest } from './recogniser-messages.ts';
import { Turns } from './turns.ts';

/** Slower than this a model falls behind a single speaker whose guesses are asked for too. */
const SLOWEST_REAL_TIME_FACTOR = 0.5;
const RESPAWN_DELAY_MS = { first: 200, most: 60_000 };
/** A range of 8 s takes 0.1 s; a process that is silent this long is stuck or stopped. */
const ANSWER_WITHIN_MS = 20_000;
const LOAD_WITHIN_MS = 60_000;
/** The model's 150 MB are given back while nobody meets; loading it again takes 0.5 s. At the start it was only tried. */
const REST_AFTER_MS = { trial: 5_000, work: 60_000 };
/** It holds little in JavaScript. */
const SMALL_HEAP = ['--max-semi-space-size=1'];
/** The model's libraries get memory in large pieces: what they free goes back at once. */
const LEAN_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1048576', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** Deaths over one range after which the range is given up. A kill from outside says little about the range. */
const POISON_DEATHS = { crashed: 2, killed: 6 };

export type Recogniser = RecogniserPort & { stop(): Promise<void>; pid(): number | undefined };

export type RecogniserOptions = {
  /** Empty: no model, voices are detected and nothing is transcribed. */
  modelDir: string;
  vadPath: string;
  log: Log;
  onHealth?: (health: RecogniserHealth) => void;
  restAfterMs?: number;
  /** Seconds of work for a second of speech; a model that needs more is refused. */
  slowestRealTimeFactor?: number;
};

/** Starts the recogniser process. Requests outlive it: each is sent again to the next one. */
export function startRecogniser(options: RecogniserOptions): Recogniser {
  const recogniser = new RecogniserKeeper(options);
  const model = options.modelDir === '' ? null : findModel(options.modelDir);
  return {
    engine: { name: 'sherpa-onnx', model: model?.name ?? 'none', quality: 'standard' },
    onlyLanguage: model && languageOf(model),
    health: () => recogniser.health,
    wake: () => recogniser.wake(),
    scan: (trackRef, range) => recogniser.scan(trackRef, range),
    transcribe: (range, signal) => recogniser.transcribe(range, signal),
    glimpse: (trackRef, range) => recogniser.glimpse(trackRef, range),
    expectEnd: (trackRef, inMs) => recogniser.expectEnd(trackRef, inMs),
    forget: (trackRef) => recogniser.forget(trackRef),
    pid: () => recogniser.pid,
    stop: () => recogniser.stop(),
  };
}

class RecogniserKeeper {
  health: RecogniserHealth = { status: 'starting', detail: null };
  readonly #options: RecogniserOptions;
  readonly #turns = new Turns();
  #child: ChildProcess | undefined;
  #ready = false;
  #current: readonly Job[] = [];
  #currentSinceMs = 0;
  #lastId = 0;
  #failures = 0;
  #stopped = false;
  #isResting = false;
  #hasWorked = false;
  #isSaid = false;
  #rest: NodeJS.Timeout | undefined;
  #respawn: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #lookAgain: NodeJS.Timeout | undefined;

  constructor(options: RecogniserOptions) {
    this.#options = options;
    this.#spawn();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async scan(trackRef: string, range: SpoolRange): Promise<ScannedWindows> {
    const answer = await this.#ask((job) => this.#turns.putScan(job), { kind: 'scan', id: ++this.#lastId, trackRef, ...range });
    if (answer.kind !== 'scanned') throw new RangeFailed(answer.kind === 'refused' ? answer.detail : 'unexpected answer');
    return { speech: answer.speech, level: answer.level };
  }

  async transcribe(range: SpoolRange, signal?: AbortSignal): Promise<Words> {
    const answer = await this.#ask((job) => this.#turns.putRange({ ...job, signal }), { kind: 'transcribe', id: ++this.#lastId, ...range });
    if (answer.kind !== 'transcribed') throw new RangeFailed(answer.kind === 'refused' ? answer.detail : 'unexpected answer');
    return { text: answer.text, languageCode: answer.languageCode };
  }

  async glimpse(trackRef: string, range: SpoolRange): Promise<Words | null> {
    if (!this.#ready || this.#turns.ranges > 0) return null;
    const put = (job: Job): void => this.#turns.putGlimpse(trackRef, { ...job, isGlimpse: true });
    const answer = await this.#ask(put, { kind: 'transcribe', id: ++this.#lastId, ...range }).catch(() => null);
    return answer?.kind === 'transcribed' ? { text: answer.text, languageCode: answer.languageCode } : null;
  }

  expectEnd(trackRef: string, inMs: number | null): void {
    this.#turns.expectEnd(trackRef, inMs === null ? null : performance.now() + inMs);
  }

  forget(trackRef: string): void {
    this.#turns.expectEnd(trackRef, null);
    if (this.#ready) this.#child?.send([{ kind: 'forget', trackRef }], () => {});
  }

  wake(): void {
    clearTimeout(this.#rest);
    this.#hasWorked = true;
    if (!this.#isResting) return this.#next();
    this.#isResting = false;
    this.#spawn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#rest);
    clearTimeout(this.#respawn);
    clearTimeout(this.#watch);
    clearTimeout(this.#lookAgain);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return this.#failAll();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
    this.#failAll();
  }

  #ask(put: (job: Job) => void, request: ScanRequest | TranscribeRequest): Promise<Answer> {
    return new Promise((done, fail) => {
      if (this.#stopped) return fail(new RecogniserStopped());
      put({ request, done, fail, isGlimpse: false, isSuspect: false, crashed: 0, killed: 0 });
      this.wake();
    });
  }

  #next(): void {
    if (!this.#ready || this.#current.length > 0 || !this.#child) return;
    clearTimeout(this.#rest);
    clearTimeout(this.#lookAgain);
    const now = performance.now();
    const next = this.#turns.next(now);
    if ('jobs' in next) {
      this.#current = next.jobs;
      this.#currentSinceMs = now;
      this.#watchFor(ANSWER_WITHIN_MS);
      this.#child.send(
        next.jobs.map(({ request }) => request),
        () => {},
      );
    } else if (next.lookAgainAtMs === null) this.#restLater();
    else this.#lookAgain = setTimeout(() => this.#next(), next.lookAgainAtMs - now);
  }

  #restLater(): void {
    this.#rest = setTimeout(
      () => {
        const child = this.#child;
        this.#isResting = true;
        this.#ready = false;
        // From here on it is nobody's: that it ends is no death, and work that comes meanwhile gets a new one.
        this.#child = undefined;
        child?.kill('SIGKILL');
      },
      this.#options.restAfterMs ?? REST_AFTER_MS[this.#hasWorked ? 'work' : 'trial'],
    );
  }

  #spawn(): void {
    const { modelDir, vadPath, slowestRealTimeFactor = SLOWEST_REAL_TIME_FACTOR } = this.#options;
    const slowest = this.#isSaid ? '' : String(slowestRealTimeFactor);
    const cache = getCompileCacheDir();
    const child = fork(new URL('./recogniser-process.ts', import.meta.url), [modelDir, vadPath, slowest], {
      serialization: 'advanced',
      execArgv: SMALL_HEAP,
      env: { ...LEAN_MEMORY, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('message', (reply) => this.#hear(reply as RecogniserReply));
    child.once('exit', (_code, signal) => this.#bury(child, signal));
    child.once('error', () => this.#bury(child, null));
    this.#watchFor(LOAD_WITHIN_MS);
  }

  #hear(reply: RecogniserReply): void {
    const fault = faultOf(reply, this.#options.modelDir);
    if (fault !== null) return this.#setHealth({ status: 'unavailable', detail: fault });
    clearTimeout(this.#watch);
    if (reply.kind === 'ready') {
      this.#ready = true;
      this.#failures = 0;
      this.#sayModel(reply.realTimeFactor);
      this.#setHealth({ status: 'ok', detail: null });
    } else if (reply.kind === 'answers') {
      const jobs = this.#current;
      this.#current = [];
      this.#turns.noteDone(jobs, this.#currentSinceMs, performance.now());
      for (const answer of reply.answers) jobs.find(({ request }) => request.id === answer.id)?.done(answer);
    }
    this.#next();
  }

  /** Once: which model it is and how fast. */
  #sayModel(realTimeFactor: number | null): void {
    if (this.#isSaid || realTimeFactor === null) return;
    this.#isSaid = true;
    const { modelDir, log } = this.#options;
    const name = findModel(modelDir)?.name ?? '';
    log.info(`speech model ${name}: ${realTimeFactor.toFixed(3)} s of work for a second of speech`, { component: 'recogniser' });
  }

  #bury(child: ChildProcess, signal: NodeJS.Signals | null): void {
    if (this.#child !== child) return;
    clearTimeout(this.#watch);
    this.#child = undefined;
    const wasReady = this.#ready;
    this.#ready = false;
    if (this.#stopped) return;
    this.#returnToQueue(signal === 'SIGKILL');
    this.#failures += wasReady ? 0 : 1;
    if (!wasReady && this.health.status !== 'unavailable')
      this.#setHealth({
        status: 'unavailable',
        detail: `The speech model in ${this.#options.modelDir} could not be loaded. Delete the folder and run npm start again, which fetches it anew.`,
      });
    if (wasReady)
      this.#setHealth({
        status: 'degraded',
        detail: 'The recogniser process ended and is being started again. Speech is kept and transcribed later.',
      });
    const delayMs = Math.min(RESPAWN_DELAY_MS.first * 2 ** this.#failures, RESPAWN_DELAY_MS.most);
    this.#options.log.warn('recogniser ended, starting it again', {
      component: 'recogniser',
      attempt: this.#failures,
      durationMs: delayMs,
    });
    this.#respawn = setTimeout(() => this.#spawn(), delayMs);
  }

  #returnToQueue(killed: boolean): void {
    const jobs = this.#current;
    this.#current = [];
    for (const job of jobs.toReversed()) {
      // Which of several did it is not known: each is asked again alone.
      if (jobs.length > 1) job.isSuspect = true;
      else if (killed) job.killed += 1;
      else job.crashed += 1;
      if (job.crashed >= POISON_DEATHS.crashed || job.killed >= POISON_DEATHS.killed)
        job.fail(new RangeFailed('the recogniser process died over it'));
      else this.#turns.putBack(job);
    }
  }

  #watchFor(limitMs: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      const [job, ...others] = this.#current;
      if (job && others.length === 0) job.crashed += 1;
      this.#child?.kill('SIGKILL');
    }, limitMs);
  }

  #setHealth(health: RecogniserHealth): void {
    if (health.status === 'unavailable')
      this.#options.log.error(`speech is unavailable: ${health.detail ?? ''}`, { component: 'recogniser' });
    this.health = health;
    this.#options.onHealth?.(health);
  }

  #failAll(): void {
    for (const job of [...this.#current, ...this.#turns.clear()]) job.fail(new RecogniserStopped());
  }
}

/** The recogniser was stopped on purpose; the range is untouched. */
export class RecogniserStopped extends Error {}
