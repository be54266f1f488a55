// Keeps one recogniser process running and gives it one range at a time, so that a process that dies names its poison.
import { type ChildProcess, fork } from 'node:child_process';
import type { Log, RecogniserHealth, RecogniserPort, ScannedWindows, SpoolRange, Words } from '../../core/ports.ts';
import { RangeFailed } from '../../core/ports.ts';
import { Glimpses } from './glimpses.ts';
import { findModel } from './find-model.ts';
import { faultOf } from './model-fault.ts';
import type { Job, RecogniserReply, ScanRequest, TranscribeRequest } from './recogniser-messages.ts';

const RESPAWN_DELAY_MS = { first: 200, most: 60_000 };
/** A range of 8 s takes 0.1 s; a process that is silent this long is stuck or stopped. */
const ANSWER_WITHIN_MS = 20_000;
const LOAD_WITHIN_MS = 60_000;
/** The model's 200 MB are given back while nobody meets; loading it again takes 0.5 s. */
const REST_AFTER_MS = 60_000;
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
};

/** Starts the recogniser process. Requests outlive it: each is sent again to the next one. */
export function startRecogniser(options: RecogniserOptions): Recogniser {
  const recogniser = new RecogniserKeeper(options);
  const { modelDir } = options;
  return {
    engine: { name: 'sherpa-onnx', model: (modelDir === '' ? null : findModel(modelDir)?.name) ?? 'none', quality: 'standard' },
    health: () => recogniser.health,
    wake: () => recogniser.wake(),
    scan: (trackRef, range) => recogniser.scan(trackRef, range),
    transcribe: (range) => recogniser.transcribe(range),
    glimpse: (trackRef, range) => recogniser.glimpse(trackRef, range),
    forget: (trackRef) => recogniser.forget(trackRef),
    pid: () => recogniser.pid,
    stop: () => recogniser.stop(),
  };
}

class RecogniserKeeper {
  health: RecogniserHealth = { status: 'starting', detail: null };
  readonly #options: RecogniserOptions;
  // Scans first: they cost little, and live captions wait for them. Both queues are bounded by the tracks and their cuts.
  readonly #scans: Job[] = [];
  readonly #transcriptions: Job[] = [];
  readonly #glimpses = new Glimpses(() => this.#next());
  #child: ChildProcess | undefined;
  #ready = false;
  #current: Job | undefined;
  #lastId = 0;
  #failures = 0;
  #stopped = false;
  #isResting = false;
  #isSaid = false;
  #rest: NodeJS.Timeout | undefined;
  #respawn: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: RecogniserOptions) {
    this.#options = options;
    this.#spawn();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async scan(trackRef: string, range: SpoolRange): Promise<ScannedWindows> {
    const reply = await this.#ask(this.#scans, { kind: 'scan', id: ++this.#lastId, trackRef, ...range });
    if (reply.kind !== 'scanned') throw new RangeFailed(reply.kind === 'refused' ? reply.detail : 'unexpected answer');
    return { speech: reply.speech, level: reply.level };
  }

  async transcribe(range: SpoolRange): Promise<Words> {
    const reply = await this.#ask(this.#transcriptions, { kind: 'transcribe', id: ++this.#lastId, ...range });
    if (reply.kind !== 'transcribed') throw new RangeFailed(reply.kind === 'refused' ? reply.detail : 'unexpected answer');
    return { text: reply.text, languageCode: reply.languageCode };
  }

  async glimpse(trackRef: string, { path, fromSample, toSample }: SpoolRange): Promise<Words | null> {
    if (!this.#ready || this.#transcriptions.length > 0) return null;
    const reply = await new Promise<RecogniserReply | null>((resolve) => {
      const request = { kind: 'transcribe' as const, id: ++this.#lastId, path, fromSample, toSample };
      this.#glimpses.put(trackRef, { request, done: resolve, fail: () => resolve(null), crashed: 0, killed: 0 });
      this.wake();
    });
    return reply?.kind === 'transcribed' ? { text: reply.text, languageCode: reply.languageCode } : null;
  }

  forget(trackRef: string): void {
    if (this.#ready) this.#child?.send({ kind: 'forget', trackRef }, () => {});
  }

  wake(): void {
    clearTimeout(this.#rest);
    if (!this.#isResting) return this.#next();
    this.#isResting = false;
    if (!this.#child) this.#spawn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#rest);
    clearTimeout(this.#respawn);
    clearTimeout(this.#watch);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return this.#failAll();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
    this.#failAll();
  }

  #ask(queue: Job[], request: ScanRequest | TranscribeRequest): Promise<RecogniserReply> {
    return new Promise((done, fail) => {
      if (this.#stopped) return fail(new RecogniserStopped());
      queue.push({ request, done, fail, crashed: 0, killed: 0 });
      this.wake();
    });
  }

  #next(): void {
    if (!this.#ready || this.#current || !this.#child) return;
    this.#current = this.#scans.shift() ?? this.#transcriptions.shift() ?? this.#glimpses.take();
    clearTimeout(this.#rest);
    if (!this.#current) return this.#restLater();
    this.#watchFor(ANSWER_WITHIN_MS);
    this.#child.send(this.#current.request, () => {});
  }

  #restLater(): void {
    this.#rest = setTimeout(() => {
      this.#isResting = true;
      this.#child?.kill('SIGKILL');
    }, this.#options.restAfterMs ?? REST_AFTER_MS);
  }

  #spawn(): void {
    const { modelDir, vadPath } = this.#options;
    const child = fork(new URL('./recogniser-process.ts', import.meta.url), [modelDir, vadPath, this.#isSaid ? '' : 'probe'], {
      serialization: 'advanced',
      execArgv: [],
      env: {},
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
    } else if ('id' in reply && this.#current?.request.id === reply.id) {
      const job = this.#current;
      this.#current = undefined;
      this.#glimpses.noteDone(job);
      job.done(reply);
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
    if (this.#stopped || this.#isResting) return;
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
    const job = this.#current;
    this.#current = undefined;
    if (!job || this.#glimpses.drop(job)) return;
    if (killed) job.killed += 1;
    else job.crashed += 1;
    if (job.crashed >= POISON_DEATHS.crashed || job.killed >= POISON_DEATHS.killed)
      return job.fail(new RangeFailed('the recogniser process died over it'));
    (job.request.kind === 'scan' ? this.#scans : this.#transcriptions).unshift(job);
  }

  #watchFor(limitMs: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (this.#current) this.#current.crashed += 1;
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
    this.#glimpses.clear();
    for (const job of [this.#current, ...this.#scans, ...this.#transcriptions]) job?.fail(new RecogniserStopped());
  }
}

/** The recogniser was stopped on purpose; the range is untouched. */
export class RecogniserStopped extends Error {}
