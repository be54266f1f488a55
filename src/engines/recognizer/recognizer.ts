// Gives the recognizer process one message at a time, and the next one before its answer only when
// ranges wait for long:
// a process that dies names its poison, and what is urgent stands behind one message at most.
import type { RecognizerPort, ScannedWindows, SpoolRange, Words } from '../../core/ports.ts';
import { RangeFailed } from '../../core/ports.ts';
import { findModel, languageOf } from './find-model.ts';
import { judgeDeath } from './supervisor/blame-crash.ts';
import { type ChildEvents, RecognizerChild } from './supervisor/recognizer-child.ts';
import type {
  Answer,
  Job,
  ScanRequest,
  TranscribeRequest,
} from './supervisor/recognizer-messages.ts';
import type { RecognizerOptions } from './recognizer-options.ts';
import { Turns } from './supervisor/job-scheduler.ts';

export type Recognizer = RecognizerPort & { stop(): Promise<void>; pid(): number | undefined };

/** Starts the recognizer process. Requests outlive it: each is sent again to the next one. */
export function startRecognizer(options: RecognizerOptions): Recognizer {
  const recognizer = new RecognizerKeeper(options);
  const model = options.modelDir === '' ? null : findModel(options.modelDir);
  return {
    engine: { name: 'sherpa-onnx', model: model?.name ?? 'none', quality: 'standard' },
    onlyLanguage: model && languageOf(model),
    health: () => recognizer.child.health,
    wake: () => recognizer.wake(),
    scan: (trackRef, range) => recognizer.scan(trackRef, range),
    transcribe: (range, signal) => recognizer.transcribe(range, signal),
    glimpse: (trackRef, range, isFirst) => recognizer.glimpse(trackRef, range, isFirst),
    expectEnd: (trackRef, inMs) => recognizer.expectEnd(trackRef, inMs),
    forget: (trackRef) => recognizer.forget(trackRef),
    pid: () => recognizer.child.pid,
    stop: () => recognizer.stop(),
  };
}

/** Messages that the process may have: one that it works on, and one that it finds when that is done. */
const MOST_GIVEN = 2;

/** `sinceMs`: when the process could begin with it. */
type Message = { jobs: readonly Job[]; sinceMs: number };

class RecognizerKeeper {
  readonly child: RecognizerChild;
  readonly #turns: Turns;
  /** What the process was given and did not answer yet: it works on the first. */
  #given: Message[] = [];
  #lastId = 0;
  #isStopped = false;
  #lookAgain: NodeJS.Timeout | undefined;

  constructor(options: RecognizerOptions) {
    this.#turns = new Turns(options);
    this.child = new RecognizerChild(options, {
      onReady: () => this.#next(),
      onAnswers: (answers) => this.#hear(answers),
      onEnd: (how) => this.#returnToQueue(how),
    });
  }

  async scan(trackRef: string, range: SpoolRange): Promise<ScannedWindows> {
    const answer = await this.#ask((job) => this.#turns.putScan(job), {
      kind: 'scan',
      id: ++this.#lastId,
      trackRef,
      ...range,
    });
    if (answer.kind !== 'scanned')
      throw new RangeFailed(answer.kind === 'refused' ? answer.detail : 'unexpected answer');
    return { speech: answer.speech, level: answer.level };
  }

  async transcribe(range: SpoolRange, signal?: AbortSignal): Promise<Words> {
    const answer = await this.#ask((job) => this.#turns.putRange({ ...job, signal }), {
      kind: 'transcribe',
      id: ++this.#lastId,
      ...range,
    });
    if (answer.kind !== 'transcribed')
      throw new RangeFailed(answer.kind === 'refused' ? answer.detail : 'unexpected answer');
    return { text: answer.text, languageCode: answer.languageCode };
  }

  async glimpse(trackRef: string, range: SpoolRange, isFirst: boolean): Promise<Words | null> {
    if (!this.child.isReady) return null;
    const put = (job: Job): void =>
      this.#turns.putGlimpse(trackRef, { ...job, guess: isFirst ? 'first' : 'later' });
    const answer = await this.#ask(put, { kind: 'transcribe', id: ++this.#lastId, ...range }).catch(
      () => null,
    );
    return answer?.kind === 'transcribed'
      ? { text: answer.text, languageCode: answer.languageCode }
      : null;
  }

  expectEnd(trackRef: string, inMs: number | null): void {
    this.#turns.expectEnd(trackRef, inMs === null ? null : performance.now() + inMs);
  }

  forget(trackRef: string): void {
    this.#turns.expectEnd(trackRef, null);
    this.child.tell([{ kind: 'forget', trackRef }]);
  }

  wake(): void {
    this.child.wake();
    this.#next();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#lookAgain);
    await this.child.stop();
    for (const job of [...this.#given.flatMap(({ jobs }) => jobs), ...this.#turns.clear()])
      job.fail(new RecognizerStopped());
  }

  #ask(put: (job: Job) => void, request: ScanRequest | TranscribeRequest): Promise<Answer> {
    return new Promise((done, fail) => {
      if (this.#isStopped) return fail(new RecognizerStopped());
      put({
        request,
        sinceMs: performance.now(),
        done,
        fail,
        isSuspect: false,
        crashed: 0,
        killed: 0,
      });
      this.wake();
    });
  }

  #next(): void {
    if (!this.child.isReady || this.#given.length >= (this.#turns.isBehind ? MOST_GIVEN : 1))
      return;
    clearTimeout(this.#lookAgain);
    const now = performance.now();
    const next = this.#turns.next(now);
    if ('jobs' in next) {
      this.#given.push({ jobs: next.jobs, sinceMs: now });
      const { isLate } = this.#turns;
      this.child.ask(
        next.jobs.map(({ request, guess }) => ({
          ...request,
          isHasty: isLate || guess !== undefined,
        })),
      );
      this.#next();
    } else if (this.#given.length > 0) return;
    else if (next.lookAgainAtMs === null) this.child.rest();
    else this.#lookAgain = setTimeout(() => this.#next(), next.lookAgainAtMs - now);
  }

  #hear(answers: readonly Answer[]): void {
    const message = this.#given.shift();
    if (!message) return;
    const now = performance.now();
    this.#turns.noteDone(message.jobs, message.sinceMs, now);
    for (const next of this.#given) next.sinceMs = now;
    this.#next();
    for (const answer of answers)
      message.jobs.find(({ request }) => request.id === answer.id)?.done(answer);
  }

  #returnToQueue(how: Parameters<ChildEvents['onEnd']>[0]): void {
    const given = this.#given.map(({ jobs }) => jobs);
    this.#given = [];
    const { giveUp, askAgain } = judgeDeath(given, how);
    for (const job of askAgain.toReversed()) this.#turns.putBack(job);
    for (const job of giveUp) job.fail(new RangeFailed('the recognizer process died over it'));
  }
}

/** The recognizer was stopped on purpose; the range is untouched. */
class RecognizerStopped extends Error {}
