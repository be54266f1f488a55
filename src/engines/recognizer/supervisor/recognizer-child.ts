import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Log, RecognizerHealth } from '../../../core/ports.ts';
import { backoffMs } from '../../../core/timing.ts';
import { findModel } from '../find-model.ts';
import { faultOf, healthAfterEnd, LOAD_WITHIN_MS } from '../model-fault.ts';
import type { ProcessEnd } from './blame-crash.ts';
import type { Answer, RecognizerReply, RecognizerRequest } from './recognizer-messages.ts';

/** A slower model falls behind a single speaker with interim results. */
const MAX_REAL_TIME_FACTOR = 0.5;
const BACKOFF = { firstMs: 200, maxMs: 60_000 };
/** A message takes 0.3 s; a process that is silent this long is stuck or stopped. */
const ANSWER_WITHIN_MS = 20_000;
/**
 * The model's 200 MB are freed while there are no meetings; loading it again takes 0.8 s. At start-up
 * it is only tested.
 */
const REST_AFTER_MS = { trial: 5_000, work: 60_000 };
/** Its JavaScript heap is small. */
const SMALL_HEAP = ['--max-semi-space-size=1'];
/**
 * The model's libraries allocate in large blocks: freed memory goes back to the system at once. Most weights have more
 * than 128 KB; on the heap, the copies of them that only loading needs would leave 20 MB of gaps.
 */
const LEAN_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

export type RecognizerOptions = {
  /** Empty: no model; only voices are detected. */
  modelDir: string;
  vadPath: string;
  log: Log;
  onHealth?: (health: RecognizerHealth) => void;
  restAfterMs?: number;
  /** Seconds of work per second of speech. A model that needs more is refused. */
  slowestRealTimeFactor?: number;
  /** Nobody is waiting for the words: accuracy matters more than speed. */
  isBatch?: boolean;
};

export type ChildEvents = {
  onReady(): void;
  onAnswers(answers: readonly Answer[]): void;
  /** It ended over its work, and the next one is starting. */
  onEnd(how: ProcessEnd): void;
};

/**
 * Starts the recognizer process, watches it, restarts it, and ends it while there are no meetings.
 */
export class RecognizerChild {
  health: RecognizerHealth = { status: 'starting', detail: null };
  readonly #options: RecognizerOptions;
  readonly #events: ChildEvents;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isStuck = false;
  #isStopped = false;
  #isResting = false;
  #hasWorked = false;
  #isModelLogged = false;
  #unanswered = 0;
  #failures = 0;
  #rest: NodeJS.Timeout | undefined;
  #respawn: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: RecognizerOptions, events: ChildEvents) {
    this.#options = options;
    this.#events = events;
    this.#spawn();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** There is work, or soon will be. */
  prepare(): void {
    clearTimeout(this.#rest);
    this.#hasWorked = true;
    if (!this.#isResting) return;
    this.#isResting = false;
    this.#spawn();
  }

  /** The process is idle and ends itself if that lasts. */
  rest(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(
      () => {
        const child = this.#child;
        this.#isResting = true;
        this.#isReady = false;
        // From here on its end is expected; new work starts a new process.
        this.#child = undefined;
        child?.kill('SIGKILL');
      },
      this.#options.restAfterMs ?? REST_AFTER_MS[this.#hasWorked ? 'work' : 'trial'],
    );
  }

  /** Sends the requests to the process, which must be ready. One message answers all of them. */
  ask(requests: readonly RecognizerRequest[]): void {
    if (this.#unanswered === 0) this.#watchFor(ANSWER_WITHIN_MS);
    this.#unanswered += 1;
    this.#child?.send([...requests], () => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#rest);
    clearTimeout(this.#respawn);
    clearTimeout(this.#watch);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }

  #spawn(): void {
    let child: ChildProcess;
    try {
      child = this.#fork();
    } catch {
      // The system has no memory for another process.
      return this.#startAgain('killed', false);
    }
    this.#child = child;
    this.#isStuck = false;
    this.#unanswered = 0;
    child.on('message', (reply) => this.#receive(reply as RecognizerReply));
    // Answers from before its end may still arrive.
    child.once('exit', (_code, signal) =>
      child.connected
        ? child.once('disconnect', () => this.#handleExit(child, signal))
        : this.#handleExit(child, signal),
    );
    child.once('error', () => this.#handleExit(child, null));
    this.#watchFor(LOAD_WITHIN_MS);
  }

  #fork(): ChildProcess {
    const { modelDir, vadPath, slowestRealTimeFactor = MAX_REAL_TIME_FACTOR } = this.#options;
    const slowest = this.#isModelLogged ? '' : String(slowestRealTimeFactor);
    const cache = getCompileCacheDir();
    return fork(new URL('./recognizer-process.ts', import.meta.url), [modelDir, vadPath, slowest], {
      serialization: 'advanced',
      execArgv: SMALL_HEAP,
      env: { ...LEAN_MEMORY, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }

  #receive(reply: RecognizerReply): void {
    const fault = faultOf(reply, this.#options.modelDir);
    if (fault !== null) return this.#setHealth({ status: 'unavailable', detail: fault });
    clearTimeout(this.#watch);
    if (reply.kind === 'answers') {
      this.#unanswered -= 1;
      if (this.#unanswered > 0) this.#watchFor(ANSWER_WITHIN_MS);
      return this.#events.onAnswers(reply.answers);
    }
    if (reply.kind !== 'ready') return;
    this.#isReady = true;
    this.#failures = 0;
    this.#logModel(reply.realTimeFactor);
    this.#setHealth({ status: 'ok', detail: null });
    this.#events.onReady();
  }

  /** Logs the model and its speed, once. */
  #logModel(realTimeFactor: number | null): void {
    if (this.#isModelLogged || realTimeFactor === null) return;
    this.#isModelLogged = true;
    const { modelDir, log } = this.#options;
    const name = findModel(modelDir)?.name ?? '';
    log.info(
      `speech model ${name}: ${realTimeFactor.toFixed(3)} s of work for a second of speech`,
      { component: 'recognizer' },
    );
  }

  #handleExit(child: ChildProcess, signal: NodeJS.Signals | null): void {
    if (this.#child !== child) return;
    clearTimeout(this.#rest);
    clearTimeout(this.#watch);
    this.#child = undefined;
    const wasReady = this.#isReady;
    this.#isReady = false;
    if (this.#isStopped) return;
    const how = this.#isStuck ? 'stuck' : signal === 'SIGKILL' ? 'killed' : 'crashed';
    this.#events.onEnd(how);
    this.#startAgain(how, wasReady);
  }

  #startAgain(how: ProcessEnd, wasReady: boolean): void {
    this.#failures += wasReady ? 0 : 1;
    if (wasReady || this.health.status !== 'unavailable')
      this.#setHealth(healthAfterEnd(how, wasReady, this.#options.modelDir));
    const delayMs = backoffMs(this.#failures + 1, BACKOFF);
    this.#options.log.warn('recognizer ended, starting it again', {
      component: 'recognizer',
      attempt: this.#failures,
      durationMs: delayMs,
    });
    this.#respawn = setTimeout(() => this.#spawn(), delayMs);
  }

  #watchFor(limitMs: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.#isStuck = true;
      this.#child?.kill('SIGKILL');
    }, limitMs);
  }

  #setHealth(health: RecognizerHealth): void {
    if (health.status === 'unavailable')
      this.#options.log.error(`speech is unavailable: ${health.detail ?? ''}`, {
        component: 'recognizer',
      });
    this.health = health;
    this.#options.onHealth?.(health);
  }
}
