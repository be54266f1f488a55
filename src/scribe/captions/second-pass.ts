import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../../core/context.ts';
import { type Engine, RangeFailed, type RecognizerPort } from '../../core/ports.ts';
import type { WaitingUtterance } from '../../core/transcript/append-utterance.ts';
import { tidyText } from '../../core/transcript/join-texts.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { noteSecondWords, readSecondPass } from '../../core/transcript/read-second-pass.ts';
import { SpoolReads } from './spool-reads.ts';
import { keepTrying } from '../session/keep-trying.ts';
import { spoolRange, type SpokenSound } from '../spool/spool-path.ts';

/** Ranges requested at once; the engine has its own limit. */
const MAX_ASKED = 4;
const LOOK_AT_HEALTH_MS = 1_000;
/**
 * An engine that fails for this long counts as unavailable. A server that failed before the meeting
 * is tried again after 60 s at the latest.
 */
const AWAY_MS = 90_000;

type SecondPassOptions = SpokenSound & {
  ctx: Ctx;
  /** The better engine. */
  recognizer: RecognizerPort;
  signal: AbortSignal;
  limitMs?: number;
  awayMs?: number;
};

/**
 * Transcribes every range with words again. Returns the engine when the whole meeting is done; null when it was
 * unavailable, failed or took too long: the live words are kept. Rejects when `signal` aborts; a new call continues.
 */
export async function secondPass(options: SecondPassOptions): Promise<Engine | null> {
  const { ctx, recognizer, meetingRef, signal } = options;
  if (!knowsLanguage(recognizer, options.spoken.languageCode)) return null;
  const { ranges, limitMs } = await keepTrying(ctx.log, signal, () =>
    readSecondPass(ctx, meetingRef),
  );
  const over = new AbortController();
  const until = AbortSignal.any([
    signal,
    over.signal,
    AbortSignal.timeout(options.limitMs ?? limitMs),
  ]);
  try {
    const waiting = [...ranges];
    const reads = new SpoolReads();
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await decodeAgain(options, next, reads, until);
    };
    await Promise.race([
      Promise.all(Array.from({ length: MAX_ASKED }, work)),
      givenUp(recognizer, until, options.awayMs ?? AWAY_MS),
    ]);
    return recognizer.engine;
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.warn('the second pass failed: the live words are kept', {
      component: 'scribe',
      meetingRef,
      error,
    });
    return null;
  } finally {
    over.abort();
  }
}

/** An empty result, or a range that this engine cannot decode, leaves the live words as they are. */
async function decodeAgain(
  options: SecondPassOptions,
  range: WaitingUtterance,
  reads: SpoolReads,
  until: AbortSignal,
): Promise<void> {
  const { ctx, recognizer } = options;
  try {
    const transcribe = () => recognizer.transcribe(spoolRange(options, range), until);
    const words = await reads.again(range.trackRef, transcribe, until);
    const text = tidyText(words.text);
    if (until.aborted || text === '') return;
    await keepTrying(ctx.log, until, () => noteSecondWords(ctx, range, { ...words, text }));
  } catch (error) {
    if (!(error instanceof RangeFailed)) throw error;
  }
}

/**
 * Rejects when the pass must stop, or the engine cannot work, or has been unavailable for long:
 * people are waiting for the transcript.
 */
async function givenUp(
  recognizer: RecognizerPort,
  until: AbortSignal,
  awayMs: number,
): Promise<never> {
  for (let awaySinceMs: number | null = null; ;) {
    await delay(LOOK_AT_HEALTH_MS, undefined, { signal: until });
    const { status } = recognizer.health();
    awaySinceMs = status === 'degraded' ? (awaySinceMs ?? performance.now()) : null;
    if (status === 'unavailable') throw new Error('The engine of the second pass is not available');
    if (awaySinceMs !== null && performance.now() - awaySinceMs >= awayMs)
      throw new Error('The engine of the second pass is away');
  }
}
