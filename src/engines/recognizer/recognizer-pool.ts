// Several recognizer processes when one has too much to do: the first hears voices and guesses, all decode ranges.
import type { RecognizerPort, SpoolRange, Words } from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';
import type { Recognizer } from './recognizer.ts';

/** Sound that waits at every process before another one is started: a third of a second of work at the usual pace. */
const MUCH_SECONDS = 10;

/** One process and the sound that it was asked to decode. */
type Desk = { recognizer: Recognizer; waitingSeconds: number };

/**
 * Starts the first process with `start`, and others up to `most` when ranges wait. Each rests by
 * itself when there is no work.
 */
export function startRecognizerPool(
  start: (isFirst: boolean) => Recognizer,
  most: number,
): Recognizer {
  const first: Desk = { recognizer: start(true), waitingSeconds: 0 };
  const desks = [first];

  const transcribe: RecognizerPort['transcribe'] = async (range, signal) => {
    const least = leastBusy(desks);
    if (desks.length < most && desks.every(isAtWork) && least.waitingSeconds >= MUCH_SECONDS)
      desks.push({ recognizer: start(false), waitingSeconds: 0 });
    return decode(least, range, signal);
  };

  return {
    ...first.recognizer,
    transcribe,
    stop: async () => {
      await Promise.all(desks.map(({ recognizer }) => recognizer.stop()));
    },
  };
}

async function decode(
  desk: Desk,
  range: SpoolRange,
  signal: AbortSignal | undefined,
): Promise<Words> {
  const seconds = (range.toSample - range.fromSample) / SAMPLE_RATE_HZ;
  desk.waitingSeconds += seconds;
  try {
    return await desk.recognizer.transcribe(range, signal);
  } finally {
    desk.waitingSeconds -= seconds;
  }
}

/**
 * Of those that work, and of equals the one that began first: the others rest when one is enough.
 * The first where none works: its keeper waits for it.
 */
function leastBusy(desks: readonly Desk[]): Desk {
  return desks
    .filter((desk, at) => at === 0 || isAtWork(desk))
    .reduce((least, desk) => (desk.waitingSeconds < least.waitingSeconds ? desk : least));
}

function isAtWork({ recognizer }: Desk): boolean {
  return recognizer.health().status === 'ok';
}
