import type { InferenceSession, Tensor } from '../../onnx/onnx-runtime.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';
import { ctcLogProbability } from './ctc.ts';
import { END } from './decoder-feeds.ts';
import type { Encode } from './encoder.ts';
import type { Judge } from './insert-terms.ts';
import { judgeTexts } from './judge-texts.ts';
import { loadSoundNetwork } from './sound-network.ts';

/** Silence, to learn what the model writes easily. */
const SILENCE_SAMPLES = 2 * SAMPLE_RATE_HZ;

/** What judges the texts of a range, given its encoded sound. */
export async function loadJudges(
  decoder: InferenceSession,
  encode: Encode,
): Promise<(encoded: Tensor) => Judge> {
  const findSounds = await loadSoundNetwork();
  let silence: Tensor | undefined;
  return (encoded) => ({
    end: END,
    ofTexts: (texts) => judgeTexts(decoder, encoded, texts),
    inSilence: async (texts) => {
      silence ??= await encode(new Float32Array(SILENCE_SAMPLES));
      return judgeTexts(decoder, silence, texts);
    },
    bySound: async (texts) => {
      const frames = await findSounds(encoded);
      return frames && texts.map((sounds) => ctcLogProbability(frames, sounds));
    },
  });
}
