// Transcribes on any server with OpenAI's /v1/audio/transcriptions. Voice detection stays on this machine.
import { setTimeout as delay } from 'node:timers/promises';
import type { Log, RecognizerHealth, RecognizerPort, SpoolRange, Words } from '../../core/ports.ts';
import { backoffMs } from '../../core/timing.ts';
import { RangeFailed } from '../../core/ports.ts';
import { askAboutSilence, askForWords, type SpeechOutcome } from './ask-for-words.ts';
import type { OpenAiServer } from './post-to-server.ts';

/** Concurrent calls; only one while the server fails, so that an outage costs little. */
const MAX_CALLS = 4;
const BACKOFF = { firstMs: 1_000, maxMs: 60_000 };
/** A call without an answer may have been charged: the most attempts for a range. */
const MAX_PAID_TRIES = 3;
/**
 * When the server fails on a range this often, the range is at fault. A fault counts if the server
 * is certainly there: it says so itself, or has answered another call since the last one. With the
 * pauses of a server that answers nothing else, this takes 15 minutes.
 */
const MAX_FAULTS = 20;
/** So many ranges in a row without words are no coincidence. */
const MANY_REFUSED = 3;
const WELL: RecognizerHealth = { status: 'ok', detail: null };

type RemoteOptions = {
  server: OpenAiServer;
  /** Detects voices. */
  detector: Pick<RecognizerPort, 'scan' | 'prepare' | 'health'>;
  log: Log;
  onHealth?: (health: RecognizerHealth) => void;
  backoff?: { firstMs: number; maxMs: number };
  callMs?: number;
  /** When it has only failed for so long, the server is unavailable, since somebody waits. Absent: it may come back. */
  giveUpAfterMs?: number;
};

/** Transcribes on a server. A range waits while the server is unavailable; `stop` rejects what still waits. */
export function transcriptionRecognizer(options: RemoteOptions): RecognizerPort & { stop(): void } {
  const { detector, server } = options;
  const remote = new RemoteRecognizer(options);
  return {
    engine: { name: 'openai', model: server.model, quality: 'standard' },
    languages: null,
    detectsLanguage: true,
    isMetered: true,
    health: () => (detector.health().status === 'ok' ? remote.health : detector.health()),
    prepare: () => detector.prepare(),
    scan: (range) => detector.scan(range),
    transcribe: (range, signal) => remote.transcribe(range, signal),
    // Interim results would double the cost.
    transcribeInterim: async () => null,
    expectEnd: () => {},
    stop: () => remote.stop(),
  };
}

