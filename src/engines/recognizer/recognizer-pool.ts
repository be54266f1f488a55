// Several recognizer processes for when one is overloaded. The first detects voices and gives interim
// results; all decode ranges.
import type { RecognizerPort, SpoolRange, Words } from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';
import type { Recognizer } from './recognizer.ts';

/** Sound waiting at every process before another one is started: a third of a second of work at the usual pace. */
const BUSY_SECONDS = 5;

/** One process and the ranges that it is to decode. */
type Worker = { recognizer: Recognizer; waitingSeconds: number; ranges: number };
/** Limits how many processes decode at once, in all pools that share it. The first of each pool always may. */
export type ProcessLimit = { readonly most: number; decoding: number };

/**
 * Starts the first process with `start`, and others when ranges wait and `limit` allows it. Each one ends itself when
 * there is no work.
 */
export function startRecognizerPool(
  start: (isFirst: boolean) => Recognizer,
  limit: ProcessLimit,
): Recognizer {
  const first: Worker = { recognizer: start(true), waitingSeconds: 0, ranges: 0 };
  const workers = [first];

  const transcribe: RecognizerPort['transcribe'] = async (range, signal) => {
    const isFull = limit.decoding >= limit.most;
    const least = leastBusy(workers, isFull);
    if (
      !isFull &&
      workers.length < limit.most &&
      workers.every(isAtWork) &&
      least.waitingSeconds >= BUSY_SECONDS
    )
      workers.push({ recognizer: start(false), waitingSeconds: 0, ranges: 0 });
    return decode(least, limit, range, signal);
  };

  return {
    ...first.recognizer,
    transcribe,
    stop: async () => {
      await Promise.all(workers.map(({ recognizer }) => recognizer.stop()));
    },
  };
}

async function decode(
  worker: Worker,
  limit: ProcessLimit,
  range: SpoolRange,
  signal: AbortSignal | undefined,
): Promise<Words> {
  const seconds = (range.toSample - range.fromSample) / SAMPLE_RATE_HZ;
  if (worker.ranges === 0) limit.decoding += 1;
  worker.ranges += 1;
  worker.waitingSeconds += seconds;
  try {
    return await worker.recognizer.transcribe(range, signal);
  } finally {
    worker.waitingSeconds -= seconds;
    worker.ranges -= 1;
    if (worker.ranges === 0) limit.decoding -= 1;
  }
}

/**
 * The least busy of those that work, and among equals the oldest, so that the others can rest. Idle ones are left out
 * while `isFull`. The first if none works: its keeper waits for it.
 */
function leastBusy(workers: readonly Worker[], isFull: boolean): Worker {
  return workers
    .filter((worker, at) => at === 0 || (isAtWork(worker) && (worker.ranges > 0 || !isFull)))
    .reduce((least, worker) => (worker.waitingSeconds < least.waitingSeconds ? worker : least));
}

function isAtWork({ recognizer }: Worker): boolean {
  return recognizer.health().status === 'ok';
}
