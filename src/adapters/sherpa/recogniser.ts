// Gives the recogniser process one range at a time, so that a process that dies names its poison.
import type { RecogniserPort, ScannedWindows, SpoolRange, Words } from '../../core/ports.ts';
import { RangeFailed } from '../../core/ports.ts';
import { findModel, languageOf } from './find-model.ts';
import { type ChildEvents, RecogniserChild, type RecogniserOptions } from './recogniser-child.ts';
import type { Answer, Job, ScanRequest, TranscribeRequest } from './recogniser-messages.ts';
import { Turns } from './turns.ts';

/** Deaths over one range after which the range is given up. A kill from outside says little about the range. */
const POISON_DEATHS = { crashed: 2, killed: 6 };

export type Recogniser = RecogniserPort & { stop(): Promise<void>; pid(): number | undefined };

/** Starts the recogniser process. Requests outlive it: each is sent again to the next one. */
export function startRecogniser(options: RecogniserOptions): Recogniser {
  const recogniser = new RecogniserKeeper(options);
  const model = options.modelDir === '' ? null : findModel(options.modelDir);
  return {
    engine: { name: 'sherpa-onnx', model: model?.name ?? 'none', quality: 'standard' },
    onlyLanguage: model && languageOf(model),
    health: () => recogniser.child.health,
    wake: () => recogniser.wake(),
    scan: (trackRef, range) => recogniser.scan(trackRef, range),
    transcribe: (range, signal) => recogniser.transcribe(range, signal),
    glimpse: (trackRef, range, isFirst) => recogniser.glimpse(trackRef, range, isFirst),
    expectEnd: (trackRef, inMs) => recogniser.expectEnd(trackRef, inMs),
    forget: (trackRef) => recogniser.forget(trackRef),
    pid: () => recogniser.child.pid,
    stop: () => recogniser.stop(),
  };
}

class RecogniserKeeper {
  readonly child: RecogniserChild;
  readonly #turns = new Turns();
  #current: readonly Job[] = [];
  #currentSinceMs = 0;
  #lastId = 0;
  #isStopped = false;
  #lookAgain: NodeJS.Timeout | undefined;

  constructor(options: RecogniserOptions) {
    this.child = new RecogniserChild(options, {
      onReady: () => this.#next(),
      onAnswers: (answers) => this.#hear(answers),
      onEnd: (how) => this.#returnToQueue(how),
    });
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

  async glimpse(trackRef: string, range: SpoolRange, isFirst: boolean): Promise<Words | null> {
    if (!this.child.isReady) return null;
    const put = (job: Job): void => this.#turns.putGlimpse(trackRef, { ...job, guess: isFirst ? 'first' : 'later' });
    const answer = await this.#ask(put, { kind: 'transcribe', id: ++this.#lastId, ...range }).catch(() => null);
    return answer?.kind === 'transcribed' ? { text: answer.text, languageCode: answer.languageCode } : null;
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
    for (const job of [...this.#current, ...this.#turns.clear()]) job.fail(new RecogniserStopped());
  }

  #ask(put: (job: Job) => void, request: ScanRequest | TranscribeRequest): Promise<Answer> {
    return new Promise((done, fail) => {
      if (this.#isStopped) return fail(new RecogniserStopped());
      put({ request, sinceMs: performance.now(), done, fail, isSuspect: false, crashed: 0, killed: 0 });
      this.wake();
    });
  }

  #next(): void {
    if (!this.child.isReady || this.#current.length > 0) return;
    clearTimeout(this.#lookAgain);
    const now = performance.now();
    const next = this.#turns.next(now);
    if ('jobs' in next) {
      this.#current = next.jobs;
      this.#currentSinceMs = now;
      this.child.ask(next.jobs.map(({ request }) => request));
    } else if (next.lookAgainAtMs === null) this.child.rest();
    else this.#lookAgain = setTimeout(() => this.#next(), next.lookAgainAtMs - now);
  }

  #hear(answers: readonly Answer[]): void {
    const jobs = this.#current;
    this.#current = [];
    this.#turns.noteDone(jobs, this.#currentSinceMs, performance.now());
    for (const answer of answers) jobs.find(({ request }) => request.id === answer.id)?.done(answer);
    this.#next();
  }

  #returnToQueue(how: Parameters<ChildEvents['onEnd']>[0]): void {
    const jobs = this.#current;
    this.#current = [];
    for (const job of jobs.toReversed()) {
      // Which of several did it is not known: each is asked again alone.
      if (jobs.length > 1) job.isSuspect = true;
      else if (how === 'killed') job.killed += 1;
      else job.crashed += 1;
      if (job.crashed >= POISON_DEATHS.crashed || job.killed >= POISON_DEATHS.killed)
        job.fail(new RangeFailed('the recogniser process died over it'));
      else this.#turns.putBack(job);
    }
  }
}

/** The recogniser was stopped on purpose; the range is untouched. */
export class RecogniserStopped extends Error {}
