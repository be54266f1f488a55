// Several recogniser processes when one has too much to do: the first hears voices and guesses, all decode ranges.
import type { RecogniserPort, SpoolRange, Words } from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';
import type { Recogniser } from './recognizer.ts';

/** Sound that waits at every process before another one is started: a third of a second of work at the usual pace. */
const MUCH_SECONDS = 10;

/** One process and the sound that it was asked to decode. */
type Desk = { recogniser: Recogniser; waitingSeconds: number };

/**
 * Starts the first process with `start`, and others up to `most` when ranges wait. Each rests by
 * itself when there is no work.
 */
export function startRecogniserPool(
  start: (isFirst: boolean) => Recogniser,
  most: number,
): Recogniser {
  const first: Desk = { recogniser: start(true), waitingSeconds: 0 };
  const desks = [first];

  const transcribe: RecogniserPort['transcribe'] = async (range, signal) => {
    const least = leastBusy(desks);
    if (desks.length < most && desks.every(isAtWork) && least.waitingSeconds >= MUCH_SECONDS)
      desks.push({ recogniser: start(false), waitingSeconds: 0 });
    return decode(least, range, signal);
  };

  return {
    ...first.recogniser,
    transcribe,
    stop: async () => {
      await Promise.all(desks.map(({ recogniser }) => recogniser.stop()));
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
    return await desk.recogniser.transcribe(range, signal);
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

function isAtWork({ recogniser }: Desk): boolean {
  return recogniser.health().status === 'ok';
}
