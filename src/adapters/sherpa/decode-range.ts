import type { Words } from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';

/** The decoder returns nothing, without an error, for inputs longer than 9 s. */
const MAX_INPUT_SAMPLES = 9 * SAMPLE_RATE_HZ;
/** Shorter pieces are not worth another try. */
const MIN_HALVED_SAMPLES = 1 * SAMPLE_RATE_HZ;
const STEP_SAMPLES = 160;
const QUIET_SAMPLES = 1_600;

export type Ear = {
  /** `languageCode`: what is spoken; null where nobody said. The language of the answer is null where the model does not tell. */
  decode(samples: Float32Array, languageCode: string | null): Words;
  /** Whether somebody certainly speaks; asked only when the words look invented. */
  isClearSpeech(samples: Float32Array): boolean;
};

/** The words in `samples`, empty when there are none. An empty answer is tried again in halves. */
export function decodeRange(ear: Ear, samples: Float32Array, languageCode: string | null = null): Words {
  const words = decodeInPieces(ear, samples, languageCode);
  // On noise this family of models says `You` or `Thank you`.
  if (isLone(words.text) && !ear.isClearSpeech(samples)) return { text: '', languageCode: null };
  return words;
}

function decodeInPieces(ear: Ear, samples: Float32Array, languageCode: string | null): Words {
  const whole = samples.length > MAX_INPUT_SAMPLES ? { text: '', languageCode: null } : ear.decode(samples, languageCode);
  const text = whole.text.trim();
  if (text !== '' || samples.length < 2 * MIN_HALVED_SAMPLES) return { ...whole, text };
  const middle = quietestSample(samples);
  const [one, other] = [samples.subarray(0, middle), samples.subarray(middle)].map((half) => decodeInPieces(ear, half, languageCode));
  return { text: `${one?.text} ${other?.text}`.trim(), languageCode: one?.languageCode ?? other?.languageCode ?? null };
}

function isLone(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  return words === 1 || words === 2;
}

/** The middle of the quietest 0.1 s in the middle half. */
export function quietestSample(samples: Float32Array): number {
  const from = samples.length >> 2;
  const to = samples.length - from;
  let best = samples.length >> 1;
  let least = Infinity;
  for (let start = from; start + QUIET_SAMPLES <= to; start += STEP_SAMPLES) {
    let sum = 0;
    for (let i = start; i < start + QUIET_SAMPLES; i++) sum += Math.abs(samples[i] ?? 0);
    if (sum >= least) continue;
    least = sum;
    best = start + QUIET_SAMPLES / 2;
  }
  return best;
}