class RemoteRecognizer {
  health = WELL;
  readonly #options: RemoteOptions;
  readonly #stopping = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #answers = 0;
  #failures = 0;
  /** When the first failure since the last answer was noted. */
  #failingSinceMs: number | null = null;
  /** Ranges since the last words. */
  #refused = 0;
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  async transcribe(range: SpoolRange, signal?: AbortSignal): Promise<Words> {
    const { server, callMs, giveUpAfterMs = Infinity } = this.#options;
    const asking = { server, callMs, signal: this.#stopping.signal };
    let answersAtFailure = -1;
    let answersAtFault = -1;
    let faults = 0;
    let firstFaultMs = Infinity;
    /** Since the server answered another call. */
    let faultsInRow = 0;
    for (let paid = 0; ;) {
      await this.#waitForCall(signal);
      // No call was answered since the server failed on this range: it may be down, so the range is not to blame.
      if (answersAtFailure === this.#answers) {
        await this.#call(askAboutSilence(asking, range.languageCode ?? null));
        continue;
      }
      const outcome = await this.#call(askForWords(asking, range));
      if (outcome.kind === 'inaudible') return { text: '', languageCode: null };
      if (outcome.kind === 'words') {
        this.#refused = 0;
        this.#setHealth(WELL);
        return outcome.words;
      }
      const code = outcome.why;
      const isFault = outcome.kind === 'fault';
      if (outcome.kind === 'no' || (isFault && faults === 0)) this.#noteRefused(code);
      if (outcome.kind === 'no')
        throw new RangeFailed('the speech server refuses the range', { code });
      if (isFault || outcome.mayBeSound) {
        faultsInRow = answersAtFault === this.#answers ? faultsInRow + 1 : 1;
        answersAtFault = this.#answers;
        if (isFault || faultsInRow === 1) faults += 1;
        const now = performance.now();
        if (isFault) firstFaultMs = Math.min(firstFaultMs, now);
        const isTooLong = isFault && now - firstFaultMs >= giveUpAfterMs;
        if (faults >= MAX_FAULTS || isTooLong)
          throw new RangeFailed('the speech server fails on the range', { code });
      }
      if (isFault) {
        await this.#pauseRange(faultsInRow, signal);
        continue;
      }
      if (!outcome.mayBePaid) continue;
      paid += 1;
      if (paid >= MAX_PAID_TRIES)
        throw new RangeFailed('the speech server gave no whole answer', { code });
      answersAtFailure = this.#answers;
    }
  }

  stop(): void {
    this.#stopping.abort(new Error('The recognizer was stopped'));
    clearTimeout(this.#timer);
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Other ranges are sent meanwhile. An abort ends the pause. */
  async #pauseRange(faults: number, signal?: AbortSignal): Promise<void> {
    const signals = [this.#stopping.signal, ...(signal ? [signal] : [])];
    const ended = { signal: AbortSignal.any(signals) };
    await delay(this.#pauseMs(faults), undefined, ended).catch(() => {});
  }

  /** Resolves when a call may start: in order, and later while the server fails. */
  async #waitForCall(signal?: AbortSignal): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#next();
    });
    this.#stopping.signal.throwIfAborted();
    if (!signal?.aborted) return;
    this.#calls -= 1;
    this.#next();
    signal.throwIfAborted();
  }

  #next(): void {
    clearTimeout(this.#timer);
    const waitMs = this.#notBeforeMs - performance.now();
    if (this.#waiting.length === 0) return;
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.#next(), waitMs);
      return;
    }
    while (this.#waiting.length > 0 && this.#calls < (this.#failures > 0 ? 1 : MAX_CALLS)) {
      this.#calls += 1;
      this.#waiting.shift()?.();
    }
  }

  /** Awaits a call that has started, and then lets the next one start. */
  async #call(call: Promise<SpeechOutcome>): Promise<SpeechOutcome> {
    try {
      const outcome = await call;
      if (outcome.kind === 'again') this.#noteFailure(outcome.why, outcome.afterMs);
      else if (outcome.kind !== 'fault' && outcome.kind !== 'inaudible') this.#noteAnswer();
      return outcome;
    } finally {
      this.#calls -= 1;
      this.#next();
    }
  }

  #noteAnswer(): void {
    this.#answers += 1;
    this.#notBeforeMs = 0;
    this.#failures = 0;
    this.#failingSinceMs = null;
    if (this.#refused < MANY_REFUSED) this.#setHealth(WELL);
  }

  /** The server answers, but has no words for a range. */
  #noteRefused(why: string): void {
    this.#refused += 1;
    this.#options.log.warn(`the speech server does not transcribe a range (${why})`, {
      component: 'recognizer',
    });
    if (this.#refused < MANY_REFUSED) return;
    this.#setHealth({
      status: 'degraded',
      detail:
        `The speech server does not transcribe one range after another (${why}). ` +
        'Check PARLEY_SPEECH_URL, PARLEY_SPEECH_REMOTE_MODEL and the server.',
    });
  }

  #noteFailure(why: string, afterMs: number | null): void {
    const { backoff: { firstMs, maxMs } = BACKOFF, giveUpAfterMs = Infinity } = this.#options;
    const now = performance.now();
    this.#failingSinceMs ??= now;
    this.#failures = Math.min(this.#failures + 1, 30);
    // A server may keep asking for an immediate retry.
    const pauseMs = Math.min(Math.max(afterMs ?? this.#pauseMs(this.#failures), firstMs), maxMs);
    this.#notBeforeMs = now + pauseMs;
    this.#options.log.warn(`the speech server does not transcribe (${why})`, {
      component: 'recognizer',
      attempt: this.#failures,
      durationMs: pauseMs,
    });
    const isGivenUp = now - this.#failingSinceMs >= giveUpAfterMs;
    this.#setHealth({
      status: isGivenUp ? 'unavailable' : 'degraded',
      detail:
        `The speech server does not transcribe (${why}). ` +
        (isGivenUp ? '' : 'Speech is kept and transcribed later. ') +
        'Check PARLEY_SPEECH_URL, PARLEY_SPEECH_API_KEY and the server.',
    });
  }

  #pauseMs(failures: number): number {
    return backoffMs(failures, this.#options.backoff ?? BACKOFF);
  }

  #setHealth(health: RecognizerHealth): void {
    if (this.health.detail === health.detail) return;
    this.health = health;
    this.#options.onHealth?.(health);
  }
}
