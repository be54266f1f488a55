import type { Words } from '../../../core/ports.ts';
import { INAUDIBLE_LEVEL, isWithin, SAMPLE_RATE_HZ } from '../../../core/sound.ts';

/** The decoder returns nothing, without an error, for inputs longer than 9 s. */
const MAX_INPUT_SAMPLES = 9 * SAMPLE_RATE_HZ;
/** Shorter pieces are not worth a retry. */
const MIN_HALVED_SAMPLES = 1 * SAMPLE_RATE_HZ;
const STEP_SAMPLES = 160;
const QUIET_SAMPLES = 1_600;
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * `languageCode`: the spoken language; null if unknown. `isGreedy`: speed matters more than accuracy.
 * `terms`: names and words to prefer. `isSpeech`: there are certainly words; not every decoder can make use of it.
 */
export type Sound = {
  samples: Float32Array;
  languageCode: string | null;
  isGreedy?: boolean;
  isSpeech?: boolean;
  terms?: readonly string[] | undefined;
};

export type SpeechDecoder = {
  /**
   * The words of each. `languageCode` is null when the model does not report it. Several at once may
   * be cheaper.
   */
  decode(sounds: readonly Sound[]): Promise<Words[]>;
  /** Whether the sound certainly contains speech; checked only when the words look invented. */
  isClearSpeech(samples: Float32Array): Promise<boolean>;
};

const NOTHING: Words = { text: '', languageCode: null };

/** The words in each of `sounds`, empty when there are none. Sound with an empty result is tried again. */
export async function decodeRanges(
  decoder: SpeechDecoder,
  sounds: readonly Sound[],
): Promise<Words[]> {
  // Models invent words for the zeros that replace missing sound.
  const audible = sounds.filter(({ samples }) => !isWithin(samples, INAUDIBLE_LEVEL));
  const decoded = await decodeInPieces(decoder, audible);
  const all: Words[] = [];
  for (const sound of sounds) {
    const words = decoded[audible.indexOf(sound)] ?? NOTHING;
    // On noise these models write `You` or `Thank you`. A `You` that was really said nearly always gets a period.
    const isInvented =
      words.text === 'You' || (isLone(words.text) && !(await decoder.isClearSpeech(sound.samples)));
    all.push(isInvented ? NOTHING : words);
  }
  return all;
}

async function decodeInPieces(decoder: SpeechDecoder, sounds: readonly Sound[]): Promise<Words[]> {
  const takable = sounds.filter(({ samples }) => samples.length <= MAX_INPUT_SAMPLES);
  const decoded = takable.length > 0 ? await decoder.decode(takable) : [];
  const all: Words[] = [];
  for (const sound of sounds) {
    const first = tidy(decoded[takable.indexOf(sound)]);
    const words = first.text === '' ? await decodeSpeech(decoder, sound) : first;
    if (words.text !== '' || sound.samples.length < 2 * MIN_HALVED_SAMPLES) all.push(words);
    else all.push(await decodeHalves(decoder, sound));
  }
  return all;
}

/** Moonshine base takes one utterance of thirty for silence. */
async function decodeSpeech(decoder: SpeechDecoder, sound: Sound): Promise<Words> {
  const { samples } = sound;
  if (samples.length > MAX_INPUT_SAMPLES || !(await decoder.isClearSpeech(samples))) return NOTHING;
  const [words] = await decoder.decode([{ ...sound, isSpeech: true }]);
  return tidy(words);
}

function tidy(words: Words = NOTHING): Words {
  return { ...words, text: words.text.trim() };
}

async function decodeHalves(decoder: SpeechDecoder, { samples, ...sound }: Sound): Promise<Words> {
  const middle = quietestSample(samples);
  const halves = [samples.subarray(0, middle), samples.subarray(middle)].map((half) => ({
    ...sound,
    samples: half,
  }));
  const [one = NOTHING, other = NOTHING] = await decodeInPieces(decoder, halves);
  return {
    text: `${one.text} ${other.text}`.trim(),
    languageCode: one.languageCode ?? other.languageCode,
  };
}

/** One or two words, also in languages that are written without spaces. */
function isLone(text: string): boolean {
  return text !== '' && [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length <= 2;
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
