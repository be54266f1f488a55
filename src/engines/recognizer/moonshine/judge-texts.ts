import { fileURLToPath } from 'node:url';
import { type InferenceSession, openModel, Tensor } from '../../onnx/onnx-runtime.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';
import { logSum } from './beam-search.ts';
import { ctcLogProbability, type Frames } from './ctc.ts';
import { BEGINNING, END, firstFeeds, tensorIn } from './decoder-feeds.ts';
import type { Encode } from './encoder.ts';
import type { Judge } from './insert-terms.ts';
import type { LogProbability } from './place-terms.ts';

/** Silence, to learn what the model writes easily. */
const SILENCE_SAMPLES = 2 * SAMPLE_RATE_HZ;
/** Each token of each text needs 128 KB of logits. */
const MAX_TOGETHER = 8;
/** Made by `training/rebuild.ts` for the states of Moonshine base. */
const NETWORK = new URL('../weights/sounds.onnx', import.meta.url);

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

/** How likely each text is to the decoder. The texts are given, so all their tokens take a single step. */
async function judgeTexts(
  decoder: InferenceSession,
  encoded: Tensor,
  texts: readonly (readonly number[])[],
): Promise<LogProbability[]> {
  const judged: LogProbability[] = [];
  for (let from = 0; from < texts.length; from += MAX_TOGETHER) {
    const some = texts.slice(from, from + MAX_TOGETHER);
    const length = 1 + Math.max(...some.map((text) => text.length));
    const rows = some.flatMap((text) =>
      [BEGINNING, ...text, ...Array<number>(length - 1 - text.length).fill(END)].map(BigInt),
    );
    const dims = [some.length, length];
    const feeds = firstFeeds(
      decoder,
      some.map(() => encoded),
    );
    feeds['input_ids'] = new Tensor('int64', BigInt64Array.from(rows), dims);
    const { data, dims: given } = tensorIn(await decoder.run(feeds, ['logits']), 'logits');
    const size = given.at(-1) ?? 0;
    const step = length * size;
    for (const i of some.keys())
      judged.push(
        logProbabilities((data as Float32Array).subarray(i * step, (i + 1) * step), size),
      );
  }
  return judged;
}

function logProbabilities(logits: Float32Array, size: number): LogProbability {
  const sums = new Map<number, number>();
  return (at, token) => {
    const scores = logits.subarray(at * size, (at + 1) * size);
    let sum = sums.get(at);
    if (sum === undefined) {
      sum = logSum(scores, largest(scores));
      sums.set(at, sum);
    }
    return (scores[token] ?? -Infinity) - sum;
  };
}

/** A plain loop: there are 32,768. */
function largest(scores: Float32Array): number {
  let most = -Infinity;
  for (let i = 0; i < scores.length; i++) if ((scores[i] ?? 0) > most) most = scores[i] ?? 0;
  return most;
}

/** The sounds (`soundsOf`, from 1) in each frame of an encoded range; undefined for the states of another model. */
type FindSounds = (encoded: Tensor) => Promise<Frames | undefined>;

async function loadSoundNetwork(): Promise<FindSounds> {
  const network = await openModel(fileURLToPath(NETWORK));
  const [input] = network.inputMetadata;
  const width = input?.isTensor ? input.shape.at(-1) : undefined;
  return async (encoded) => {
    if (encoded.dims[2] !== width) return undefined;
    const { data, dims } = tensorIn(await network.run({ states: encoded }), 'sounds');
    return { probabilities: data as Float32Array, columns: dims.at(-1) ?? 0 };
  };
}
