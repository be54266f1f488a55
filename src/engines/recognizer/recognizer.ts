// Sends the recognizer process one message to scan and one to decode, and a second one to decode only when ranges have
// waited long. So a crash has few suspects, and a range waits for one message at most.
import type { RecognizerPort, ScannedWindows, SpoolRange, Words } from '../../core/ports.ts';
import { RangeFailed } from '../../core/ports.ts';
import { findModel, type FoundModel, languageOf } from './find-model.ts';
import { blameCrash } from './supervisor/blame-crash.ts';
import {
  type ChildEvents,
  RecognizerChild,
  type RecognizerOptions,
} from './supervisor/recognizer-child.ts';
import type {
  Answer,
  Job,
  ScanRequest,
  TranscribeRequest,
} from './supervisor/recognizer-messages.ts';
import { isScan, JobScheduler } from './supervisor/job-scheduler.ts';

export type Recognizer = RecognizerPort & { stop(): Promise<void>; pid(): number | undefined };

/** Starts the recognizer process. Requests survive its death: each is sent again to the next one. */
export function startRecognizer(options: RecognizerOptions): Recognizer {
  const recognizer = new RecognizerSupervisor(options);
  const model = options.modelDir === '' ? null : findModel(options.modelDir);
  const onlyLanguage = model && languageOf(model);
  return {
    engine: { name: engineName(model), model: model?.name ?? 'none', quality: 'standard' },
    languages: onlyLanguage === null ? null : [onlyLanguage],
    ...(model?.files.kind === 'whisper' &&
      onlyLanguage === null && { detectsLanguage: true as const }),
    health: () => recognizer.child.health,
    prepare: () => recognizer.prepare(),
    scan: (range) => recognizer.scan(range),
    transcribe: (range, signal) => recognizer.transcribe(range, { signal }),
    transcribeInterim: async (range, isFirst) => {
      if (!recognizer.child.isReady) return null;
      const interim = isFirst ? 'first' : 'later';
      return recognizer.transcribe(range, { interim }).catch(() => null);
    },
    expectEnd: (trackRef, inMs) => recognizer.expectEnd(trackRef, inMs),
    pid: () => recognizer.child.pid,
    stop: () => recognizer.stop(),
  };
}

/** The decoder: our own, or sherpa-onnx for other models. */
function engineName(model: FoundModel | null): string {
  if (!model) return 'none';
  return model.files.kind === 'moonshine' ? 'moonshine' : 'sherpa-onnx';
}

type Asked<Request> = Omit<Request, 'id'>;
/** `sinceMs`: when the process could start on it. */
type Message = { jobs: readonly Job[]; sinceMs: number };

class RecognizerSupervisor {
  readonly child: RecognizerChild;
  readonly #scheduler: JobScheduler;
  /** Unanswered messages: the process works on the first to scan and the first to decode. */
  #sent: Message[] = [];
  #lastId = 0;
  #isStopped = false;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: RecognizerOptions) {
    this.#scheduler = new JobScheduler(options);
    this.child = new RecognizerChild(options, {
      onReady: () => this.#next(),
      onAnswers: (answers) => this.#receive(answers),
      onEnd: (how) => this.#returnToQueue(how),
    });
  }

  async scan(range: SpoolRange): Promise<ScannedWindows> {
    const { speech, level } = await this.#ask('scanned', { kind: 'scan', ...range });
    return { speech, level };
  }

  async transcribe(range: SpoolRange, more: Pick<Job, 'signal' | 'interim'>): Promise<Words> {
    const request = { kind: 'transcribe', ...range } as const;
    const { text, languageCode } = await this.#ask('transcribed', request, more);
    return { text, languageCode };
  }

  expectEnd(trackRef: string, inMs: number | null): void {
    this.#scheduler.expectEnd(trackRef, inMs === null ? null : performance.now() + inMs);
  }

  prepare(): void {
    this.child.prepare();
    this.#next();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retryTimer);
    await this.child.stop();
    for (const job of [...this.#sent.flatMap(({ jobs }) => jobs), ...this.#scheduler.clear()])
      job.fail(new RecognizerStopped());
  }

  /** Rejects with RangeFailed when the process refuses the range. */
  async #ask<Kind extends Answer['kind']>(
    wanted: Kind,
    request: Asked<ScanRequest> | Asked<TranscribeRequest>,
    more: Pick<Job, 'signal' | 'interim'> = {},
  ): Promise<Extract<Answer, { kind: Kind }>> {
    if (this.#isStopped) throw new RecognizerStopped();
    const asked = Promise.withResolvers<Answer>();
    this.#scheduler.put({
      ...more,
      request: { ...request, id: ++this.#lastId },
      sinceMs: performance.now(),
      done: asked.resolve,
      fail: asked.reject,
      isSuspect: false,
      crashed: 0,
      killed: 0,
    });
    this.prepare();
    const answer = await asked.promise;
    if (answer.kind === wanted) return answer as Extract<Answer, { kind: Kind }>;
    if (answer.kind !== 'refused') throw new RangeFailed('unexpected answer');
    throw new RangeFailed(answer.detail, { code: answer.code });
  }

  #next(): void {
    if (!this.child.isReady) return;
    clearTimeout(this.#retryTimer);
    const now = performance.now();
    const next = this.#scheduler.next(
      now,
      this.#sent.map(({ jobs }) => jobs),
    );
    if ('jobs' in next) {
      this.#sent.push({ jobs: next.jobs, sinceMs: now });
      const { isLate } = this.#scheduler;
      this.child.ask(
        next.jobs.map(({ request, interim }) => ({
          ...request,
          isGreedy: isLate || interim !== undefined,
        })),
      );
      this.#next();
    } else if (next.retryAtMs !== null)
      this.#retryTimer = setTimeout(() => this.#next(), next.retryAtMs - now);
    else if (this.#sent.length === 0) this.child.rest();
  }

  #receive(answers: readonly Answer[]): void {
    const [first] = answers;
    const message = this.#sent.find(({ jobs }) =>
      jobs.some(({ request }) => request.id === first?.id),
    );
    if (!message) return;
    this.#sent = this.#sent.filter((other) => other !== message);
    const now = performance.now();
    this.#scheduler.noteDone(message.jobs, message.sinceMs, now);
    if (!isScan(message.jobs)) for (const next of this.#sent) next.sinceMs = now;
    this.#next();
    for (const answer of answers)
      message.jobs.find(({ request }) => request.id === answer.id)?.done(answer);
  }

  #returnToQueue(how: Parameters<ChildEvents['onEnd']>[0]): void {
    const sent = this.#sent.map(({ jobs }) => jobs);
    this.#sent = [];
    const [decoded = [], ...behind] = sent.filter((jobs) => !isScan(jobs));
    const atWork = [...sent.filter(isScan).flat(), ...decoded];
    const { giveUp, askAgain } = blameCrash([atWork, ...behind], how);
    for (const job of askAgain.toReversed()) this.#scheduler.putBack(job);
    for (const job of giveUp) job.fail(new RangeFailed('the recognizer process died over it'));
  }
}

/** The recognizer was stopped on purpose. The range is not at fault. */
class RecognizerStopped extends Error {}
