// Several recognizer processes when one has too much to do: the first detects voices and
// gives interim results, all decode ranges.
import type { RecognizerPort, SpoolRange, Words } from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';
import type { Recognizer } from './recognizer.ts';

/** Sound that waits at every process before another one is started: a third of a second of work at the usual pace. */
const BUSY_SECONDS = 10;

/** One process and the sound that it was asked to decode. */
type Worker = { recognizer: Recognizer; waitingSeconds: number };

/**
 * Starts the first process with `start`, and others up to `most` when ranges wait. Each rests by
 * itself when there is no work.
 */
export function startRecognizerPool(
  start: (isFirst: boolean) => Recognizer,
  most: number,
): Recognizer {
  const first: Worker = { recognizer: start(true), waitingSeconds: 0 };
  const workers = [first];

  const transcribe: RecognizerPort['transcribe'] = async (range, signal) => {
    const least = leastBusy(workers);
    if (workers.length < most && workers.every(isAtWork) && least.waitingSeconds >= BUSY_SECONDS)
      workers.push({ recognizer: start(false), waitingSeconds: 0 });
    return decode(least, range, signal);
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
  range: SpoolRange,
  signal: AbortSignal | undefined,
): Promise<Words> {
  const seconds = (range.toSample - range.fromSample) / SAMPLE_RATE_HZ;
  worker.waitingSeconds += seconds;
  try {
    return await worker.recognizer.transcribe(range, signal);
  } finally {
    worker.waitingSeconds -= seconds;
  }
}

/**
 * Of those that work, and of equals the one that began first: the others rest when one is enough.
 * The first where none works: its keeper waits for it.
 */
function leastBusy(workers: readonly Worker[]): Worker {
  return workers
    .filter((worker, at) => at === 0 || isAtWork(worker))
    .reduce((least, worker) => (worker.waitingSeconds < least.waitingSeconds ? worker : least));
}

function isAtWork({ recognizer }: Worker): boolean {
  return recognizer.health().status === 'ok';
}
